import type { Worker } from "node:cluster";
import { give, isReport } from "./process-messages.ts";

/** Milliseconds between two looks at a process that serves. */
const BEAT = 5_000;

/** Calls `onSilence` when `worker` has left two looks in a row unanswered: it hangs, and would keep the connections that
 *  come its way. Two, so that nobody is silent because all of the machine has slept. */
export function listenToHeart(worker: Worker, onSilence: () => void, beat: number = BEAT): void {
  let missed = 0;
  const hear = (message: unknown) => {
    if (isReport(message) && message.report === "alive") missed = 0;
  };
  const timer = setInterval(() => {
    if (missed >= 2) {
      clearInterval(timer);
      return onSilence();
    }
    missed += 1;
    give(worker, { order: "beat" });
  }, beat);
  worker.on("message", hear).once("exit", () => clearInterval(timer));
}
