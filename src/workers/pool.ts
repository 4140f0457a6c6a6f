import type { BatchAnswer, QrApi, Report } from "../api.ts";
import { checkNames, functionOf, objectOf, signalIn } from "../client/arguments.ts";
import type { DesignOptions } from "../design.ts";
import { QrError } from "../errors.ts";
import { verbatim } from "../messages/message.ts";
import { integerRange } from "../messages/option-rules.ts";
import type { OptionsOf } from "../options/option-types.ts";
import type { RawOptions } from "../options/parse.ts";
import { isObject, readBatch } from "../options/read.ts";
import { DESIGN, type LogoName } from "../options/table.ts";
import { libraryOptions, optionsIn, otherFormat, ownOptions, unknownIn } from "../options/unknown-names.ts";
import type { Picture } from "../picture.ts";
import { drawBatch } from "../service/batch.ts";
import { noCards, noLinks, noPictureCodes, noPrint, noSearches } from "../service/not-served.ts";
import { createPool } from "../work/pool.ts";
import type { PoolRules, PoolWorker } from "../work/pool-rules.ts";
import { type BatchSettings, CONTENT, drawAll, notPlain, type PoolEntry, type PoolItem, sendable } from "./batch.ts";
import type { PictureJobs } from "./work.ts";

export const SIGNAL_APART = "{field} must be passed as { signal } in the argument after the options";

export type { BatchSettings, PoolEntry, PoolItem, Progress } from "./batch.ts";

export interface PoolLimits {
  /** Maximum number of workers, 1 to 64. By default, this is the number of processors minus 1, but at least 1 and at
   *  most 8. */
  readonly size?: number | undefined;
  /** Maximum number of waiting calls, 1 to 1,000,000 (default 10,000). Further calls reject with BUSY. Batch items do
   *  not count. */
  readonly queue?: number | undefined;
  /** Maximum time in milliseconds that a call may take in its worker, 1 to 3,600,000 (default 30,000). */
  readonly timeLimit?: number | undefined;
  /** Called with the reason when a worker dies. Errors that it throws are ignored. */
  readonly report?: ((error: unknown) => unknown) | undefined;
}

export interface CallSettings {
  /** Aborts the call, which rejects with the signal's reason. The worker stays busy until the call is done or exceeds
   *  `timeLimit`. */
  readonly signal?: AbortSignal | undefined;
}

/** Options for a logo. Browsers draw all image formats they support, from the same origin or with CORS. Node requires
 *  @resvg/resvg-wasm for SVG and JPEG, and @jsquash/webp for WebP. */
export type LogoOptions = OptionsOf<LogoName>;

/** Options that only pools have. */
export type PoolOptions = LogoOptions;

export type PoolPngOptions = Omit<DesignOptions, "title"> & PoolOptions;
export type PoolSvgOptions = Omit<DesignOptions, "pngColor"> & PoolOptions;

/** Draws images in workers, with the functions of the service and of the library, which accept logos here. Links,
 *  social cards and scan checks are not supported. Every promise settles. A call rejects with the QrError that the
 *  library throws, or with the signal's reason. It rejects with BUSY (503) if too many calls wait or the pool was
 *  disposed of, and with INTERNAL (500) if the call killed two workers or took too long, or no worker starts. */
export interface Pool extends QrApi {
  /** Resolves to a PNG file with the QR code for `text`, `size` pixels wide and high. Look options need no
   *  `design()`: the worker loads the code for them. Rejects `title`, unless a design contains it. */
  toPng(text: string, options?: PoolPngOptions, call?: CallSettings): Promise<Uint8Array<ArrayBuffer>>;
  /** Resolves to a complete SVG document with the QR code for `text`. Rejects `pngColor`, unless a design contains it. */
  toSvg(text: string, options?: PoolSvgOptions, call?: CallSettings): Promise<string>;
  /** Yields an entry for each item as soon as it is drawn, in any order: the image, or the error of an invalid item.
   *  Draws no more than about 16 items per worker ahead of the reader. Rejects with the signal's reason. */
  batch(items: readonly PoolItem[], settings?: BatchSettings): AsyncGenerator<PoolEntry, void, undefined>;
  generate(input: RawOptions, call?: CallSettings): Promise<Picture>;
  generateBatch(input: RawOptions, call?: CallSettings): Promise<BatchAnswer>;
  inspect(input: RawOptions, call?: CallSettings): Promise<Report>;
  /** Terminates all workers, and rejects pending calls. */
  dispose(): void;
}

/** @internal */
export interface PoolHost {
  readonly spawn: () => PoolWorker;
  readonly processors: number;
  /** Returns the error message for a pool whose workers never responded. `cause` is the reason why the last one
   *  ended. */
  notStarted(cause: unknown): string;
}

const LIMITS = { size: true, queue: true, timeLimit: true, report: true } satisfies Record<keyof PoolLimits, true>;

/** Creates a pool of the workers of `host`. `limits` may also have the settings of the host in `own`. @throws {QrError} INVALID_OPTION.
 *  @internal because its types need optional packages. */
