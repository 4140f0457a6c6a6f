import { parentPort } from "node:worker_threads";
import { serveHeavyWork } from "../adapters/heavy-wire.ts";
import { portEndpoint } from "../adapters/node-worker.ts";
import { createHeavyWork } from "./heavy-work.ts";

/** The program of a pool's thread on Node: answers for the heavy work until it is ended. */
if (!parentPort) throw new Error("heavy-worker.js is the program of a worker thread: it is started by isoqr's server");
serveHeavyWork(createHeavyWork(), portEndpoint(parentPort));
