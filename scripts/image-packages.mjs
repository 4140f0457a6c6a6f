import { readFileSync, writeFileSync } from "node:fs";

// For the image of a container: makes what the server can use of the development's packages its dependencies, so that
// `npm prune --omit=dev` leaves these and takes the rest away. Versions stay those that are tested.

const manifest = JSON.parse(readFileSync("package.json", "utf8"));
const { devDependencies, peerDependencies, ...rest } = manifest;
const used = Object.entries(devDependencies).filter(
  ([name]) => Object.hasOwn(peerDependencies, name) || name.startsWith("@fontsource"),
);
writeFileSync("package.json", `${JSON.stringify({ ...rest, dependencies: Object.fromEntries(used) }, null, 2)}\n`);
