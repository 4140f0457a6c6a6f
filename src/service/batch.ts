import type { BatchAnswer, BatchEntry } from "../api.ts";
import { QrError } from "../errors.ts";
import type { RawOptions } from "../options/parse.ts";
import type { Picture } from "../picture.ts";

/** The most pictures a batch may ask for. */
export const MOST_ITEMS = 50;

/** Items under way at once. Their pictures are all that a batch keeps in memory, however slowly the answer is read. */
const SIDE_BY_SIDE = 8;

const FORMATS: Readonly<Record<string, "png" | "svg" | "json">> = {
  "image/png": "png",
  "image/svg+xml": "svg",
  "application/json": "json",
};

/** The words of every item: those of the batch's `options`, then its own; undefined for an item that is no object.
 *  @throws {QrError} INVALID_OPTION when `words` are no batch. */
export function readBatch({ options = {}, items }: RawOptions): readonly (RawOptions | undefined)[] {
  if (!isObject(options)) {
    throw new QrError("INVALID_OPTION", 400, 'options must be an object, such as {"size":512}', "options");
  }
  if (!Array.isArray(items) || items.length === 0 || items.length > MOST_ITEMS) {
    const rule = `items must be an array of 1 to ${MOST_ITEMS} objects, such as [{"data":"https://example.com"}]`;
    throw new QrError("INVALID_OPTION", 400, rule, "items");
  }
  return items.map((item: unknown) => (isObject(item) ? { ...options, ...item } : undefined));
}

/** Draws `items` by `generate`, a few side by side, and gives their entries in order, as fast as they are asked for. */
export function drawBatch(
  items: readonly (RawOptions | undefined)[],
  generate: (words: RawOptions) => Promise<Picture>,
): BatchAnswer {
  return { count: items.length, results: inOrder(items, (words, index) => drawEntry(words, index, generate)) };
}

async function* inOrder(
  items: readonly (RawOptions | undefined)[],
  draw: (words: RawOptions | undefined, index: number) => Promise<BatchEntry>,
): AsyncGenerator<BatchEntry, void, undefined> {
  const underWay: Promise<BatchEntry>[] = [];
  for (const [index, words] of items.entries()) {
    underWay.push(draw(words, index));
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
    if (words === undefined) {
      const rule = `items[${index}] must be an object, such as {"data":"https://example.com"}`;
      throw new QrError("INVALID_OPTION", 400, rule, "items");
    }
    const { contentType, body } = await generate(words);
    const format = FORMATS[contentType] ?? "png";
    return { index, status: 200, format, contentType, output: outputOf(format, contentType, body) };
  } catch (error) {
    if (error instanceof QrError) return { index, status: error.status, error: error.message };
    return { index, status: 500, error: "Internal error", cause: error };
  }
}

function outputOf(format: "png" | "svg" | "json", contentType: string, body: Uint8Array | string) {
  const text = typeof body === "string" ? body : undefined;
  if (format === "json" && text !== undefined) return JSON.parse(text);
  return text ?? `data:${contentType};base64,${base64(body as Uint8Array)}`;
}

/** Pieces of a multiple of three bytes, so that only the last one is padded, and few enough for a call's arguments. */
const PIECE = 3 * 8192;

function base64(bytes: Uint8Array): string {
  let text = "";
  for (let from = 0; from < bytes.length; from += PIECE) {
    text += btoa(String.fromCharCode(...bytes.subarray(from, from + PIECE)));
  }
  return text;
}

function isObject(value: unknown): value is RawOptions {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
