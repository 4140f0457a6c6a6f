import type { HanStyle } from "./families.ts";
import type { Box } from "./layout.ts";
import type { ShapedText, Shaper } from "./shape.ts";
import { createWrapper, type Line } from "./wrap.ts";

/** A text that fits its room. */
export interface SetText {
  readonly shaped: ShapedText;
  readonly lines: readonly Line[];
  /** Pixels to the em, and from line to line. */
  readonly size: number;
  readonly leading: number;
}

export interface Typesetter {
  /** `shaped` in the largest size in which it fits `room`; what does not fit in the smallest is cut off, with an ellipsis. */
  setTitle(shaped: ShapedText, han: HanStyle, room: Pick<Box, "width" | "height">): Promise<SetText>;
  /** The name of a host as one line of at most `width` pixels. Its end tells whose it is, so that the ellipsis of a longer
   *  one stands for its beginning. */
  setCaption(text: string, width: number): Promise<SetText>;
}

/** Sizes of titles in pixels to the em, with the most lines that look well. */
const SIZES = [
  { size: 88, most: 3 },
  { size: 66, most: 5 },
  { size: 44, most: 8 },
] as const;
const SMALLEST = SIZES[2];
const CAPTION_SIZE = 34;

/** Letters of a word that an ellipsis may take with it. */
const LONGEST_STUMP = 12;

/** Scripts with marks above and below their letters need more room between the lines, as do those without capitals. */
const MARKED =
  /[\p{Script=Arabic}\p{Script=Devanagari}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
const EVEN = /[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}]/u;

/** The distance of base lines in ems. */
function leadingOf(text: string): number {
  return MARKED.test(text) ? 1.45 : EVEN.test(text) ? 1.3 : 1.17;
}

/** A typesetter of texts shaped by `shaper`. */
export function createTypesetter(shaper: Shaper): Typesetter {
  async function setTitle(shaped: ShapedText, han: HanStyle, { width, height }: Pick<Box, "width" | "height">) {
    const wrapper = createWrapper(shaped, han);
    const leading = leadingOf(shaped.text);
    const fitting = ({ size, most }: { size: number; most: number }) =>
      Math.min(most, Math.floor(height / (leading * size)));
    for (const step of SIZES) {
      const { size } = step;
      const lines = wrapper.balance(width / size);
      if (lines && lines.length <= fitting(step)) return { shaped, lines, size, leading: leading * size };
    }
    const { size } = SMALLEST;
    return { ...(await cut(shaped, han, width / size, fitting(SMALLEST))), size, leading: leading * size };
  }

  async function setCaption(host: string, width: number) {
    const set = { size: CAPTION_SIZE, leading: CAPTION_SIZE };
    const whole = await setLine(host);
    if (whole.line.width * CAPTION_SIZE <= width) return { ...set, shaped: whole.shaped, lines: [whole.line] };
    // Letters of one host are alike in width: the first guess is close, and a few are too wide at most.
    for (let kept = Math.ceil((host.length * width) / (whole.line.width * CAPTION_SIZE)); ; kept--) {
      const { shaped, line } = await setLine(`…${host.slice(-kept)}`);
      if (line.width * CAPTION_SIZE <= width || kept <= 1) return { ...set, shaped, lines: [line] };
    }
  }

  async function setLine(text: string) {
    const shaped = await shaper.shape(text, "sc", 500);
    const width = shaped.runs.flatMap(({ marks }) => marks).reduce((sum, { advance }) => sum + advance, 0);
    return { shaped, line: { start: 0, end: text.length, width } };
  }

  /** As much of the text as fits `most` lines of `width` ems, together with its ellipsis if any is left out: up to the
   *  end of a word, unless that is far. */
  async function cut(shaped: ShapedText, han: HanStyle, width: number, most: number) {
    const lines = createWrapper(shaped, han).squeeze(width);
    const last = lines[most - 1];
    if (lines.length <= most || !last) return { shaped, lines };
    const shortened = async (end: number) => {
      const kept = await shaper.shape(`${shaped.text.slice(0, end).trimEnd()}…`, han, 700);
      return { shaped: kept, lines: createWrapper(kept, han).squeeze(width) };
    };
    const ends = shaped.clusters.map(({ end }) => end).filter((end) => end <= last.end);
    for (;;) {
      const end = ends.pop() ?? 0;
      const set = await shortened(end);
      if (set.lines.length > most && end > 0) continue;
      const space = shaped.text.lastIndexOf(" ", end);
      return end - space <= LONGEST_STUMP && shaped.text[end] !== " " ? shortened(space) : set;
    }
  }

  return { setTitle, setCaption };
}
