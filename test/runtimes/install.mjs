/**
 * Installs the other runtimes where they are missing or of other versions than package-lock.json names, and gives their
 * paths. They are fetched once, from the npm registry, and only by commands that ask for them.
 */
import { spawnSync } from "node:child_process";
import { copyFileSync, existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const pathOf = (file) => fileURLToPath(new URL(file, import.meta.url));

/** The lock of what was installed last. */
const done = pathOf("node_modules/.installed-lock.json");
const lock = pathOf("package-lock.json");

/** Where the packages have their program, by the first part of the packages' names. */
const programs = {
  bun: ["@oven/bun-", "bin/bun"],
  deno: ["@deno/", "deno"],
  node: ["node-", "bin/node"],
  workerd: ["@cloudflare/workerd-", "bin/workerd"],
};

/** Paths of the programs by name: bun, deno, node (the newest) and workerd; without those that package.json has none of
 *  for this system. @throws {Error} where they cannot be installed, or one is missing on Linux of x64, for which all are. */
export function installRuntimes() {
  if (!existsSync(done) || readFileSync(done, "utf8") !== readFileSync(lock, "utf8")) {
    const settings = { cwd: pathOf("."), stdio: ["ignore", 2, 2] };
    const { status } = spawnSync("npm", ["ci", "--no-audit", "--no-fund", "--silent"], settings);
    if (status !== 0) throw new Error("the runtimes that test/runtimes/package.json names could not be installed");
    copyFileSync(lock, done);
  }
  const runtimes = {};
  for (const name of Object.keys(programs)) {
    const path = pathsOf(name).find((one) => versionOf(one) !== undefined);
    if (path) runtimes[name] = path;
  }
  const missing = missingOf(runtimes);
  if (missing.length > 0 && process.platform === "linux" && process.arch === "x64") {
    throw new Error(`cannot be started here: ${missing.join(", ")}`);
  }
  return runtimes;
}

/** Names of the runtimes that this system is without. */
export function missingOf(runtimes) {
  return Object.keys(programs).filter((name) => runtimes[name] === undefined);
}

/** What the program at `path` says its version is; undefined where it cannot be started. */
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
