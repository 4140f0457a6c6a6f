import type { Endpoint } from "comlink";
import type { HeavyWork } from "../ports.ts";
import { type WorkerCall as Call, callWork, type JobOf as Job, type ResultOf as Result, serveWork } from "./wire.ts";

/** The name of a piece of heavy work that every worker does, its job and its result. */
export type WorkName = Exclude<keyof HeavyWork, "drawPicture">;
export type JobOf<Name extends WorkName> = Job<HeavyWork, Name>;
export type ResultOf<Name extends WorkName> = Result<HeavyWork, Name>;

/** Asks the worker at the other end of one wire. */
export type WorkerCall = Call<HeavyWork>;

/** Answers for `work` at `endpoint`: the worker's end of the wire. */
export function serveHeavyWork(work: HeavyWork, endpoint: Endpoint): void {
  serveWork(work, endpoint);
}

/** The caller's end of the wire. */
export function callHeavyWork(endpoint: Endpoint): WorkerCall {
  return callWork<HeavyWork>(endpoint);
}
