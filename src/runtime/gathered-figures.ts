import type { Worker } from "node:cluster";
import { type Figures, give, isReport } from "./process-messages.ts";

/** Milliseconds for a process to give its figures; whoever asks for those of all waits no longer. */
const LIMIT = 1_000;

/** The figures of several processes. */
export interface Gathered {
  /** Of each that gave its own. */
  readonly given: readonly Figures[];
  /** How many did not. */
  readonly silent: number;
}

/** Asks each of `workers` for its figures; `count` is how many there should be. However often it is called, there is one
 *  question at a time. */
export function createGatherer(workers: () => Iterable<Worker>, count: number): () => Promise<Gathered> {
  let asking: Promise<Gathered> | undefined;
  const gather = async (): Promise<Gathered> => {
    const answers = await Promise.all(Array.from(workers(), ask));
    const given = answers.filter((one) => one !== undefined);
    return { given, silent: Math.max(0, count - given.length) };
  };
  return () => {
    asking ??= gather().finally(() => {
      asking = undefined;
    });
    return asking;
  };
}

let questions = 0;

/** Resolves to undefined when there is no answer in time. */
function ask(worker: Worker): Promise<Figures | undefined> {
  const question = ++questions;
  return new Promise((resolve) => {
    const settle = (figures: Figures | undefined) => {
      clearTimeout(late);
      worker.off("message", hear);
      resolve(figures);
    };
    const hear = (message: unknown) => {
      if (isReport(message) && message.report === "figures" && message.question === question) settle(message.figures);
    };
    const late = setTimeout(settle, LIMIT, undefined);
    worker.on("message", hear);
    give(worker, { order: "figures", question });
  });
}
