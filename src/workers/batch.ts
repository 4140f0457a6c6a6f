import { functionOf, signalIn } from "../client/arguments.ts";
import type { QrRequest } from "../client/client.ts";
import { internalError, QrError } from "../errors.ts";
import { inLanes } from "../lanes.ts";
import type { RawOptions } from "../options/parse.ts";
import { isObject, noObject, sharedOptions } from "../options/read.ts";
import type { OptionName, OptionsOf } from "../options/table.ts";
import type { Picture } from "../picture.ts";
import { onAbort } from "../work/on-abort.ts";
import type { JobSettings, Pool } from "../work/pool-rules.ts";
import { UnsentError, valueIn } from "../work/wire.ts";
import type { PictureJobs } from "./work.ts";

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

type Run = Pool<PictureJobs>["run"];

/** One of the list, as the caller wrote it. */
interface Raw {
  readonly index: number;
  readonly item: unknown;
}

interface Item {
  readonly index: number;
  readonly words: RawOptions;
}

/** Items in a message. Some tens of them would be as fast, but make the first wait and the page's thread busy. */
const TOGETHER = 8;

/** There are never more than two messages for each worker, so they may wait beside any number of calls. */
const PATIENT: JobSettings = { patient: true };

/** The pictures of `items`, each as soon as it is there, by a pool of `size` workers. Two messages for each worker are
 *  under way, so that none waits for the caller, and nothing more, however slowly the entries are taken.
 *  @internal as the pool below it is. */
export async function* drawAll(
  items: readonly QrRequest[],
  settings: BatchSettings | undefined,
  run: Run,
  size: number,
): AsyncGenerator<PoolEntry, void, undefined> {
  if (!Array.isArray(items)) {
    const rule = 'must be an array of objects, such as [{"data":"https://example.com"}]';
    throw new QrError("INVALID_OPTION", 400, rule, "items");
  }
  // What the caller does to the list in the meantime is not about this batch.
  const list: readonly unknown[] = [...items];
  const total = list.length;
  const { options, onProgress } = settings ?? {};
  const shared = { ...sharedOptions(options ?? {}) };
  functionOf("onProgress", onProgress);
  const signal = signalIn(settings);
  const end = new AbortController();
  signal?.throwIfAborted();
  const leave = onAbort(signal, () => end.abort(signal?.reason));
  let done = 0;
  try {
    const draw = (some: readonly Raw[]) => drawSome(some, shared, run, end.signal);
    for await (const entries of inLanes(partsOf(list), 2 * size, draw, end.signal)) {
      done += entries.length;
      onProgress?.({ done, total });
      for (const entry of entries) {
        // An aborted batch yields nothing more, even if it is ready.
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

/** Splits a list into as many items as a message has. */
function* partsOf(list: readonly unknown[]): Generator<readonly Raw[]> {
  for (let from = 0; from < list.length; from += TOGETHER) {
    yield list.slice(from, from + TOGETHER).map((item, at) => ({ index: from + at, item }));
  }
}

async function drawSome(
  some: readonly Raw[],
  shared: RawOptions,
  run: Run,
  signal: AbortSignal,
): Promise<readonly PoolEntry[]> {
  const items: Item[] = [];
  const bad: PoolEntry[] = [];
  for (const { index, item } of some) {
    try {
      items.push({ index, words: readItem(item, index, shared) });
    } catch (error) {
      bad.push({ index, error: refusalOf(error) });
    }
  }
  return items.length === 0 ? bad : [...bad, ...(await drawTogether(items, run, signal))];
}

function readItem(item: unknown, index: number, shared: RawOptions): RawOptions {
  if (!isObject(item)) throw noObject(index);
  try {
    return { ...shared, ...item };
  } catch (cause) {
    throw notPlain(cause);
  }
}

/** One message for all; where that fails, one for each, so that an item over which workers die sinks no other. */
async function drawTogether(items: readonly Item[], run: Run, signal: AbortSignal): Promise<readonly PoolEntry[]> {
  const list = items.map(({ words }) => words);
  try {
    const outcomes = await run({ name: "generateSome", input: list }, signal, PATIENT);
    return items.map(({ index }, at) => entryOf(index, () => valueIn(outcomes[at] ?? { fault: "no answer" })));
  } catch (error) {
    if (signal.aborted) throw error;
    return Promise.all(items.map((item) => drawOne(item, run, signal)));
  }
}

async function drawOne({ index, words }: Item, run: Run, signal: AbortSignal): Promise<PoolEntry> {
  try {
    return { index, picture: await sendable(run({ name: "generate", input: words }, signal, PATIENT)) };
  } catch (error) {
    if (signal.aborted) throw error;
    return { index, error: refusalOf(error) };
  }
}

function entryOf(index: number, draw: () => Picture): PoolEntry {
  try {
    return { index, picture: draw() };
  } catch (error) {
    return { index, error: refusalOf(error) };
  }
}

function refusalOf(error: unknown): QrError {
  return error instanceof QrError ? error : internalError(error);
}

/** Settles as `call` does. Options that cannot be sent to a worker, such as functions, are the caller's fault.
 *  @throws {QrError} INVALID_OPTION. */
export async function sendable<Answer>(call: Promise<Answer>): Promise<Answer> {
  try {
    return await call;
  } catch (error) {
    throw error instanceof UnsentError ? notPlain(error.cause) : error;
  }
}

function notPlain(cause: unknown): QrError {
  const sentence = "options must be plain values, which can be sent to a worker: texts, numbers, true and false";
  return new QrError("INVALID_OPTION", 400, sentence, undefined, { cause });
}
