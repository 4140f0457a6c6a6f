import type { Report } from "../../src/api.ts";
import { isWhole } from "../offline/offline.ts";
import { hasServer, service } from "../picture.ts";
import type { Reading } from "../reading.ts";

/** Milliseconds without a change after which a code is proved. */
const REST = 350;

export interface Proof {
  /** Reports on the code once nothing has changed for a while; what was asked before is given up. */
  ask(reading: Reading): void;
}

/** Whether the worker of this page answers, so that nothing leaves the device. */
const isOnDevice = () => Boolean(navigator.serviceWorker?.controller);

/** Has codes read back by a decoder, by the worker of this page or by the server. `show` hears of reports, and of
 *  nothing where there is none yet; where none will come, also why. */
export function createProof(show: (report: Report | undefined, why?: string) => void): Proof {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let running = new AbortController();

  async function prove({ words, payload, data }: Reading): Promise<void> {
    const { signal } = running;
    if (data === undefined || !(isOnDevice() || hasServer)) return;
    // No secret goes to a server by itself, as it would for a part that is missing or a logo that pages cannot have.
    const isNear = !payload?.secret || (words.logo === undefined && (await isWhole));
    if (signal.aborted) return;
    if (!isNear) return show(undefined, "a secret is not sent to a server to be read back");
    try {
      const report = await service.validate({ ...words, data }, { signal });
      if (!signal.aborted) show(report);
    } catch {
      // Without a proof the page still says all that can be computed.
      if (!signal.aborted) show(undefined, "nobody could be asked to read it back");
    }
  }

  return {
    ask(reading) {
      clearTimeout(timer);
      running.abort();
      running = new AbortController();
      show(undefined);
      timer = setTimeout(() => void prove(reading), REST);
    },
  };
}
