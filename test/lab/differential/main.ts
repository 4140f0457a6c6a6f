import { fileURLToPath } from "node:url";
import { inspect, parseArgs } from "node:util";
import { allowedIn } from "./allowed.ts";
import { compare } from "./compare.ts";
import { operationAt } from "./operations.ts";
import { createResults, type Numbered } from "./results.ts";
import { startSide } from "./side.ts";
import { build, cloneAt } from "./versions.ts";

const USAGE =
  "Usage: npm run differential -- --base COMMIT [--seed 1] [--count 20000] [--kinds http,cli] [--only 17,230] [--strict]";

/** Operations that the processes get at once, and batches that are on their way, so that no process waits for another. */
const BATCH = 40;
const LANES = 3;

/** Times that an operation is repeated if a version is too busy. */
const TRIES = 3;

const { values } = parseArgs({
  options: {
    base: { type: "string", default: "" },
    count: { type: "string", default: "20000" },
    seed: { type: "string", default: "1" },
    kinds: { type: "string" },
    only: { type: "string" },
    strict: { type: "boolean", default: false },
  },
});
const [seed, count] = [Number(values.seed), Number(values.count)];
if (values.base === "" || !Number.isSafeInteger(seed) || !Number.isSafeInteger(count)) {
  console.error(USAGE);
  process.exit(2);
}
const isShown = values.only !== undefined;
const wanted = values.kinds?.split(",");
const indices = values.only?.split(",").map(Number) ?? Array.from({ length: count }, (_, index) => index);

const root = fileURLToPath(new URL("../../../", import.meta.url));
const folder = cloneAt(root, values.base);
console.log(`Building ${values.base} in ${folder} ...`);
build(folder);

const start = Date.now();
const seconds = () => Math.round((Date.now() - start) / 1000);
const [base, head] = await Promise.all([startSide(folder), startSide(root)]);
const results = createResults();
const batches = listBatches();
await Promise.all(Array.from({ length: LANES }, runBatches));
base.close();
head.close();
results.print(seed, seconds());
process.exitCode = results.differing() > 0 ? 1 : 0;

function* listBatches(): Generator<readonly Numbered[]> {
  const step = indices.length / 10;
  for (let at = 0; at < indices.length; at += BATCH) {
    const all = indices.slice(at, at + BATCH).map((index) => ({ index, operation: operationAt(seed, index) }));
    yield all.filter(({ operation: { kind } }) => !wanted || wanted.includes(kind));
    const share = Math.floor((at + BATCH) / step);
    if (share > Math.floor(at / step)) {
      console.log(`${Math.min(100, 10 * share)} % after ${seconds()} s, ${results.differing()} differ`);
    }
  }
}

async function runBatches(): Promise<void> {
  for (let next = batches.next(); !next.done; next = batches.next()) await runBatch(next.value);
}

async function runBatch(batch: readonly Numbered[]): Promise<void> {
  const operations = batch.map(({ operation }) => operation);
  const [left, right] = await Promise.all([base.run(operations), head.run(operations)]);
  for (const one of batch) results.count(one);
  const chosen = batch.flatMap((one, at) => (isShown || left.digests[at] !== right.digests[at] ? [{ one, at }] : []));
  if (chosen.length === 0) return;
  const places = chosen.map(({ at }) => at);
  const [given, other] = await Promise.all([left.show(places), right.show(places)]);
  for (const [at, { one }] of chosen.entries()) await judge(one, [given[at], other[at]]);
}

/** Counts a difference, unless it is intended. Repeats the operation if a version was too busy to answer. */
async function judge(one: Numbered, given: readonly [unknown, unknown]): Promise<void> {
  let [left, right] = given;
  for (let tries = 0; tries < TRIES && [left, right].some(isBusy); tries++) [left, right] = await repeated(one);
  if (isShown) console.log(inspect({ ...one, base: left, head: right }, { depth: 9, maxStringLength: 4000 }));
  const { places, explained } = compare(left, right, values.strict ? [] : allowedIn(one.operation));
  if (places.length > 0) results.add(one, places);
  else results.addIntended(explained);
}

/** Returns whether an answer may depend on how busy the machine is, because a time limit has passed. */
function isBusy(answer: unknown): boolean {
  return /"status":50[34]|TIMEOUT|BUSY|timed out|takes? too long/.test(JSON.stringify(answer) ?? "");
}

async function repeated({ operation }: Numbered): Promise<readonly [unknown, unknown]> {
  const answers = [await base.run([operation]), await head.run([operation])] as const;
  const [[left], [right]] = await Promise.all([answers[0].show([0]), answers[1].show([0])]);
  return [left, right];
}
