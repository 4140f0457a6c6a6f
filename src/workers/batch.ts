import { inLanes } from "../async/lanes.ts";
import { checkNames, functionOf, signalIn } from "../client/arguments.ts";
import { internalError, QrError } from "../errors.ts";
import type { OptionsOf } from "../options/option-types.ts";
import type { RawOptions } from "../options/parse.ts";
import { overlay } from "../options/presets.ts";
import { isObject, noObject, sharedOptions, withoutRemoved } from "../options/read.ts";
import type { OptionName } from "../options/table.ts";
import { ownOptions } from "../options/unknown-names.ts";
import type { Picture } from "../picture.ts";
import { onAbort } from "../work/on-abort.ts";
import type { JobSettings, Pool } from "../work/pool-rules.ts";
import { UnsentError, valueIn } from "../work/wire.ts";
import type { PictureJobs } from "./work.ts";

const ITEM_LIST = '{field} must be an array of objects, such as [{"data":"https://example.com"}]';
export const NOT_PLAIN = "options cannot be sent to a worker: use only text, numbers, booleans and plain objects";

/** The options of a pool that the functions of the library do not have. */
export const CONTENT = { data: "", dataBase64: "" } as const;

/** An item: all options, of which `data` is required. */
export type PoolItem = { readonly data: string } & OptionsOf<Exclude<OptionName, "data">>;

/** The outcome of one item. */
export type PoolEntry =
  | { readonly index: number; readonly picture: Picture }
  | { readonly index: number; readonly error: QrError };

export interface Progress {
  readonly done: number;
  readonly total: number;
}

export interface BatchSettings {
  /** Options for all items. An item's own options override them. */
  readonly options?: OptionsOf<OptionName> | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Called after every few items, and once at the end. */
  readonly onProgress?: ((progress: Progress) => void) | undefined;
}

const SETTINGS = { options: true, signal: true, onProgress: true } satisfies Record<keyof BatchSettings, true>;

type Run = Pool<PictureJobs>["run"];

interface Item {
  readonly index: number;
  readonly input: RawOptions;
}

/** Items per message. More would not speed up drawing, but would delay the first item and block the page's thread. */
const TOGETHER = 8;

/** There are at most two messages per worker, so they need not count towards the queue limit. */
const PATIENT: JobSettings = { patient: true };

/** Yields the pictures of `items` as a pool of `size` workers draws them. Keeps two messages per worker in progress, so
 *  that no worker waits for the caller. @internal */
export async function* drawAll(
  items: readonly PoolItem[],
  settings: BatchSettings | undefined,
  run: Run,
  size: number,
): AsyncGenerator<PoolEntry, void, undefined> {
  if (!Array.isArray(items)) {
    throw new QrError("INVALID_OPTION", { field: "items", rule: ITEM_LIST });
  }
  // A copy, because the caller may change the list while it is drawn.
  const list: readonly unknown[] = [...items];
  const total = list.length;
  checkNames(settings, SETTINGS);
  const { options, onProgress } = settings ?? {};
  const shared = ownOptions(sharedOptions(options ?? {}), CONTENT);
  functionOf("onProgress", onProgress);
  const signal = signalIn(settings);
  const end = new AbortController();
  signal?.throwIfAborted();
  const leave = onAbort(signal, () => end.abort(signal?.reason));
  let done = 0;
  try {
    const starts = Array.from({ length: Math.ceil(total / TOGETHER) }, (_, at) => at * TOGETHER);
    const draw = async (from: number) => {
      const { items, bad } = readItems(list.slice(from, from + TOGETHER), from, shared);
      return items.length === 0 ? bad : [...bad, ...(await drawTogether(items, run, end.signal))];
    };
    for await (const entries of inLanes(starts, 2 * size, draw, end.signal)) {
      done += entries.length;
      onProgress?.({ done, total });
      for (const entry of entries) {
        // Yields nothing after an abort, even if results are ready.
        end.signal.throwIfAborted();
        yield entry;
      }
    }
    if (done < total) end.signal.throwIfAborted();
  } finally {
    leave();
    end.abort();
  }
}

/** Reads items, the first of which has the index `from`. `bad` has the entries of items that cannot be drawn. */
function readItems(
  some: readonly unknown[],
  from: number,
  shared: RawOptions,
): { readonly items: Item[]; readonly bad: PoolEntry[] } {
  const items: Item[] = [];
  const bad: PoolEntry[] = [];
  for (const [at, item] of some.entries()) {
    const index = from + at;
    try {
      items.push({ index, input: readItem(item, index, shared) });
    } catch (error) {
      bad.push({ index, error: refusalOf(error) });
    }
  }
  return { items, bad };
}

function readItem(item: unknown, index: number, shared: RawOptions): RawOptions {
  if (!isObject(item)) throw noObject(index);
  try {
    return withoutRemoved(overlay(shared, ownOptions(item, CONTENT)));
  } catch (cause) {
    throw notPlain(cause);
  }
}

/** Sends one message for all items. If that fails, sends one message per item, so that an item that kills workers
 *  affects only itself. */
async function drawTogether(items: readonly Item[], run: Run, signal: AbortSignal): Promise<readonly PoolEntry[]> {
  const list = items.map(({ input }) => input);
  try {
    const outcomes = await run({ name: "generateSome", input: list }, signal, PATIENT);
    const pictureAt = async (at: number) => valueIn(outcomes[at] ?? { fault: "no response" });
    return Promise.all(items.map(({ index }, at) => entryOf(index, pictureAt(at), signal)));
  } catch (error) {
    if (signal.aborted) throw error;
    const drawOne = (input: RawOptions) => sendable(run({ name: "draw", input }, signal, PATIENT));
    return Promise.all(items.map(({ index, input }) => entryOf(index, drawOne(input), signal)));
  }
}

async function entryOf(index: number, drawn: Promise<Picture>, signal: AbortSignal): Promise<PoolEntry> {
  try {
    return { index, picture: await drawn };
  } catch (error) {
    if (signal.aborted) throw error;
    return { index, error: refusalOf(error) };
  }
}

function refusalOf(error: unknown): QrError {
  return error instanceof QrError ? error : internalError(error);
}

/** Settles like `call`, but rejects with INVALID_OPTION if the options cannot be sent to a worker. */
export async function sendable<Answer>(call: Promise<Answer>): Promise<Answer> {
  try {
    return await call;
  } catch (error) {
    throw error instanceof UnsentError ? notPlain(error.cause) : error;
  }
}

export function notPlain(cause: unknown): QrError {
  return new QrError("INVALID_OPTION", { rule: NOT_PLAIN, cause });
}
