import { QrError } from "../errors.ts";
import { imagesBusy, logoTime } from "../messages/logo-rules.ts";
import type { HeavyJobName, HeavyJobs, JobType } from "../ports.ts";

export const DECODER_TIME = "the decoder timed out";

export type PoolHost = "server" | "page";

/** The properties of a heavy job, in addition to its types (src/ports.ts) and the code that runs it. */
export interface HeavyJobRow<Type extends JobType<unknown, unknown>> {
  /** The value of the metrics label `work`. */
  readonly label: string;
  /** Maximum run time in milliseconds; by default the pool's `timeLimit`. */
  readonly timeLimit?: Readonly<Record<PoolHost, number>>;
  readonly overdue: () => QrError;
  /** Returns whether a job runs before all waiting ones, even if the queue is full. By default, no job does. */
  readonly isUrgent?: (input: Type["input"]) => boolean;
  /** Number of jobs of this name that a job causes, including itself, unless it is urgent. Default: 1. */
  readonly load?: number;
  /** Returns the buffers of a result that are transferred between threads instead of copied. */
  readonly transfer?: (result: Type["result"]) => Transferable[];
}

/** Returns the error for a full queue, which may have space again in `seconds`. Jobs that exceed their time limit get the
 *  same error, because this happens only under load. Jobs for logos and scans have their own errors, because a logo can be
 *  too complex, and a decoder can hang. */
export function busy(seconds = 1): QrError & { readonly seconds: number } {
  return Object.assign(new QrError("BUSY", { rule: imagesBusy }), { seconds });
}

/** Maximum time in milliseconds for reading or drawing a logo. A malicious logo must not block a worker for long. The
 *  limit is higher in pages, which may run on slow phones. */
export const LOGO_TIME = { server: 1_500, page: 5_000 } as const;

/** Maximum time in milliseconds for scanning a picture with one decoder. A scan usually takes less than a tenth of this
 *  time. */
export const SCAN_TIME = { server: 5_000, page: 30_000 } as const;

/** Maximum time in milliseconds for choosing or drawing a code that shows a picture. The largest ones take three seconds. */
export const PICTURE_TIME = { server: 15_000, page: 60_000 } as const;

function slowLogo(action: "draw" | "read"): QrError {
  return new QrError("LOGO_INVALID", { field: "logo", rule: logoTime, values: { text: action } });
}

export const heavyJobs: { readonly [Name in HeavyJobName]: HeavyJobRow<HeavyJobs[Name]> } = {
  drawLogo: {
    label: "logo",
    timeLimit: LOGO_TIME,
    overdue: () => slowLogo("draw"),
    transfer: ({ data }) => wholeBuffer(data),
  },
  readLogo: { label: "header", timeLimit: LOGO_TIME, overdue: () => slowLogo("read") },
  scan: {
    label: "scan",
    timeLimit: SCAN_TIME,
    overdue: () => new QrError("TIMED_OUT", { rule: DECODER_TIME }),
    // A report requests its second scan when the first one starts. If that had to wait again, a busy server would waste its
    // time on reports that it never finishes.
    isUrgent: ({ decoder }) => decoder !== "zxing",
    load: 2,
  },
  drawCard: { label: "card", overdue: () => busy() },
  drawCaption: { label: "caption", overdue: () => busy() },
  outlineLogo: { label: "logo_text", overdue: () => busy(), transfer: wholeBuffer },
  drawPicture: { label: "picture", overdue: () => busy() },
  choosePictureCode: { label: "picture_choice", timeLimit: PICTURE_TIME, overdue: () => busy() },
  paintPictureCode: {
    label: "picture_code",
    timeLimit: PICTURE_TIME,
    overdue: () => busy(),
    transfer: ({ png }) => wholeBuffer(png),
  },
};

/** Returns a list with the buffer of `bytes`, or an empty list if `bytes` is only a part of its buffer, which then must be
 *  copied. */
export function wholeBuffer(bytes: Uint8Array): ArrayBuffer[] {
  const { buffer } = bytes;
  return buffer instanceof ArrayBuffer && bytes.byteLength === buffer.byteLength ? [buffer] : [];
}
