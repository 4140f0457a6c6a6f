import type { BatchAnswer, BatchEntry } from "../api.ts";
import { internalError, QrError } from "../errors.ts";
import type { RawOptions } from "../options/parse.ts";
import { noObject } from "../options/read.ts";
import type { Picture } from "../picture.ts";
import { inOneLine, type TakeTurn } from "./turns.ts";

/** Items under way at once. Their pictures are all that a batch keeps in memory, however slowly the answer is read. Two
 *  keep a thread of the pool at work while the next logo is fetched, and fifty of the largest pictures with the largest
 *  logos within 300 MB; the bench has the figure. */
export const SIDE_BY_SIDE = 2;

/** Draws `items` by `generate`, a few side by side and each when its turn has come, and gives their entries in order, as
 *  fast as they are asked for. Removes each item from the list, so that its memory can be freed once it is drawn. */
export function drawBatch(
  items: (RawOptions | undefined)[],
  generate: (words: RawOptions) => Promise<Picture>,
  takeTurn: TakeTurn = inOneLine,
): BatchAnswer {
  const draw = (words: RawOptions | undefined, index: number) => takeTurn(() => drawEntry(words, index, generate));
  return { count: items.length, results: inOrder(items, draw) };
}

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

/** Never rejects: what goes wrong with an item is its entry. */
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
