import { QrError } from "../errors.ts";
import { captionTooLong } from "../messages/option-rules.ts";
import type { Caption, CaptionJob, HeavyWork } from "../ports.ts";
import { drawCaption } from "./caption.ts";

/** Draws a line of text. Cuts a text that would be too small to read, and ends it with an ellipsis; `isCut` says so. The
 *  caption is undefined if not even an ellipsis fits. Rejects like HeavyWork. */
export async function drawShortLine(
  job: CaptionJob,
  heavy: HeavyWork | undefined,
): Promise<{ readonly caption: Caption | undefined; readonly isCut: boolean }> {
  // What readers see as one letter, such as a flag, is never split.
  const letters = [...new Intl.Segmenter().segment(job.text)].map(({ segment }) => segment);
  for (let kept = letters.length; kept >= 0; ) {
    const text = kept === letters.length ? job.text : `${letters.slice(0, kept).join("").trimEnd()}…`;
    try {
      return { caption: await drawCaption({ ...job, text }, heavy), isCut: text !== job.text };
    } catch (error) {
      if (!(error instanceof QrError) || error.rule !== captionTooLong) throw error;
      // Letters that are too high for their box fit by width, so each round must shorten the text.
      kept = Math.min(kept - 1, lettersIn(letters, Number(error.values?.max) - 1));
    }
  }
  return { caption: undefined, isCut: true };
}

/** Returns how many of the first letters have at most `most` code points together. */
function lettersIn(letters: readonly string[], most: number): number {
  let left = most;
  const at = letters.findIndex((letter) => {
    left -= [...letter].length;
    return left < 0;
  });
  return at < 0 ? letters.length : at;
}
