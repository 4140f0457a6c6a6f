import { execFileSync } from "node:child_process";
import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

// Packs the package with the build in dist, and prints npm's description of the tarball as JSON. Optional argument: the folder for the
// tarball. The package is assembled in build/package, because it has folders that the repository must not have: for each
// entry one with a package.json, for resolvers that do not read `exports`.

const root = fileURLToPath(new URL("..", import.meta.url));
const staged = join(root, "build/package");
const target = resolve(process.argv[2] ?? ".");

/** Runs `npm pack` in `folder`, and returns its description of the package. */
function pack(folder, ...flags) {
  const words = ["pack", "--json", "--ignore-scripts", ...flags];
  const text = execFileSync("npm", words, { cwd: folder, encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] });
  // npm prints a list with one package. Since npm 11.6, it prints an object with one property.
  return Object.values(JSON.parse(text))[0];
}

/** Returns the file for a condition in an entry of `exports`, or undefined. */
function fileFor(entry, ...conditions) {
  if (typeof entry !== "object") return entry;
  const condition = conditions.find((name) => Object.hasOwn(entry, name));
  return condition && fileFor(entry[condition], ...conditions);
}

const manifest = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
rmSync(staged, { recursive: true, force: true });
for (const { path } of pack(root, "--dry-run").files) {
  mkdirSync(dirname(join(staged, path)), { recursive: true });
  copyFileSync(join(root, path), join(staged, path));
}
for (const [name, entry] of Object.entries(manifest.exports)) {
  if (name === "." || name === "./package.json") continue;
  const folder = join(staged, name);
  const up = "../".repeat(name.split("/").length - 1);
  const place = (path) => path?.replace("./", up);
  const stub = {
    main: place(fileFor(entry, "require", "default")),
    module: place(fileFor(entry, "module", "default")),
    types: place(fileFor(entry.types ?? entry.default.types, "require", "default")),
    ...(entry.browser && { browser: place(entry.browser) }),
  };
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "package.json"), `${JSON.stringify(stub)}\n`);
}
// The folder contains only what belongs into the package.
const { files: _files, ...rest } = manifest;
writeFileSync(join(staged, "package.json"), `${JSON.stringify(rest, null, 2)}\n`);
mkdirSync(target, { recursive: true });
console.log(JSON.stringify(pack(staged, "--pack-destination", target)));
