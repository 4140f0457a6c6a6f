import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { runTasks } from "./pool.ts";
import { printed } from "./printed.ts";
import { type SearchCount, seeds } from "./search.ts";
import { searchResults, searchTables } from "./search-results.ts";
import type { Outcome, Task } from "./tasks.ts";

const counts: SearchCount[] = [];
const start = Date.now();
await runTasks<Task, Outcome>(
  seeds.map((design) => ({ design })),
  (outcome) => {
    if ("design" in outcome) counts.push(outcome);
    if (counts.length % 10 === 0) {
      console.log(`${counts.length} of ${seeds.length} designs after ${Math.round((Date.now() - start) / 1000)} s`);
    }
  },
);
const results = searchResults(counts, new Date().toISOString().slice(0, 10));
writeFileSync(fileURLToPath(new URL("search.json", import.meta.url)), printed(results));
console.log(`\n${searchTables(results)}\n`);
