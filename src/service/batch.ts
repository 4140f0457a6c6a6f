import type { BatchAnswer, BatchEntry } from "../api.ts";
import { QrError } from "../errors.ts";
import type { RawOptions } from "../options/parse.ts";
import { isObject } from "../options/read.ts";
import type { Picture } from "../picture.ts";
import { inOneLine, type TakeTurn } from "./turns.ts";

/** The most pictures a batch may ask for. */
export const MOST_ITEMS = 50;

/** Items under way at once. Their pictures are all that a batch keeps in memory, however slowly the answer is read. Two
 *  keep a thread of the pool at work while the next logo is fetched, and fifty of the largest pictures with the largest
 *  logos within 300 MB; the bench has the figure. */
const SIDE_BY_SIDE = 2;

/** The words of every item: those of the batch's `options`, then its own; undefined for an item that is no object.
 *  @throws {QrError} INVALID_OPTION when `words` are no batch. */
export function readBatch({ options, items }: RawOptions): (RawOptions | undefined)[] {
  const shared = sharedOptions(options ?? {});
  if (!Array.isArray(items) || items.length === 0 || items.length > MOST_ITEMS) {
    const rule = `must be an array of 1 to ${MOST_ITEMS} objects, such as [{"data":"https://example.com"}]`;
    throw new QrError("INVALID_OPTION", 400, rule, "items");
  }
  return items.map((item: unknown) => (isObject(item) ? { ...shared, ...item } : undefined));
}

/** The words for every item. @throws {QrError} INVALID_OPTION. */
export function sharedOptions(options: unknown): RawOptions {
  if (isObject(options)) return options;
  throw new QrError("INVALID_OPTION", 400, 'must be an object, such as {"size":512}', "options");
}

export function noObject(index: number): QrError {
  const rule = `{items}[${index}] must be an object, such as {"data":"https://example.com"}`;
  return new QrError("INVALID_OPTION", 400, rule, "items", { whole: true });
}

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
    if (error instanceof QrError) return { index, status: error.status, error: error.message, cause: error.cause };
    return { index, status: 500, error: "Internal error", cause: error };
  }
}
