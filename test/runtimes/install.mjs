/**
 * Installs the other runtimes where they are missing or of other versions than package.json names, and gives their paths.
 * They are fetched once, from the npm registry, and only by commands that ask for them.
 */
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const folder = new URL("./", import.meta.url);

/** Paths of the programs by name: bun, deno, node (the newest) and workerd. */
export function installRuntimes() {
  const read = (file) => JSON.parse(readFileSync(new URL(file, folder), "utf8"));
  const { dependencies } = read("package.json");
  const present = Object.entries(dependencies).every(([name, version]) => {
    const manifest = `node_modules/${name}/package.json`;
    return existsSync(new URL(manifest, folder)) && read(manifest).version === version;
  });
  if (!present) {
    const { status } = spawnSync("npm", ["ci", "--no-audit", "--no-fund", "--silent"], {
      cwd: fileURLToPath(folder),
      stdio: "inherit",
    });
    if (status !== 0) throw new Error("the runtimes that test/runtimes/package.json names could not be installed");
  }
  const program = (name) => fileURLToPath(new URL(`node_modules/.bin/${name}`, folder));
  return { bun: program("bun"), deno: program("deno"), node: program("node"), workerd: program("workerd") };
}
