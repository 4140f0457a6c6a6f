import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { countLooks, isRisky, listLookTasks, lookTables } from "./looks.ts";
import { runTasks } from "./pool.ts";
import { printed } from "./printed.ts";
import type { Outcome, Readings, Task } from "./tasks.ts";

const { values } = parseArgs({
  options: { looks: { type: "boolean" }, only: { type: "string" }, quick: { type: "boolean", default: false } },
});
// Separated by semicolons, because names of looks contain commas.
const only = values.only?.split(";") ?? [];
const tasks = listLookTasks({ only, quick: values.quick });

const readings: Readings[] = [];
const start = Date.now();
let shown = 0;
await runTasks<Task, Outcome>(tasks, (outcome) => {
  if ("style" in outcome) readings.push(outcome);
  const share = Math.floor((10 * readings.length) / tasks.length);
  if (share > shown) console.log(`${10 * share} % after ${Math.round((Date.now() - start) / 1000)} s`);
  shown = share;
});

const results = countLooks(readings, new Date().toISOString().slice(0, 10));
if (only.length === 0 && !values.quick) {
  writeFileSync(fileURLToPath(new URL("looks.json", import.meta.url)), printed(results));
}
console.log(`\n${lookTables(results)}\n`);
const risky = Object.keys(results.read).filter((name) => isRisky(results, name));
if (risky.length > 0) console.log(`Read less often than square: ${risky.join("; ")}`);
