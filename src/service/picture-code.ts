import type { ServedPictureCode } from "../api.ts";
import type { RawOptions } from "../options/parse.ts";
import { checkPictureRequest } from "../options/picture-request.ts";
import { drawPictureCode } from "../picture-code/picture-code.ts";
import type { HeavyJobs, HeavyWork, Job, ScanJob } from "../ports.ts";

/** Returns the points that a call has to pay before this job. */
export type PointsOf = (job: Job<HeavyJobs>) => number;

/** Returns a function for calls that pay for all of their jobs. A point pays for `costOfPoint` milliseconds. */
export function pointsSoFar(costOfPoint: number): PointsOf {
  let sum = 0;
  return ({ name, input, cost = costOfPoint }) => {
    sum += name === "scan" ? costOfScan(input as ScanJob) : cost;
    return Math.ceil(sum / costOfPoint);
  };
}

/** Returns the expected milliseconds of a scan of a picture code with one decoder. Only what clients pay depends on it, because
 *  queues measure the time of scans. */
function costOfScan({ size }: ScanJob): number {
  return 150 + 3.5e-4 * size * size;
}

/** Draws the picture code that `input` describes. Rejects like `QrApi.drawPictureCode`. */
export async function drawRequestedPicture(input: RawOptions, heavy: HeavyWork): Promise<ServedPictureCode> {
  const { data, picture, ...settings } = checkPictureRequest(input);
  return drawPictureCode(data, picture, settings, heavy);
}
