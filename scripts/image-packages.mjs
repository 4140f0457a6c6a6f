import { readFileSync, writeFileSync } from "node:fs";

// Changes package.json for the container image: turns the development dependencies that the server can use into
// dependencies. Then `npm prune --omit=dev` keeps them in the tested versions and removes the rest.

const manifest = JSON.parse(readFileSync("package.json", "utf8"));
const { devDependencies, peerDependencies, ...rest } = manifest;
const used = Object.entries(devDependencies).filter(
  ([name]) => Object.hasOwn(peerDependencies, name) || name.startsWith("@fontsource"),
);
writeFileSync("package.json", `${JSON.stringify({ ...rest, dependencies: Object.fromEntries(used) }, null, 2)}\n`);
