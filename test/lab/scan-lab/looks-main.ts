import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { countLooks, type LookReadings, lookTables, mergeLooks, worstOf } from "./look-results.ts";
import { type LookTask, listLookTasks, looks, shapes } from "./looks.ts";
import { runTasks } from "./pool.ts";
import { printed } from "./printed.ts";
import type { Readings } from "./tasks.ts";

const { values } = parseArgs({
  options: {
    looks: { type: "boolean" },
    shapes: { type: "boolean" },
    only: { type: "string" },
    quick: { type: "boolean", default: false },
  },
});
// Separated by semicolons, because names of looks contain commas.
const only = values.only?.split(";") ?? [];
const of = values.shapes ? shapes : looks;
const tasks = listLookTasks({ only, quick: values.quick, of });

const readings: LookReadings[] = [];
const start = Date.now();
let shown = 0;
await runTasks<LookTask, Readings>(tasks, (outcome, { picture }) => {
  readings.push({ ...outcome, picture });
  const share = Math.floor((10 * readings.length) / tasks.length);
  if (share > shown) console.log(`${10 * share} % after ${Math.round((Date.now() - start) / 1000)} s`);
  shown = share;
});

// Tasks end in any order.
const order = Object.keys(of);
readings.sort((a, b) => order.indexOf(a.style) - order.indexOf(b.style));
const results = countLooks(readings, new Date().toISOString().slice(0, 10));
console.log(`\n${lookTables(results)}\n`);
const risky = Object.keys(results.read).filter((name) => worstOf(results, name));
if (risky.length > 0) console.log(`Read less often than square: ${risky.join("; ")}`);

if (!values.quick) {
  const path = fileURLToPath(new URL(values.shapes ? "shapes.json" : "looks.json", import.meta.url));
  writeFileSync(path, printed(only.length > 0 ? mergeLooks(JSON.parse(readFileSync(path, "utf8")), results) : results));
}
