import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { runTasks } from "../pool.ts";
import { printed } from "../printed.ts";
import type { MixedReadings, MixedTask } from "./perform.ts";
import { FITTED, fitted, HELD_OUT, tested } from "./results.ts";
import { gradeTables } from "./tables.ts";

/** `npm run scan-lab -- --grades`: fits the weights of the score to one set of pictures, and tests the score on
 *  another. */

/** All decoders read the damaged copies of one in this many pictures of the second set. */
const ALL_SHARE = 3;

const tasks = [FITTED, HELD_OUT].flatMap(({ first, count }) =>
  Array.from({ length: count }, (_, at): MixedTask => {
    const seed = first + at;
    return { seed, all: first === HELD_OUT.first && seed % ALL_SHARE === 0 };
  }),
);

const readings: MixedReadings[] = [];
const start = Date.now();
let shown = 0;
await runTasks<MixedTask, MixedReadings>(tasks, (outcome) => {
  readings.push(outcome);
  const share = Math.floor((20 * readings.length) / tasks.length);
  if (share > shown) console.log(`${5 * share} % after ${Math.round((Date.now() - start) / 1000)} s`);
  shown = share;
});
readings.sort((a, b) => a.seed - b.seed);

const fit = fitted(readings.filter(({ seed }) => seed < HELD_OUT.first));
const held = readings.filter(({ seed }) => seed >= HELD_OUT.first);
const results = tested(held, fit, new Date().toISOString().slice(0, 10));
console.log(`\nfit: ${JSON.stringify(fit)}\n\n${gradeTables(results)}\n`);
writeFileSync(fileURLToPath(new URL("results.json", import.meta.url)), printed(results));
