import { workerEndpoint } from "../adapters/web-worker.ts";
import { serveWork } from "../adapters/wire.ts";
import { createPictureWork, memoryOf } from "./work.ts";

/** The program of a pool's worker in browsers and Deno: answers until it is ended. */
serveWork(createPictureWork(), workerEndpoint(), memoryOf);
