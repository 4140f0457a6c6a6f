import { unsupportedText } from "../logo/errors.ts";
import type { SetLine } from "../logo/svg-outlines.ts";
import { markupOf } from "../svg.ts";
import { missingIn } from "./caption.ts";
import { boundMarks } from "./clusters.ts";
import { hanStyleOf } from "./families.ts";
import type { Shaper } from "./shape.ts";
import { outlineLine } from "./text-art.ts";

/** Maximum number of unsupported characters that an error names. */
const SHOWN = 20;

/** Creates a function that sets lines of text in logos, in the fonts of captions. */
export function createLineSetter(shaper: Shaper): SetLine {
  return async ({ text, weight, direction, hasLigatures }) => {
    const clean = boundMarks(text.normalize("NFC"));
    const shaped = await shaper.shape(clean, hanStyleOf(clean), { weight }, direction, hasLigatures);
    const marks = shaped.runs.flatMap((run) => run.marks);
    const missing = missingIn(clean, marks);
    if (missing) throw unsupportedText(`characters that no font has: ${missing.slice(0, SHOWN)}`);
    const width = marks.reduce((sum, { advance }) => sum + advance, 0);
    const line = { start: 0, end: clean.length, width };
    return {
      width,
      letters: marks.filter(({ advance }) => advance > 0).length,
      outline(place) {
        const { path, pictures } = outlineLine({ shaped, line, ...place });
        return { path, pictures: markupOf(pictures) };
      },
    };
  };
}