export function createPicturePool(
  { spawn, processors, notStarted }: PoolHost,
  limits: PoolLimits,
  own: Readonly<Record<string, true>> = {},
): Pool {
  checkNames(limits, { ...LIMITS, ...own });
  const size = checked("size", limits.size ?? Math.min(8, Math.max(1, processors - 1) || 1), 64);
  const queue = checked("queue", limits.queue ?? 10_000, 1_000_000);
  const timeLimit = checked("timeLimit", limits.timeLimit ?? 30_000, 3_600_000);
  const report = functionOf("report", limits.report);
  const settings = { spawn, size, queue, timeLimit, idleLimit: IDLE_LIMIT, ...(report && { report }) };
  const { run, close } = createPool<PictureJobs>(settings, rulesOf(notStarted));
  // Async, so that invalid arguments cause a rejection instead of an exception.
  const pictureBy = (name: "generate" | "draw") => async (input: RawOptions, call?: CallSettings) =>
    sendable(run({ name, input: optionsOf(input) }, signalIn(call)));
  const [generate, draw] = [pictureBy("generate"), pictureBy("draw")];
  const inspect = async (input: RawOptions, call?: CallSettings) =>
    sendable(run({ name: "inspect", input: optionsOf(input) }, signalIn(call)));
  return {
    ...noLinks,
    ...noCards,
    ...noPictureCodes,
    ...noPrint,
    ...noSearches,
    generate,
    inspect,
    async generateBatch(input, call) {
      const signal = signalIn(call);
      const { options, items } = objectOf(input, "items: [...]");
      const batch = { options: withInherited(options), items: Array.isArray(items) ? items.map(withInherited) : items };
      return drawBatch(readBatch(batch), (item) => generate(item, { signal }));
    },
    async toPng(text, options, call) {
      const { body } = await draw({ ...imageOptions(options, "png"), data: text, format: "png" }, call);
      return body as Uint8Array<ArrayBuffer>;
    },
    async toSvg(text, options, call) {
      const { body } = await draw({ ...imageOptions(options, "svg"), data: text, format: "svg" }, call);
      return body as string;
    },
    batch: (items, batchSettings) => drawAll(items, batchSettings, run, size),
    dispose: close,
  };
}

/** Checks the options of a call. @throws {QrError} INVALID_OPTION if they contain a signal, which must be a separate
 *  argument. */
function optionsOf(input: RawOptions): RawOptions {
  const options = objectOf(input);
  if ("signal" in options) throw new QrError("INVALID_OPTION", { field: "signal", rule: SIGNAL_APART });
  try {
    return ownOptions(options, CONTENT);
  } catch (cause) {
    throw notPlain(cause);
  }
}

/** Returns `value` with inherited options, if it is an object. */
const withInherited = (value: unknown) => (isObject(value) ? ownOptions(value, CONTENT) : value);

/** Checks the options of a picture in `format`, as the library does. @throws {QrError} INVALID_OPTION, or NOT_SUPPORTED for an
 *  option that only the other format has, unless it comes from a design. */
function imageOptions(given: object | null | undefined, format: "png" | "svg"): RawOptions {
  const options = optionsOf(optionsIn(given) as RawOptions);
  const [only, other] = format === "png" ? ["title", "toSvg()"] : ["pngColor", "toPng()"];
  // The tables of all options are only in the workers.
  const isShown = (name: string) => name !== "ansi" && (name !== only || DESIGN in options);
  const rows = Object.fromEntries(Object.entries(libraryOptions()).filter(([name]) => isShown(name)));
  const fault = unknownIn(options, rows) ?? otherFormat(options, format, other);
  if (fault) throw fault;
  return options;
}

/** Checks that `value` is an integer from 1 to `most`, and returns it. @throws {QrError} INVALID_OPTION. */
function checked(name: string, value: number, most: number): number {
  if (Number.isInteger(value) && value >= 1 && value <= most) return value;
  throw new QrError("INVALID_OPTION", { field: name, rule: integerRange, values: { min: 1, max: most } });
}

/** Milliseconds after which an idle worker ends. */
const IDLE_LIMIT = 60_000;

export const DIED = "drawing the image failed: it crashed two workers";
const TOO_MANY_CALLS = "too many calls are waiting: wait for some of them to finish, or use batch";
export const DISPOSED = "the pool has been disposed of: create a new one";
const OVERDUE = "drawing the image timed out: draw fewer or smaller images at a time";

function rulesOf(notStarted: PoolHost["notStarted"]): PoolRules<PictureJobs> {
  return {
    // The caller retries each image of a job with several images, so the pool does not retry the job.
    retries: (name) => (name === "generateSome" ? 0 : 1),
    refusals: {
      busy: () => new QrError("BUSY", { rule: TOO_MANY_CALLS }),
      closed: () => new QrError("BUSY", { rule: DISPOSED }),
      died: (started, cause) =>
        new QrError("INTERNAL", { ...(started ? { rule: DIED } : verbatim(notStarted(cause))), cause }),
      overdue: () => new QrError("INTERNAL", { rule: OVERDUE }),
    },
  };
}
