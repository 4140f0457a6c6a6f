import { workerEndpoint } from "../adapters/web-worker.ts";
import { serveWork } from "../adapters/wire.ts";
import { pageOfWorker } from "./page-work.ts";
import { createPictureWork, memoryOf } from "./work.ts";

/** The program of a pool's worker in browsers: answers until it is ended. */
const page = pageOfWorker();
const loadTools = async () => (await import("./browser-logos.ts")).createTools(await page);
serveWork(createPictureWork(loadTools), workerEndpoint(), memoryOf);
