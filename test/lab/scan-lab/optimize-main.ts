import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { encodeSymbol } from "../../../src/core/core.ts";
import { checkOptions, type RawOptions } from "../../../src/options/parse.ts";
import { kinds } from "./damage/table.ts";
import { type SceneCount, scenes, texts } from "./optimize.ts";
import { countScenes, ruleTables } from "./optimize-results.ts";
import { runTasks } from "./pool.ts";
import { printed } from "./printed.ts";
import type { Outcome, Task } from "./tasks.ts";

const counts: SceneCount[] = [];
const tasks = scenes.map((scene) => ({ scene }));
const start = Date.now();
await runTasks<Task, Outcome>(tasks, (outcome) => {
  if ("scene" in outcome) counts.push(outcome);
  if (counts.length % 48 === 0) {
    console.log(`${counts.length} of ${tasks.length} scenes after ${Math.round((Date.now() - start) / 1000)} s`);
  }
});
const measured = countScenes(counts, kinds.length, new Date().toISOString().slice(0, 10));
const results = { ...measured, cost: costOf({ optimize: "scan" }) };
writeFileSync(fileURLToPath(new URL("optimize.json", import.meta.url)), printed(results));
console.log(`\n${ruleTables(results)}\n`);

/** Returns the time to read the options `input` and encode all texts, as a multiple of the time with default options.
 *  Takes the median of many rounds, because other programs may slow some of them down. */
function costOf(input: RawOptions): number {
  const time = (more: RawOptions) => {
    const from = performance.now();
    for (const data of texts) encodeSymbol(data, checkOptions({ data, ...more }));
    return performance.now() - from;
  };
  const ratios = Array.from({ length: 400 }, () => time(input) / time({}));
  const median = ratios.sort((a, b) => a - b)[200] as number;
  return Math.round(1000 * median) / 1000;
}
