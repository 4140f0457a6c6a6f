import type { SetLine } from "../logo/svg-outlines.ts";
import { boundMarks } from "./clusters.ts";
import { hanStyleOf } from "./families.ts";
import type { Shaper } from "./shape.ts";
import { outlineLine } from "./text-art.ts";

/** Creates a function that sets lines of text in logos, in the fonts of captions. */
export function createLineSetter(shaper: Shaper): SetLine {
  return async ({ text, weight, direction, hasLigatures }) => {
    const clean = boundMarks(text.normalize("NFC"));
    const shaped = await shaper.shape(clean, hanStyleOf(clean), weight, direction, hasLigatures);
    const marks = shaped.runs.flatMap((run) => run.marks);
    const width = marks.reduce((sum, { advance }) => sum + advance, 0);
    const line = { start: 0, end: clean.length, width };
    return {
      width,
      letters: marks.filter(({ advance }) => advance > 0).length,
      outline: (place) => outlineLine({ shaped, line, ...place }),
    };
  };
}
