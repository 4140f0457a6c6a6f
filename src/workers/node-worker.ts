import { parentPort } from "node:worker_threads";
import { portEndpoint } from "../work/node-worker.ts";
import { serveWork } from "../work/wire.ts";
import { createPictureWork, memoryOf } from "./work.ts";

/** The program of a pool's thread on Node: answers until it is ended. */
if (!parentPort) throw new Error("worker-node.js is the program of a worker thread: it is started by isoqr/workers");
const loadTools = async () => (await import("./node-logos.ts")).tools;
serveWork(createPictureWork(loadTools), portEndpoint(parentPort), memoryOf);
