import { fileURLToPath } from "node:url";
import { type MixedTask, performMixed } from "./grades/perform.ts";
import { perform, type Task } from "./tasks.ts";
import { rememberReads, rememberRows } from "./verdicts.ts";

/** A worker process of the scan lab. Runs the tasks that it receives from main.ts or grades/main.ts. */

const reads = rememberReads(fileURLToPath(new URL("../../build/scan-lab.txt", import.meta.url)));

const rows = rememberRows(fileURLToPath(new URL("../../build/scan-grades.txt", import.meta.url)));

process.on("message", async (task: Task | MixedTask) => {
  process.send?.(await ("seed" in task ? performMixed(task, reads, rows) : perform(task, reads)));
});
// The parent process has exited.
process.on("disconnect", () => process.exit());
process.send?.("ready");
