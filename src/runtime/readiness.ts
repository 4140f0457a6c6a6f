import { QrError } from "../errors.ts";
import { singleFlight } from "../once.ts";
import type { LinkStore } from "../ports.ts";
import { withTimeout } from "../stores/store-errors.ts";

/** Whether a server is to be given requests. */
export interface Readiness {
  /** @throws {QrError} STORE_AWAY (503) while links cannot be reached; BUSY (503) once the server stops. */
  check(): Promise<void>;
  /** From now on it is not. */
  stop(): void;
}

/** Shorter than balancers wait, so that they read why. */
const LIMIT = 2_000;

/** No link has it, and so nothing is found but whether the store answers. */
const NO_ID = "";

/** Readiness of a server that keeps its links in `links`, which has `limit` milliseconds to answer. However often it is
 *  asked, the store is asked one question at a time. */
export function createReadiness(links: LinkStore, limit: number = LIMIT): Readiness {
  let stopping = false;
  const ask = singleFlight(() => links.find(NO_ID));
  return {
    async check() {
      if (stopping) throw new QrError("BUSY", 503, "the server is stopping: try another one");
      await withTimeout(limit, ask(), () => new QrError("STORE_AWAY", 503, "links do not answer in time: try again"));
    },
    stop() {
      stopping = true;
    },
  };
}
