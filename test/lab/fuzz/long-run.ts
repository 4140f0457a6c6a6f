import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { saveCase } from "./corpus.ts";
import type { Case } from "./recipe.ts";
import { targets } from "./targets.ts";

/** Searches one target after another, in separate processes, until the time is up. `--minutes 60` sets the total time,
 *  `--target logos,json` the targets, `--seed 7` the random seed, and `--runs 400` the number of inputs per target.
 *  `--case FILE` checks one file of the corpus. */

const USAGE = `usage: npm run fuzz -- [--minutes 10] [--target NAME,NAME] [--seed 7] [--runs 400]
       npm run fuzz -- --target NAME --case FILE
targets: ${Object.keys(targets).join(", ")}`;

const values = readFlags();

const root = fileURLToPath(new URL("../../../", import.meta.url));
/** The folder for inputs that reached new code in earlier runs, and for the input that is being checked. */
const folder = `${root}build/fuzz`;
const child = fileURLToPath(new URL("search-child.mjs", import.meta.url));

/** Milliseconds after which a process counts as hanging on an input. */
const HANGING = 180_000;

const chosen = values.target.split(",");
const unknown = chosen.filter((name) => !Object.hasOwn(targets, name));
if (unknown.length > 0) fail(`--target must list names of ${Object.keys(targets).join(", ")}`);
const minutes = Number(values.minutes);
if (!(minutes > 0)) fail("--minutes must be a number above 0");
for (const name of ["seed", "runs"] as const) {
  if (!Number.isSafeInteger(Number(values[name] ?? 1))) fail(`--${name} must be an integer`);
}
if (values.case !== undefined) {
  if (chosen.length !== 1) fail("--case requires --target with a single target");
  if (!existsSync(values.case)) fail(`--case must be a file, but ${values.case} does not exist`);
}

function readFlags() {
  try {
    const { values } = parseArgs({
      options: {
        minutes: { type: "string", default: "10" },
        target: { type: "string", default: Object.keys(targets).join() },
        seed: { type: "string" },
        runs: { type: "string" },
        case: { type: "string" },
        help: { type: "boolean", short: "h" },
      },
    });
    if (!values.help) return values;
  } catch (error) {
    fail(`${(error as Error).message}\n${USAGE}`);
  }
  console.log(USAGE);
  process.exit(0);
}

function fail(message: string): never {
  console.error(message);
  process.exit(2);
}

mkdirSync(folder, { recursive: true });
const end = Date.now() + minutes * 60_000;
/** The beginnings of all fault messages so far. Used to save each fault only once. */
const faults = new Set<string>();
let inputs = 0;

if (values.case) {
  await runOnce(chosen[0] ?? "", 0, "0", values.case);
} else if (values.runs || values.seed) {
  const seed = Number(values.seed ?? 1);
  for (const name of chosen) await runOnce(name, seed, values.runs);
} else {
  while (Date.now() < end) {
    const seed = Date.now() % 2 ** 31;
    for (const name of chosen) if (Date.now() < end) await runOnce(name, seed);
  }
}
console.log(`${inputs} inputs, ${faults.size} faults`);
process.exit(faults.size > 0 ? 1 : 0);

/** The last line that a process prints. */
interface Result {
  readonly count: number;
  readonly message?: string;
  readonly input?: Case;
  readonly report?: string;
}

/** Searches in a new process, and saves inputs that break a property, crash the process or make it hang. */
async function runOnce(name: string, seed: number, runs = "", file = ""): Promise<void> {
  const current = `${folder}/current-${process.pid}.json`;
  rmSync(current, { force: true });
  const args = ["--expose-gc", child, name, String(seed), runs, current, file];
  const running = spawn(process.execPath, args, { cwd: root, stdio: ["ignore", "pipe", "inherit"] });
  let output = "";
  running.stdout.setEncoding("utf8").on("data", (text) => {
    output += text;
  });
  let isHanging = false;
  const watch = setInterval(() => {
    const since = statSync(current, { throwIfNoEntry: false })?.mtimeMs ?? Date.now();
    isHanging ||= Date.now() - since > HANGING;
    if (isHanging) running.kill("SIGKILL");
  }, 5_000);
  const [code] = await once(running, "close");
  clearInterval(watch);
  const line = output.trim().split("\n").at(-1) ?? "";
  if (code === 0) {
    const { count, message, input, report: found }: Result = JSON.parse(line);
    inputs += count;
    console.log(`${name}: ${count} inputs from seed ${seed}`);
    if (found !== undefined) console.log(found);
    if (message !== undefined && input) report(name, input, message);
    return;
  }
  const message = isHanging ? `not done after ${HANGING / 1000} s` : `ends the process with code ${code}`;
  report(name, JSON.parse(readFileSync(current, "utf8")), message);
}

function report(name: string, input: Case, message: string): void {
  const kind = `${name} ${message.replace(/\d+|".*/gs, "").slice(0, 80)}`;
  if (faults.has(kind)) return;
  faults.add(kind);
  const path = values.case ?? saveCase(name, input, message.split("\n")[0] ?? "");
  console.log(`${name}: ${message}\n  input: ${path}\n  to reproduce: npm run fuzz -- --target ${name} --case ${path}`);
}
