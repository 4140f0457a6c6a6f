import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { openCommands } from "./program/commands.mjs";
import { openCalls } from "./program/library-calls.mjs";
import { openRequests } from "./program/requests.mjs";

/** Runs operations with the built entries of the version in the folder that is the first argument. */

const root = resolve(process.argv[2] ?? "");
const { exports: entries, bin } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));

/** Returns the file that Node imports for an entry of the package. */
function fileOf(entry) {
  if (typeof entry === "string") return entry;
  const condition = Object.keys(entry).find((name) => ["node", "import", "module-sync", "default"].includes(name));
  return fileOf(entry[condition]);
}

const load = (name) => import(pathToFileURL(join(root, fileOf(entries[name]))).href);

const [library, payload, react, node] = await Promise.all([".", "./payload", "./react", "./node"].map(load));
const requests = await openRequests(node);
const program = await openCommands(pathToFileURL(join(root, bin.isoqr)).href);
const kinds = { ...openCalls({ library, payload, react }), http: requests.run, cli: program.run };

// Expected failures, such as broken logos, are logged, also by the threads.
process.stderr.write = () => true;

/** Operations that run at the same time. They mostly wait for threads and connections. */
const LANES = 4;

/** The answers of the last batches, by the number of the message. */
const kept = new Map();
const MAX_KEPT = 8;

async function run(operation) {
  try {
    return await kinds[operation.kind](operation);
  } catch (error) {
    return { crash: String(error?.message ?? error) };
  }
}

async function runAll(operations) {
  const answers = [];
  // Commands run alone, because they write to the streams of this process.
  const [alone, others] = [[], []];
  for (const [at, operation] of operations.entries()) (operation.kind === "cli" ? alone : others).push([at, operation]);
  const next = async (list) => {
    for (let one = list.shift(); one; one = list.shift()) answers[one[0]] = await run(one[1]);
  };
  await Promise.all(Array.from({ length: LANES }, () => next(others)));
  await next(alone);
  return answers;
}

async function handle({ number, run: operations, show, batch }) {
  if (show) return show.map((index) => kept.get(batch)[index]);
  const answers = await runAll(operations);
  kept.set(number, answers);
  for (const old of [...kept.keys()].slice(0, -MAX_KEPT)) kept.delete(old);
  return answers.map((answer) => createHash("sha256").update(JSON.stringify(answer)).digest("hex"));
}

let running = Promise.resolve();
process.on("message", (message) => {
  running = running.then(async () => process.send({ number: message.number, reply: await handle(message) }));
});
process.on("disconnect", () => process.exit());
