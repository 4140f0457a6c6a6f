import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import type { BudgetCount } from "./logo-budget.ts";
import { runTasks } from "./pool.ts";
import { printed } from "./printed.ts";
import { resultTables } from "./result-tables.ts";
import { countReadings, losses } from "./results.ts";
import { listTasks, type Outcome, type Readings, type Task } from "./tasks.ts";

const { values } = parseArgs({ options: { only: { type: "string" }, quick: { type: "boolean", default: false } } });
const only = values.only?.split(",") ?? [];
const isComplete = only.length === 0 && !values.quick;
const tasks = listTasks({ only, quick: values.quick });

const readings: Readings[] = [];
const budgets: BudgetCount[] = [];
const start = Date.now();
let shown = 0;
await runTasks<Task, Outcome>(tasks, (outcome) => {
  if ("style" in outcome) readings.push(outcome);
  else if ("safe" in outcome) budgets.push(outcome);
  const share = Math.floor((10 * (readings.length + budgets.length)) / tasks.length);
  if (share > shown) console.log(`${10 * share} % after ${Math.round((Date.now() - start) / 1000)} s`);
  shown = share;
});

const results = countReadings(readings, new Date().toISOString().slice(0, 10));
console.log(`\n${resultTables(results)}\n`);
if (isComplete) writeFileSync(fileURLToPath(new URL("results.json", import.meta.url)), printed(results));
fail(losses(results));

if (isComplete) {
  const sum = (count: (budget: BudgetCount) => number) => budgets.reduce((all, budget) => all + count(budget), 0);
  console.log(
    `hostile logos: ${sum(({ safe }) => safe)} codes called safe, ${sum(({ misread }) => misread.length)} of them not read ` +
      `by every decoder; ${sum(({ unsafe }) => unsafe)} called unsafe, ${sum(({ needless }) => needless.length)} of them ` +
      "read all the same",
  );
  fail(budgets.flatMap(({ misread }) => misread));
}

/** Prints the lines. Makes the command fail if there are any. */
function fail(lines: readonly string[]): void {
  if (lines.length === 0) return;
  console.log(lines.join("\n"));
  process.exitCode = 1;
}
