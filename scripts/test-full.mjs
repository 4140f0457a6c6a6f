import { execFileSync, spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";

// Runs all cases of the tests that only sample a sweep in `npm test`, `npm run test:browsers` or `npm run test:runtimes`, then
// the programs that draw SVGs and PNGs, and then the projects of all toolchains. With options, runs only those projects: see
// test/toolchains/run.mjs.

const root = fileURLToPath(new URL("..", import.meta.url));
const options = process.argv.slice(2);
const run = (program, args, env = {}) =>
  spawnSync(program, args, { cwd: root, env: { ...process.env, ...env }, stdio: "inherit" }).status ?? 1;

const isSwept = options.length === 0;
const sweeps = execFileSync("git", ["grep", "-lE", 'from "(\\.\\./)+sweep\\.ts"', "--", "test/*.test.ts"], {
  cwd: root,
  encoding: "utf8",
}).split("\n");
const statuses = [
  isSwept ? run("npm", ["run", "pretest"]) : 0,
  isSwept ? run("npx", ["vitest", "run", ...sweeps.filter(Boolean)], { SWEEP: "full" }) : 0,
  isSwept ? run("npm", ["run", "test:browsers"], { SWEEP: "full" }) : 0,
  isSwept ? run("npm", ["run", "test:runtimes"], { SWEEP: "full" }) : 0,
  isSwept ? run("npm", ["run", "test:viewers", "--", "--inkscape"]) : 0,
  run(process.execPath, ["test/toolchains/run.mjs", ...options]),
];
process.exitCode = Math.max(...statuses);
