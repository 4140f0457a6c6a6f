import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import fc from "fast-check";
import { readCorpus, readKept } from "./corpus.ts";
import { watchCoverage } from "./coverage.ts";
import { mutated } from "./generate.ts";
import type { Case } from "./recipe.ts";
import { describe, search } from "./search.ts";
import { Broken } from "./target.ts";
import { targets } from "./targets.ts";

/** Runs a search that may crash this process, and prints `{ count, message?, input? }` at the end. Inputs that reach
 *  new code are added to the pool that later inputs are derived from, in this and later processes. */

const [name = "", seed = "1", given = "", current = "", file = ""] = process.argv.slice(2);

/** The number of inputs that are derived from the pool before it is updated. */
const ROUND = 100;

/** Inputs checked per process. Fresh processes reveal memory faults sooner. */
const RUNS = 1_000;

const faults: unknown[] = [];
for (const event of ["unhandledRejection", "uncaughtException"]) process.on(event, (error) => faults.push(error));
// A server would log these causes, but here they are expected.
console.error = () => undefined;

const target = await targets[name]?.();
if (!target) throw new Error(`target must be one of ${Object.keys(targets).join(", ")}, not ${name}`);
const runs = Number(given === "" ? (target.runs ?? RUNS) : given);
const open = await target.open();
const folder = `build/fuzz/${name}`;
mkdirSync(folder, { recursive: true });
const coverage = open.climb ? undefined : await watchCoverage();
const pool: Case[] = [...readCorpus(name).map(([, kept]) => kept), ...readPool()];
let count = 0;

/** Checks one input. The input is saved first, because it may crash this process. */
async function check(input: Case): Promise<void> {
  writeFileSync(current, JSON.stringify(input));
  count++;
  await open.check(input);
  await new Promise(setImmediate);
  if (faults.length > 0) throw new Broken(`an unhandled error: ${describe(faults.shift())}`);
  if ((await coverage?.isNew()) && !pool.includes(input)) keep(input);
}

function keep(input: Case): void {
  pool.push(input);
  writeFileSync(`${folder}/${process.pid}-${pool.length}.json`, JSON.stringify(input));
}

function readPool(): Case[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder).map((one) => JSON.parse(readFileSync(`${folder}/${one}`, "utf8")));
}

async function searchAll() {
  if (file) {
    const { about: _, ...input } = readKept(file);
    return check(input).then(
      () => undefined,
      (error) => ({ message: describe(error), input }),
    );
  }
  if (open.climb) return climbAll(open.climb);
  for (let left = runs, round = 0; left > 0; left -= ROUND, round++) {
    const inputs = fc.oneof(target?.inputs ?? fc.constant({ input: [] }), mutated([...pool]));
    const found = await search(inputs, { check }, { seed: Number(seed) + round, runs: Math.min(left, ROUND) });
    if (found) return found;
  }
  return undefined;
}

/** The number of inputs after which `climb` is called again. */
const STEP = 10;

/** Checks inputs from `climb`. Resolves to the heaviest failure. */
async function climbAll(climb: () => fc.Arbitrary<Case>) {
  let found: { message: string; input: Case } | undefined;
  let most = -1;
  for (let left = runs, round = 0; left > 0; left -= STEP, round++) {
    const inputs = fc.sample(climb(), { seed: Number(seed) + round, numRuns: Math.min(left, STEP) });
    for (const input of inputs) {
      await check(input).catch((error) => {
        const weight = error instanceof Broken ? error.weight : Number.POSITIVE_INFINITY;
        if (weight > most) [found, most] = [{ message: describe(error), input }, weight];
      });
    }
  }
  return found;
}

const found = await searchAll();
console.log(JSON.stringify({ count, ...found, report: open.report?.() }));
process.exit();
