/** Installs the other runtimes from the npm registry if they are missing or differ from package-lock.json, and returns
 *  their paths. Runs only for commands that need the runtimes. */
import { spawnSync } from "node:child_process";
import { copyFileSync, existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const pathOf = (file) => fileURLToPath(new URL(file, import.meta.url));

/** A copy of the lock file from the last installation. */
const done = pathOf("node_modules/.installed-lock.json");
const lock = pathOf("package-lock.json");

/** For each program, the beginning of its package's name, and the program's path in that package. */
const programs = {
  bun: ["@oven/bun-", "bin/bun"],
  deno: ["@deno/", "deno"],
  node: ["node-", "bin/node"],
  node18: ["node18-", "bin/node"],
  oldestNode: ["oldest-node-", "bin/node"],
  workerd: ["@cloudflare/workerd-", "bin/workerd"],
};

/** Returns the paths of the programs by name: bun, deno, node (the newest version), node18 (the last 18), oldestNode (18.0.0)
 *  and workerd. Leaves out those that are not available for this system.
 *  @throws {Error} if they cannot be installed, or if one is missing on Linux x64. */
export function installRuntimes() {
  if (!existsSync(done) || readFileSync(done, "utf8") !== readFileSync(lock, "utf8")) {
    const settings = { cwd: pathOf("."), stdio: ["ignore", 2, 2] };
    const { status } = spawnSync("npm", ["ci", "--no-audit", "--no-fund", "--silent"], settings);
    if (status !== 0) throw new Error("could not install the runtimes in test/runtimes/package.json");
    copyFileSync(lock, done);
  }
  const runtimes = {};
  for (const name of Object.keys(programs)) {
    const path = pathsOf(name).find((one) => versionOf(one) !== undefined);
    if (path) runtimes[name] = path;
  }
  const missing = missingOf(runtimes);
  if (missing.length > 0 && process.platform === "linux" && process.arch === "x64") {
    throw new Error(`Cannot be started: ${missing.join(", ")}`);
  }
  return runtimes;
}

/** Returns the names of the runtimes that are not available for this system. */
export function missingOf(runtimes) {
  return Object.keys(programs).filter((name) => runtimes[name] === undefined);
}

/** Returns the version that the program at `path` prints, or undefined if the program cannot be started. */
export function versionOf(path) {
  const { status, stdout } = spawnSync(path, ["--version"], { encoding: "utf8" });
  return status === 0 ? /\d[\d.-]*\d/.exec(stdout)?.[0] : undefined;
}

function pathsOf(name) {
  const [start, file] = programs[name];
  const { optionalDependencies } = JSON.parse(readFileSync(pathOf("package.json"), "utf8"));
  return Object.keys(optionalDependencies)
    .filter((one) => one.startsWith(start))
    .map((one) => pathOf(`node_modules/${one}/${file}`))
    .filter((path) => existsSync(path));
}
