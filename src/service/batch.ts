import type { BatchAnswer, BatchEntry } from "../api.ts";
import { nextTask } from "../async/next-task.ts";
import { internalError, QrError, statusOf } from "../errors.ts";
import type { RawOptions } from "../options/parse.ts";
import { noObject } from "../options/read.ts";
import type { Picture } from "../picture.ts";
import type { HeavyWork } from "../ports.ts";

/** Number of items that a batch draws at a time, which is also the number of pictures in memory. With two, the thread stays
 *  busy while the logo of the next item is fetched. */
export const SIDE_BY_SIDE = 2;

/** Draws `items` with `generate`, a few at a time, as the caller reads the results. Entries are in the order of the
 *  items. Removes each item from the array, so that its memory can be freed. */
export function drawBatch(
  items: (RawOptions | undefined)[],
  generate: (input: RawOptions) => Promise<Picture>,
): BatchAnswer {
  // Other requests are handled in the pause before each item.
  const draw = (input: RawOptions | undefined, index: number) =>
    nextTask().then(() => drawEntry(input, index, generate));
  return { count: items.length, results: inOrder(items, draw) };
}

/** Yields entries in the order of the items, unlike `inLanes`. Starts items only when the caller requests an entry: if the
 *  caller stops reading, no more items start. */
async function* inOrder(
  items: (RawOptions | undefined)[],
  draw: (input: RawOptions | undefined, index: number) => Promise<BatchEntry>,
): AsyncGenerator<BatchEntry, void, undefined> {
  const underWay: Promise<BatchEntry>[] = [];
  for (let index = 0; items.length > 0; index++) {
    underWay.push(draw(items.shift(), index));
    const first = underWay.length === SIDE_BY_SIDE ? underWay.shift() : undefined;
    if (first) yield first;
  }
  // shift() removes entries that were yielded, so that their memory can be freed.
  for (let first = underWay.shift(); first; first = underWay.shift()) yield first;
}

/** Resolves to the entry of an item. Never rejects: errors become entries. */
async function drawEntry(
  input: RawOptions | undefined,
  index: number,
  generate: (input: RawOptions) => Promise<Picture>,
): Promise<BatchEntry> {
  try {
    if (input === undefined) throw noObject(index);
    return { index, status: 200, picture: await generate(input) };
  } catch (error) {
    const known = error instanceof QrError ? error : internalError(error);
    return { index, status: statusOf(known), error: known.message, cause: known.cause };
  }
}

/** Marks the jobs of batches as patient, and limits them to `most` at a time. The limit is for hosts whose queue does not
 *  support patient jobs: their jobs fail if the queue is full, or if they wait for too long. */
export function forBatches(heavy: HeavyWork, most: number): HeavyWork {
  const waiting: (() => void)[] = [];
  let underWay = 0;

  async function limited<Value>(work: () => Promise<Value>): Promise<Value> {
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

  return { jobs: heavy.jobs, run: (job, signal) => limited(() => heavy.run({ ...job, patient: true }, signal)) };
}
