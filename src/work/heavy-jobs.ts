import { QrError } from "../errors.ts";
import type { HeavyJobName, HeavyJobs, JobType } from "../ports.ts";

/** Where a pool of workers runs heavy jobs. */
export type PoolHost = "server" | "page";

/** What differs between heavy jobs, apart from their types (src/ports.ts) and the code that runs them. */
export interface HeavyJobRow<Type extends JobType<unknown, unknown>> {
  /** The value of the label `work` in metrics. */
  readonly label: string;
  /** Milliseconds that the job may take; the pool's own limit if left out. */
  readonly timeLimit?: Readonly<Record<PoolHost, number>>;
  /** Creates the error for a job that has taken too long. */
  readonly overdue: () => QrError;
  /** Returns the memory of a result that moves between threads instead of being copied. */
  readonly transfer?: (result: Type["result"]) => Transferable[];
  /** How the service reuses results; each result is for one caller if left out. */
  readonly reuse?: (input: Type["input"]) => Reuse;
}

/** The key under which a result is reused. */
export interface Reuse {
  /** The file that the job is about. */
  readonly file: Uint8Array;
  /** Tells apart the results for one file. */
  readonly variant: string;
  /** Bytes of the result. */
  readonly bytes: number;
}

/** Everything but a logo is bounded, and takes too long only under load. */
export function busy(): QrError {
  return new QrError("BUSY", 503, "too many pictures are being worked on at the moment: try again in a second");
}

/** Strangers choose logos: one that takes longer than any honest one must not keep a worker from the others, and is the
 *  caller's fault. A page may be on a slow phone. */
function logoRow(action: "draw" | "read") {
  const rule = `takes too long to ${action}: use a simpler picture`;
  return {
    timeLimit: { server: 1_500, page: 5_000 },
    overdue: () => new QrError("LOGO_INVALID", 400, rule, "logo"),
  };
}

/** The table of heavy jobs. */
export const heavyJobs: { readonly [Name in HeavyJobName]: HeavyJobRow<HeavyJobs[Name]> } = {
  drawLogo: {
    ...logoRow("draw"),
    label: "logo",
    transfer: ({ data }) => wholeBuffer(data),
    reuse: ({ bytes, kind, width, height }) => ({
      file: bytes,
      variant: `${kind} ${width} ${height}`,
      bytes: width * height * 4,
    }),
  },
  readLogo: {
    ...logoRow("read"),
    label: "header",
    reuse: (bytes) => ({ file: bytes, variant: "header", bytes: 0 }),
  },
  scan: { label: "scan", overdue: busy },
  drawCard: { label: "card", overdue: busy },
  drawPicture: { label: "picture", overdue: busy },
};

/** The names of all heavy jobs. */
export const HEAVY_JOBS = Object.keys(heavyJobs) as readonly HeavyJobName[];

/** Returns the buffer of `bytes` if they are all of it, and it may move. */
export function wholeBuffer(bytes: Uint8Array): ArrayBuffer[] {
  const { buffer } = bytes;
  return buffer instanceof ArrayBuffer && bytes.byteLength === buffer.byteLength ? [buffer] : [];
}
