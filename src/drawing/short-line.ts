import { QrError } from "../errors.ts";
import { captionTooLong } from "../messages/option-rules.ts";
import type { Caption, CaptionJob, HeavyWork } from "../ports.ts";
import { drawCaption } from "./caption.ts";

/** Draws a line of text. Cuts a text that would be too small to read, and ends it with an ellipsis; `isCut` says so. Rejects
 *  like `drawCaption`. */
export async function drawShortLine(
  job: CaptionJob,
  heavy: HeavyWork | undefined,
): Promise<{ readonly caption: Caption | undefined; readonly isCut: boolean }> {
  let { text } = job;
  for (;;) {
    try {
      return { caption: await drawCaption({ ...job, text }, heavy), isCut: text !== job.text };
    } catch (error) {
      const fits = error instanceof QrError && error.rule === captionTooLong ? Number(error.values?.max) : 0;
      // Letters that are too high for their box fit by width, so each round must shorten the text.
      const most = Math.min(fits, [...text].length - 1);
      if (most < 2) throw error;
      text = `${[...text]
        .slice(0, most - 1)
        .join("")
        .trimEnd()}…`;
    }
  }
}
