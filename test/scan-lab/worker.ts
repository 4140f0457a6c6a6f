import { fileURLToPath } from "node:url";
import { perform, type Task } from "./tasks.ts";
import { rememberReads } from "./verdicts.ts";

/** A process of the lab: does the tasks that main.ts sends. */

const reads = rememberReads(fileURLToPath(new URL("../../build/scan-lab.txt", import.meta.url)));

process.on("message", async (task: Task) => {
  process.send?.(await perform(task, reads));
});
// The parent was stopped.
process.on("disconnect", () => process.exit());
process.send?.("ready");
