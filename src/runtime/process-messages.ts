import type { Worker } from "node:cluster";
import type { Configuration } from "./configuration.ts";

/** What the process that was started tells those that share its port. */
export type Order =
  | {
      readonly order: "serve";
      readonly configuration: Configuration;
      /** Which of them it is; the first one is "1". */
      readonly place: string;
    }
  /** Take no new connections, say so, and end when those that are there are gone. */
  | { readonly order: "drain" }
  /** Tell callers to leave their connections: whoever opens another comes to a process that takes it, or to none. */
  | { readonly order: "leave" }
  /** Say that you are alive. */
  | { readonly order: "beat" }
  | { readonly order: "figures"; readonly question: number };

/** The figures of one process, as prom-client sends them. */
export type Figures = readonly object[];

/** What they tell it: that they listen to orders, that they serve, or the sentence that says why not, that they
 *  take no new connections; and what it asked. */
export type Report =
  | { readonly report: "listening" }
  | { readonly report: "serving"; readonly url: string }
  | { readonly report: "failed"; readonly sentence: string }
  | { readonly report: "closed" }
  | { readonly report: "alive" }
  | { readonly report: "figures"; readonly question: number; readonly figures: Figures };

/** Sends `order`; to one that is about to end it makes no difference. */
export function give(worker: Worker, order: Order): void {
  if (worker.isConnected()) worker.send(order, () => undefined);
}

/** Whether `message` is a report; libraries send messages of their own. */
export function isReport(message: unknown): message is Report {
  return typeof message === "object" && message !== null && "report" in message;
}

/** Whether `message` is an order. */
export function isOrder(message: unknown): message is Order {
  return typeof message === "object" && message !== null && "order" in message;
}
