import { QrError } from "../errors.ts";
import { captionTooLong } from "../messages/option-rules.ts";
import type { ValuesOf } from "../options/kinds.ts";
import type { lookTable } from "../options/table.ts";
import type { Caption, CaptionJob } from "../ports.ts";
import { drawIcon, ICON_GAP, ICON_SIDE } from "./caption-icons.ts";
import { boundMarks } from "./clusters.ts";
import { hanStyleOf } from "./families.ts";
import type { Mark, ShapedText, Shaper } from "./shape.ts";
import { drawShortText, EMOJI_DROP, EMOJI_SIZE } from "./text-art.ts";

/** Height of capital letters in ems. */
const CAPITALS = 0.714;

/** Share of the box's height that stays free, even if letters have many marks. */
const SPACE = 0.1;

/** Scripts whose letters differ in height from capital letters, or extend far below the baseline. */
const UNEVEN =
  /[\p{Script=Arabic}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Gujarati}\p{Script=Gurmukhi}\p{Script=Kannada}\p{Script=Khmer}\p{Script=Lao}\p{Script=Malayalam}\p{Script=Myanmar}\p{Script=Sinhala}\p{Script=Tamil}\p{Script=Telugu}\p{Script=Thai}]/u;

/** The families of captions that are not in Noto Sans. */
const families: Readonly<Record<string, string>> = {
  serif: "noto-serif",
  rounded: "nunito",
} satisfies Readonly<Record<Exclude<ValuesOf<typeof lookTable>["captionFont"], "sans">, string>>;

/** Creates a function that typesets a caption on one line, in the largest size that fits, centred in its box. An icon is on
 *  the side where the text starts.
 *  It rejects with QrError INVALID_OPTION if the caption would be too small to read. */
export function createCaptionSetter(shaper: Shaper): (job: CaptionJob) => Promise<Omit<Caption, "pixels">> {
  return async ({ text, font = "", icon, color, width, height, largest, smallest }) => {
    const clean = boundMarks(text.normalize("NFC").replace(/\s+/gu, " ").trim());
    const shaped = await shaper.shape(clean, hanStyleOf(clean), {
      weight: 700,
      ...(families[font] && { family: families[font] }),
    });
    const marks = shaped.runs.flatMap((run) => run.marks);
    const ems = marks.reduce((sum, { advance }) => sum + advance, 0);
    const ink = inkOf(marks);
    const middle = UNEVEN.test(clean) ? (ink.above + ink.below) / 2 : CAPITALS / 2;
    const reach = Math.max(ink.above - middle, middle - ink.below);
    // An icon alone is in the middle.
    const aside = icon ? ICON_SIDE + (ems > 0 ? ICON_GAP : 0) : 0;
    const size = Math.min(
      largest,
      width / Math.max(ems + aside, 1e-9),
      ((1 - SPACE) * height) / 2 / Math.max(reach, 1e-9),
    );
    if (size < smallest) throw tooLong(shaped, width / smallest - aside);
    const line = { start: 0, end: clean.length, width: ems };
    const start = shaped.rtl ? -1 : 1;
    const place = { x: width / 2 + (start * aside * size) / 2, y: height / 2 + middle * size, anchor: 0.5 };
    const side = ICON_SIDE * size;
    const edge = width / 2 - (start * (ems + aside) * size) / 2;
    const box = { left: shaped.rtl ? edge - side : edge, top: (height - side) / 2, side, color };
    const svg = [...(icon ? drawIcon(icon, box) : []), ...drawShortText({ shaped, line, size, ...place, color })];
    const missing = missingIn(clean, marks);
    return { svg, size, isPlain: marks.every(({ draw }) => "font" in draw), ...(missing && { missing }) };
  };
}

/** Returns the characters of `text` that are drawn as boxes, each once. Glyph 0 of every font is a box. */
export function missingIn(text: string, marks: readonly Mark[]): string {
  const boxes = marks.filter(({ draw }) => "font" in draw && draw.glyph === 0);
  return [...new Set(boxes.map(({ at }) => String.fromCodePoint(text.codePointAt(at) ?? 0)))].join("");
}

/** Returns how far glyphs extend above the baseline, and below it (usually a negative number), in ems. */
function inkOf(marks: readonly Mark[]): { above: number; below: number } {
  let [above, below] = [0, 0];
  for (const { draw } of marks) {
    if ("emoji" in draw) {
      above = Math.max(above, EMOJI_SIZE - EMOJI_DROP);
      below = Math.min(below, -EMOJI_DROP);
      continue;
    }
    const numbers = draw.font.outline(draw.glyph).match(/-?[\d.]+/g) ?? [];
    for (let at = 1; at < numbers.length; at += 2) {
      const y = Number(numbers[at]) / draw.font.upem + draw.dy;
      above = Math.max(above, y);
      below = Math.min(below, y);
    }
  }
  return { above, below };
}

/** Returns the error for a caption that is wider than `most` ems. The message says how many characters fit. */
function tooLong({ text, clusters, runs }: ShapedText, most: number): QrError {
  const marks = runs.flatMap((run) => run.marks);
  let [fits, ems] = [0, 0];
  for (const { start, end } of clusters) {
    ems += marks.reduce((sum, { at, advance }) => (at >= start && at < end ? sum + advance : sum), 0);
    if (ems > most) break;
    fits = [...text.slice(0, end)].length;
  }
  return new QrError("INVALID_OPTION", { field: "caption", rule: captionTooLong, values: { max: fits } });
}
