import type { BatchAnswer, QrApi, Report } from "../api.ts";
import { functionOf, objectOf, signalIn } from "../client/arguments.ts";
import type { QrRequest } from "../client/client.ts";
import { QrError } from "../errors.ts";
import type { PngOptions, SvgOptions } from "../index.ts";
import type { RawOptions } from "../options/parse.ts";
import { readBatch } from "../options/read.ts";
import type { OptionsOf } from "../options/table.ts";
import type { Picture } from "../picture.ts";
import { drawBatch } from "../service/batch.ts";
import { noCards, noLinks } from "../service/not-served.ts";
import { createPool } from "../work/pool.ts";
import type { PoolRules, PoolWorker } from "../work/pool-rules.ts";
import { type BatchSettings, drawAll, type PoolEntry, sendable } from "./batch.ts";
import type { PictureJobs } from "./work.ts";

export type { BatchSettings, PoolEntry, Progress } from "./batch.ts";

export interface PoolLimits {
  /** Workers at most, 1 to 64; by default one less than there are processors, 1 to 8. */
  readonly size?: number | undefined;
  /** Calls that may wait at most, 1 to a million; by default 10,000. One more is refused as BUSY. A batch is none, and waits
   *  however many do. */
  readonly queue?: number | undefined;
  /** Milliseconds that one call may take in its worker, 1 to an hour; by default 30,000. */
  readonly timeLimit?: number | undefined;
  /** Hears why a worker died. What it throws is ignored. */
  readonly report?: ((error: unknown) => unknown) | undefined;
}

export interface CallSettings {
  /** Ends the call: it rejects with the signal's reason. Work that a worker has begun still keeps that worker until it is
   *  done, for `timeLimit` at most. */
  readonly signal?: AbortSignal | undefined;
}

/** A logo on a picture. In browsers what the browser itself shows, of the page's own server or one that lets it (CORS); an
 *  SVG is drawn by the page, in an image. On Node SVG and JPEG take @resvg/resvg-wasm, and WebP takes @jsquash/webp. */
export type LogoOptions = OptionsOf<"logo" | "logoData" | "logoMime" | "logoSize" | "logoMargin">;

/** The service without links, social images and proofs, done by workers. It is a `QrApi` as every other, and has the
 *  library's functions beside it, with logos. Every promise settles: with its answer, with a QrError as the library throws
 *  it, with the signal's reason, BUSY (503) when too much waits or the pool is disposed of, or INTERNAL (500) when two workers
 *  died over a call, when none starts, or when one took too long. */
export interface Pool extends QrApi {
  /** A PNG file of exactly size x size pixels with the QR code of `text`. */
  toPng(text: string, options?: PngOptions & LogoOptions, call?: CallSettings): Promise<Uint8Array<ArrayBuffer>>;
  /** A complete SVG document with the QR code of `text`. */
  toSvg(text: string, options?: SvgOptions & LogoOptions, call?: CallSettings): Promise<string>;
  /** Any number of pictures, each as soon as it is there. A bad item is an entry with an error. Only a few are drawn
   *  ahead of those that are taken. Rejects with the signal's reason. */
  batch(items: readonly QrRequest[], settings?: BatchSettings): AsyncGenerator<PoolEntry, void, undefined>;
  generate(words: RawOptions, call?: CallSettings): Promise<Picture>;
  generateBatch(words: RawOptions, call?: CallSettings): Promise<BatchAnswer>;
  inspect(words: RawOptions, call?: CallSettings): Promise<Report>;
  /** Ends all workers; what is under way is refused. */
  dispose(): void;
}

/** Where a pool is.
 *  @internal as the pool below it is. */
export interface PoolHost {
  readonly spawn: () => PoolWorker;
  readonly processors: number;
  /** What to look at when no worker has ever answered, the last having ended by `cause`. */
  notStarted(cause: unknown): string;
}

/** A pool of the workers of `host`.
 *  @throws {QrError} INVALID_OPTION.
 *  @internal as its types are those of packages that nobody has to install. */
export function createPicturePool({ spawn, processors, notStarted }: PoolHost, limits: PoolLimits): Pool {
  const size = checked("size", limits.size ?? Math.min(8, Math.max(1, processors - 1) || 1), 64);
  const queue = checked("queue", limits.queue ?? 10_000, 1_000_000);
  const timeLimit = checked("timeLimit", limits.timeLimit ?? 30_000, 3_600_000);
  const report = functionOf("report", limits.report);
  const settings = { spawn, size, queue, timeLimit, idleLimit: IDLE_LIMIT, ...(report && { report }) };
  const { run, close } = createPool<PictureJobs>(settings, rulesOf(notStarted));
  // Refusals of what is no object, or no signal, are to reject as all others do.
  const generate = async (words: RawOptions, call?: CallSettings) =>
    sendable(run({ name: "generate", input: optionsOf(words) }, signalIn(call)));
  const inspect = async (words: RawOptions, call?: CallSettings) =>
    sendable(run({ name: "inspect", input: optionsOf(words) }, signalIn(call)));
  return {
    ...noLinks,
    ...noCards,
    generate,
    inspect,
    async generateBatch(words, call) {
      const signal = signalIn(call);
      return drawBatch(readBatch(objectOf(words, "items: [...]")), (item) => generate(item, { signal }));
    },
    async toPng(text, options, call) {
      const { body } = await generate({ ...options, data: text, format: "png" }, call);
      return body as Uint8Array<ArrayBuffer>;
    },
    async toSvg(text, options, call) {
      const { body } = await generate({ ...options, data: text, format: "svg" }, call);
      return body as string;
    },
    batch: (items, batchSettings) => drawAll(items, batchSettings, run, size),
    dispose: close,
  };
}

/** The words of a call for a picture. Names that are no options are passed over, but a signal that nobody heard would look as
 *  if it were obeyed. @throws {QrError} INVALID_OPTION. */
function optionsOf(words: RawOptions): RawOptions {
  const options = objectOf(words);
  if (!("signal" in options)) return options;
  const rule = "is no option: give it in the argument after the options, as { signal }";
  throw new QrError("INVALID_OPTION", 400, rule, "signal");
}

/** @throws {QrError} INVALID_OPTION for what is no whole number from 1 to `most`. */
function checked(name: string, value: number, most: number): number {
  if (Number.isInteger(value) && value >= 1 && value <= most) return value;
  throw new QrError("INVALID_OPTION", 400, `must be a whole number from 1 to ${most}`, name);
}

/** Milliseconds after which a worker without work is ended. */
const IDLE_LIMIT = 60_000;

const DIED = "two workers died over this picture: try another one";

function rulesOf(notStarted: PoolHost["notStarted"]): PoolRules<PictureJobs> {
  return {
    // What was drawn together is drawn one by one, and that is its second chance.
    retries: (name) => (name === "generateSome" ? 0 : 1),
    refusals: {
      busy: () => new QrError("BUSY", 503, "too many calls wait for the pool: wait for some of them, or use batch"),
      closed: () => new QrError("BUSY", 503, "the pool has been disposed of: create another one"),
      died: (started, cause) => new QrError("INTERNAL", 500, started ? DIED : notStarted(cause), undefined, { cause }),
      overdue: () => new QrError("INTERNAL", 500, "the picture took too long and was given up: ask for less at once"),
    },
  };
}
