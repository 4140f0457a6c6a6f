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
}

/** For jobs other than logos, which take too long only under load. */
export function busy(): QrError {
  return new QrError("BUSY", 503, "too many pictures are being worked on at the moment: try again in a second");
}

/** Milliseconds for a logo: a hostile one must not block a worker for long. A page may be on a slow phone. */
export const LOGO_TIME = { server: 1_500, page: 5_000 } as const;

function slowLogo(action: "draw" | "read"): QrError {
  return new QrError("LOGO_INVALID", 400, `takes too long to ${action}: use a simpler picture`, "logo");
}

export const heavyJobs: { readonly [Name in HeavyJobName]: HeavyJobRow<HeavyJobs[Name]> } = {
  drawLogo: {
    label: "logo",
    timeLimit: LOGO_TIME,
    overdue: () => slowLogo("draw"),
    transfer: ({ data }) => wholeBuffer(data),
  },
  readLogo: { label: "header", timeLimit: LOGO_TIME, overdue: () => slowLogo("read") },
  scan: { label: "scan", overdue: busy },
  drawCard: { label: "card", overdue: busy },
  drawPicture: { label: "picture", overdue: busy },
};

/** Returns the buffer of `bytes` if they are all of it, and it may move. */
export function wholeBuffer(bytes: Uint8Array): ArrayBuffer[] {
  const { buffer } = bytes;
  return buffer instanceof ArrayBuffer && bytes.byteLength === buffer.byteLength ? [buffer] : [];
}
