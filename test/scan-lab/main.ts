import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { countBudgetErrors } from "./logo-budget.ts";
import { scanStyles } from "./style-scans.ts";
import { losers, MOST_LOST, scanTable } from "./table.ts";

const every = Array.from({ length: 40 }, (_, at) => at + 1);

const styles = await scanStyles(every);
writeFileSync(join(import.meta.dirname, "results.json"), `${JSON.stringify(styles, undefined, 2)}\n`);
console.log(`${scanTable(styles)}\n`);

const lost = losers(styles);
if (lost.length > 0) {
  console.log(`more than ${MOST_LOST} points below square: ${lost.join(", ")}`);
  process.exitCode = 1;
}

const budget = await countBudgetErrors({
  versions: every,
  levels: ["L", "M", "Q", "H"],
  logoSizes: [0.1, 0.15, 0.2, 0.25, 0.3, 0.35, 0.4],
});
console.log(
  `hostile logos: ${budget.safe} codes called safe, ${budget.misread.length} of them not read by every decoder; ` +
    `${budget.unsafe} called unsafe, ${budget.needless.length} of them read all the same`,
);
if (budget.misread.length > 0) {
  console.log(budget.misread.join("\n"));
  process.exitCode = 1;
}
