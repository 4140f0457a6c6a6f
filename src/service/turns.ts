import { nextTask } from "../next-task.ts";

/** Begins `work`, which never rejects, when its turn has come. */
export type TakeTurn = <Value>(work: () => Promise<Value>) => Promise<Value>;

let lastTurn: Promise<unknown> = Promise.resolve();

/** Begins `work` when all that was given before has begun, and what else waited meanwhile is done: between two items, be
 *  they of one batch or of two, single pictures have their turn. */
export const inOneLine: TakeTurn = (work) => {
  const begun = lastTurn.then(nextTask).then(() => ({ value: work() }));
  // The next pause begins when this is drawn, or is left to others: one that began earlier would be over by then.
  lastTurn = begun.then(({ value }) => Promise.race([value, nextTask()]));
  return begun.then(({ value }) => value);
};

/** Begins `work` when what else waited is done, whatever other batches do: for hosts that end all promises of a caller who
 *  goes away, where whoever stood in line behind him would wait for ever. */
export const eachForItself: TakeTurn = async (work) => {
  await nextTask();
  return work();
};
