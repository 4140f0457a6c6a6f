import { fileURLToPath } from "node:url";
import { type MixedTask, performMixed } from "./grades/perform.ts";
import { looks } from "./looks.ts";
import { drawView, samplePictures } from "./pictures.ts";
import { loadSearch } from "./search.ts";
import { perform, type Task } from "./tasks.ts";
import { rememberReads, rememberRows } from "./verdicts.ts";

/** A worker process of the scan lab. Runs the tasks that it receives from main.ts or grades/main.ts. */

const reads = rememberReads(fileURLToPath(new URL("../../../build/scan-lab.txt", import.meta.url)));

const rows = rememberRows(fileURLToPath(new URL("../../../build/scan-grades.txt", import.meta.url)));

// Loads the code of captions and logos now, because run.mjs cannot import modules after this one.
const [picture] = samplePictures(1);
for (const name of ["frame=plain", "logoShape=square"]) if (picture) await drawView(picture, looks[name] ?? {});

// So do searches. Without its decoders, a scan check would give lower grades.
await loadSearch();

process.on("message", async (task: Task | MixedTask) => {
  process.send?.(await ("seed" in task ? performMixed(task, reads, rows) : perform(task, reads)));
});
// The parent process has exited.
process.on("disconnect", () => process.exit());
process.send?.("ready");
