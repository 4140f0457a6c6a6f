import { readFileSync, writeFileSync } from "node:fs";
import { serverPackages } from "./server-packages.mjs";

// Changes package.json for the container image: turns the development dependencies that the server can use into
// dependencies. Then `npm prune --omit=dev` keeps them in the tested versions and removes the rest.

const manifest = JSON.parse(readFileSync("package.json", "utf8"));
const { devDependencies, peerDependencies: _, ...rest } = manifest;
const dependencies = Object.fromEntries(serverPackages(manifest).map((name) => [name, devDependencies[name]]));
writeFileSync("package.json", `${JSON.stringify({ ...rest, dependencies }, null, 2)}\n`);
