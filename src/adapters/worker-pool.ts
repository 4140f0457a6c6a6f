import { QrError } from "../errors.ts";
import type { HeavyWork } from "../ports.ts";
import { createPool } from "./pool.ts";
import type { PoolRules, PoolSettings } from "./pool-rules.ts";

export type { PoolSettings, PoolWorker } from "./pool-rules.ts";

/** Heavy work in workers. */
export interface HeavyPool extends Required<HeavyWork> {
  /** Ends every worker; jobs under way and later ones are refused as BUSY. */
  close(): void;
}

/** A pool of workers behind the port. A job waits for the time limit at most, and then takes it at most. Every job settles:
 *  with its result, with its own error, or with BUSY (503) when the queue is full or time is up, INTERNAL (500) when its
 *  worker died: what ends a worker is not given to another one. */
export function createHeavyPool(settings: PoolSettings): HeavyPool {
  const rules: PoolRules = { waitLimit: settings.timeLimit, retries: () => 0, refusals };
  const { submit, close } = createPool<HeavyWork>(settings, rules);
  return {
    drawLogo: (job) => submit("drawLogo", job),
    readLogo: (bytes) => submit("readLogo", bytes),
    scan: (job) => submit("scan", job),
    drawCard: (job) => submit("drawCard", job),
    drawPicture: (job) => submit("drawPicture", job),
    close,
  };
}

const refusals: PoolRules["refusals"] = {
  busy: () => new QrError("BUSY", 503, "too many pictures are being worked on at the moment: try again in a second"),
  closed: () => new QrError("BUSY", 503, "the server is stopping: try again in a moment"),
  died: () => new QrError("INTERNAL", 500, "the picture could not be worked on: try again"),
  // A logo is the caller's own, so its time is the caller's fault; everything else is bounded and late only under load.
  overdue: (name) => {
    if (name !== "drawLogo" && name !== "readLogo") return refusals.busy();
    const action = name === "drawLogo" ? "draw" : "read";
    return new QrError("LOGO_INVALID", 400, `takes too long to ${action}: use a simpler picture`, "logo");
  },
};
