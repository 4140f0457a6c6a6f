import { workerEndpoint } from "../work/web-worker.ts";
import { serveWork } from "../work/wire.ts";
import { pageOfWorker } from "./page-work.ts";
import { createPictureWork, memoryOf } from "./work.ts";

/** The program of a pool's worker in browsers: answers until it is ended. */
if (!("postMessage" in globalThis)) {
  throw new Error(
    "isoqr/worker is the program of a browser's worker: on Node, createPool of isoqr/workers starts threads by itself",
  );
}
const page = pageOfWorker();
const loadTools = async () => (await import("./browser-logos.ts")).createTools(await page);
serveWork(createPictureWork(loadTools), workerEndpoint(), memoryOf);
