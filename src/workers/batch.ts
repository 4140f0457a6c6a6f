import type { Pool } from "../adapters/pool.ts";
import { valueIn } from "../adapters/wire.ts";
import type { QrRequest } from "../client/requests.ts";
import { QrError } from "../errors.ts";
import type { RawOptions } from "../options/parse.ts";
import type { OptionName, OptionsOf } from "../options/table.ts";
import type { Picture } from "../picture.ts";
import { sendable } from "./sendable.ts";
import type { PictureWork } from "./work.ts";

/** What became of one item. */
export type PoolEntry =
  | { readonly index: number; readonly picture: Picture }
  | { readonly index: number; readonly error: QrError };

export interface Progress {
  readonly done: number;
  readonly total: number;
}

export interface BatchSettings {
  /** For every item; an item's own options win. */
  readonly options?: OptionsOf<OptionName> | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Hears how many entries there are whenever there are more. */
  readonly onProgress?: ((progress: Progress) => void) | undefined;
}

type Submit = Pool<PictureWork>["submit"];

interface Item {
  readonly index: number;
  readonly words: RawOptions;
}

/** Items in a message. Some tens of them would be as fast, but make the first wait and the page's thread busy. */
const TOGETHER = 8;

/** The pictures of `items`, each as soon as it is there, by a pool of `size` workers. Two messages for each worker are
 *  under way, so that none waits for the caller, and nothing more, however slowly the entries are taken.
 *  @internal as the pool below it is. */
export async function* drawAll(
  items: readonly QrRequest[],
  { options = {}, signal, onProgress }: BatchSettings = {},
  submit: Submit,
  size: number,
): AsyncGenerator<PoolEntry, void, undefined> {
  if (!Array.isArray(items)) {
    const rule = 'items must be an array of objects, such as [{"data":"https://example.com"}]';
    throw new QrError("INVALID_OPTION", 400, rule, "items");
  }
  const total = items.length;
  const end = new AbortController();
  signal?.throwIfAborted();
  signal?.addEventListener("abort", () => end.abort(signal.reason), { signal: end.signal });
  const underWay = new Set<Promise<Landing>>();
  let [from, done] = [0, 0];

  interface Landing {
    readonly entries: readonly PoolEntry[];
    readonly flight: Promise<Landing>;
  }

  function takeOff(): void {
    const some = items
      .slice(from, from + TOGETHER)
      .map((item, at) => ({ index: from + at, words: item as RawOptions }));
    from += some.length;
    const flight: Promise<Landing> = drawSome(some, options, submit, end.signal).then((entries) => ({
      entries,
      flight,
    }));
    // Whoever waits for it hears of a rejection; when nobody does any more, nobody has to.
    flight.catch(() => {});
    underWay.add(flight);
  }

  try {
    for (;;) {
      while (underWay.size < 2 * size && from < total) takeOff();
      if (underWay.size === 0) return;
      const { entries, flight } = await Promise.race(underWay);
      underWay.delete(flight);
      done += entries.length;
      onProgress?.({ done, total });
      yield* entries;
    }
  } finally {
    end.abort();
  }
}

async function drawSome(
  items: readonly Item[],
  options: RawOptions,
  submit: Submit,
  signal: AbortSignal,
): Promise<readonly PoolEntry[]> {
  const objects = items.filter(({ words }) => typeof words === "object" && words !== null);
  const list = objects.map(({ index, words }) => ({ index, words: { ...options, ...words } }));
  const entries = items
    .filter((item) => !objects.includes(item))
    .map(({ index }) => ({ index, error: noObject(index) }));
  return list.length === 0 ? entries : [...entries, ...(await drawTogether(list, submit, signal))];
}

/** One message for all; where that fails, one for each, so that an item over which workers die sinks no other. */
async function drawTogether(
  items: readonly Item[],
  submit: Submit,
  signal: AbortSignal,
): Promise<readonly PoolEntry[]> {
  const list = items.map(({ words }) => words);
  try {
    const outcomes = await submit("generateSome", list, signal);
    return items.map(({ index }, at) => entryOf(index, () => valueIn(outcomes[at] ?? { fault: "no answer" })));
  } catch (error) {
    if (signal.aborted) throw error;
    return Promise.all(items.map((item) => drawOne(item, submit, signal)));
  }
}

async function drawOne({ index, words }: Item, submit: Submit, signal: AbortSignal): Promise<PoolEntry> {
  try {
    return { index, picture: await sendable(submit("generate", words, signal)) };
  } catch (error) {
    if (signal.aborted) throw error;
    return entryOf(index, () => {
      throw error;
    });
  }
}

function entryOf(index: number, draw: () => Picture): PoolEntry {
  try {
    return { index, picture: draw() };
  } catch (cause) {
    const unknown = () => new QrError("INTERNAL", 500, "Internal error", undefined, { cause });
    return { index, error: cause instanceof QrError ? cause : unknown() };
  }
}

function noObject(index: number): QrError {
  const rule = `items[${index}] must be an object, such as {"data":"https://example.com"}`;
  return new QrError("INVALID_OPTION", 400, rule, "items");
}
