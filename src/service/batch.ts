import type { BatchAnswer, BatchEntry } from "../api.ts";
import { internalError, QrError } from "../errors.ts";
import { nextTask } from "../next-task.ts";
import type { RawOptions } from "../options/parse.ts";
import { noObject } from "../options/read.ts";
import type { Picture } from "../picture.ts";
import type { HeavyWork } from "../ports.ts";

/** Schedules `work`, which never rejects. */
export type Schedule = <Value>(work: () => Promise<Value>) => Promise<Value>;

let lastTurn: Promise<unknown> = Promise.resolve();

/** Runs `work` in one queue for all batches, with a pause before each item in which single pictures are drawn. */
export const runQueued: Schedule = (work) => {
  const begun = lastTurn.then(nextTask).then(() => ({ value: work() }));
  // The next pause begins when this item is drawn, or waits for other work: one that began earlier would be over by then.
  lastTurn = begun.then(({ value }) => Promise.race([value, nextTask()]));
  return begun.then(({ value }) => value);
};

/** Runs `work` after a pause, whatever other batches do. For hosts that drop all promises of a client that disconnects:
 *  everything queued behind one of those would hang. */
export const runApart: Schedule = async (work) => {
  await nextTask();
  return work();
};

/** Items under way at once, whose pictures are all that a batch keeps in memory. Two keep a thread busy while the next logo
 *  is fetched. */
export const SIDE_BY_SIDE = 2;

/** Draws `items` with `generate`, a few at a time, and yields their entries in order, as fast as they are read. Removes each
 *  item from the list, so that its memory can be freed. */
export function drawBatch(
  items: (RawOptions | undefined)[],
  generate: (words: RawOptions) => Promise<Picture>,
  schedule: Schedule = runQueued,
): BatchAnswer {
  const draw = (words: RawOptions | undefined, index: number) => schedule(() => drawEntry(words, index, generate));
  return { count: items.length, results: inOrder(items, draw) };
}

/** Unlike `inLanes`, yields entries in the order of the items, and starts no item before an entry is asked for: a caller who
 *  stops reading stops the work. */
async function* inOrder(
  items: (RawOptions | undefined)[],
  draw: (words: RawOptions | undefined, index: number) => Promise<BatchEntry>,
): AsyncGenerator<BatchEntry, void, undefined> {
  const underWay: Promise<BatchEntry>[] = [];
  for (let index = 0; items.length > 0; index++) {
    underWay.push(draw(items.shift(), index));
    const first = underWay.length === SIDE_BY_SIDE ? underWay.shift() : undefined;
    if (first) yield first;
  }
  // One by one out of the list, so that an entry that was taken is not kept.
  for (let first = underWay.shift(); first; first = underWay.shift()) yield first;
}

/** Never rejects: a failure becomes the item's entry. */
async function drawEntry(
  words: RawOptions | undefined,
  index: number,
  generate: (words: RawOptions) => Promise<Picture>,
): Promise<BatchEntry> {
  try {
    if (words === undefined) throw noObject(index);
    return { index, status: 200, picture: await generate(words) };
  } catch (error) {
    const { status, message, cause } = error instanceof QrError ? error : internalError(error);
    return { index, status, error: message, cause };
  }
}

/** Limits the heavy jobs of all batches together to `most` at a time; others wait here. Otherwise an accepted batch would be
 *  refused item by item when the queue of the pool is full, or a job has waited there too long. */
export function forBatches(heavy: HeavyWork, most: number): HeavyWork {
  const waiting: (() => void)[] = [];
  let underWay = 0;

  async function inTurn<Value>(work: () => Promise<Value>): Promise<Value> {
    if (underWay === most) await new Promise<void>((resolve) => waiting.push(resolve));
    else underWay++;
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else underWay--;
    }
  }

  return { jobs: heavy.jobs, run: (job, signal) => inTurn(() => heavy.run(job, signal)) };
}
