import type { FontWeight } from "../logo/svg-font.ts";
import { HYPHEN, withHyphens } from "./breaks.ts";
import type { HanStyle } from "./families.ts";
import type { Box } from "./layout.ts";
import type { ShapedText, Shaper } from "./shape.ts";
import type { Setting } from "./text-art.ts";
import { createWrapper } from "./wrap.ts";

/** Text broken into lines that fit. */
export type SetText = Pick<Setting, "shaped" | "lines" | "size" | "leading">;

interface Typesetter {
  /** Typesets `shaped` in the largest size that fits into `box`. If none fits, truncates the text. */
  setTitle(shaped: ShapedText, han: HanStyle, box: Pick<Box, "width" | "height">): Promise<SetText>;
  /** Typesets a host name on one line of at most `width` pixels. Truncates its start, because the domain is at its end. */
  setHost(text: string, width: number): Promise<SetText>;
}

/** Title sizes in pixels per em. They differ only slightly, so that one more word never leaves half of the space empty. */
const SIZES = [88, 76, 66, 58, 50, 44, 40] as const;
const SMALLEST = 40;
/** Title sizes for a word that is too wide for SMALLEST. */
const NARROW_SIZES = [36, 32] as const;
const CAPTION_SIZE = 34;

/** Maximum number of characters that are dropped to put the ellipsis after a whole word. */
const LONGEST_STUMP = 12;

/** Maximum number of breaks per word. A title with more breaks is truncated. */
const MAX_CUTS = 2;

/** Scripts that need more line spacing: East Asian scripts, and those with marks above and below letters. */
const MARKED =
  /[\p{Script=Arabic}\p{Script=Devanagari}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
const EVEN = /[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}]/u;

/** Returns the line height in ems. */
function leadingOf(text: string): number {
  return MARKED.test(text) ? 1.45 : EVEN.test(text) ? 1.3 : 1.17;
}

const HYPHEN_AT_END = new RegExp(`${HYPHEN}$`);

export function createTypesetter(shaper: Shaper): Typesetter {
  async function setTitle(shaped: ShapedText, han: HanStyle, { width, height }: Pick<Box, "width" | "height">) {
    const leading = leadingOf(shaped.text);
    const most = (size: number) => Math.floor(height / (leading * size));
    const set = (size: number, text: Pick<SetText, "shaped" | "lines">) => ({ ...text, size, leading: leading * size });
    const wrapper = createWrapper(shaped, han);
    const setWhole = (sizes: readonly number[]) => {
      for (const size of sizes) {
        const lines = wrapper.balance(width / size);
        if (lines && lines.length <= most(size)) return set(size, { shaped, lines });
      }
      return undefined;
    };
    const whole = setWhole(SIZES);
    if (whole) return whole;
    if (wrapper.wrap(width / SMALLEST)) return set(SMALLEST, await cut(shaped, han, width / SMALLEST, most(SMALLEST)));
    const narrow = setWhole(NARROW_SIZES);
    if (narrow) return narrow;
    const broken = await Promise.all(
      [...SIZES, ...NARROW_SIZES].map(async (size) => ({ size, ...(await breakWords(shaped, han, width / size)) })),
    );
    const fitting = fewestBreaks(
      broken.filter(({ size, lines, cuts }) => cuts <= MAX_CUTS && lines.length <= most(size)),
    );
    if (fitting) return set(fitting.size, fitting);
    const small = fewestBreaks(broken.filter(({ size }) => size <= SMALLEST));
    const { size, plain } = small ?? { size: SMALLEST, plain: [] };
    return set(size, await cut(small?.shaped ?? shaped, han, width / size, most(size), plain));
  }

  /** Breaks the text into lines of `width` ems, and breaks words that are wider. In the result, `breaks` is the number of
   *  breaks in all words, `cuts` is the largest number in one word, and `plain` has the positions of breaks without a
   *  hyphen. */
  async function breakWords(shaped: ShapedText, han: HanStyle, width: number) {
    const hyphen = await setLine(HYPHEN, 700);
    const cuts = createWrapper(shaped, han).cuts(width, hyphen.line.width);
    const { text, plain } = withHyphens(shaped.text, cuts.flat());
    const broken = text === shaped.text ? shaped : await shaper.shape(text, han, { weight: 700 });
    const wrapper = createWrapper(broken, han, plain);
    const lines = wrapper.balance(width) ?? wrapper.squeeze(width);
    const most = Math.max(0, ...cuts.map(({ length }) => length));
    return { shaped: broken, lines, breaks: cuts.flat().length, cuts: most, plain };
  }

  async function setHost(host: string, width: number) {
    const set = { size: CAPTION_SIZE, leading: CAPTION_SIZE };
    const whole = await setLine(host, 500);
    if (whole.line.width * CAPTION_SIZE <= width) return { ...set, shaped: whole.shaped, lines: [whole.line] };
    // The first estimate is close, because letters have similar widths.
    for (let kept = Math.ceil((host.length * width) / (whole.line.width * CAPTION_SIZE)); ; kept--) {
      const { shaped, line } = await setLine(`…${host.slice(-kept)}`, 500);
      if (line.width * CAPTION_SIZE <= width || kept <= 1) return { ...set, shaped, lines: [line] };
    }
  }

  async function setLine(text: string, weight: FontWeight) {
    const shaped = await shaper.shape(text, "sc", { weight });
    const width = shaped.runs.flatMap(({ marks }) => marks).reduce((sum, { advance }) => sum + advance, 0);
    return { shaped, line: { start: 0, end: text.length, width } };
  }

  /** Truncates the text to `most` lines of `width` ems, and adds an ellipsis, after a whole word if possible. Words may also
   *  break at the positions `plain`. */
  async function cut(shaped: ShapedText, han: HanStyle, width: number, most: number, plain: readonly number[] = []) {
    const lines = createWrapper(shaped, han, plain).squeeze(width);
    const last = lines[most - 1];
    if (lines.length <= most || !last) return { shaped, lines };
    const shortened = async (end: number) => {
      const kept = await shaper.shape(`${shaped.text.slice(0, end).trimEnd().replace(HYPHEN_AT_END, "")}…`, han, {
        weight: 700,
      });
      const places = plain.filter((place) => place < end);
      return { shaped: kept, lines: createWrapper(kept, han, places).squeeze(width) };
    };
    const ends = shaped.clusters.map(({ end }) => end).filter((end) => end <= last.end);
    for (;;) {
      const end = ends.pop() ?? 0;
      const set = await shortened(end);
      if (set.lines.length > most && end > 0) continue;
      const space = shaped.text.lastIndexOf(" ", end);
      const isNear = space > 0 && end - space <= LONGEST_STUMP;
      return isNear && shaped.text[end] !== " " ? shortened(space) : set;
    }
  }

  return { setTitle, setHost };
}

/** Returns the setting with the fewest breaks inside words, or the first of several such settings. */
function fewestBreaks<T extends { readonly breaks: number }>(settings: readonly T[]): T | undefined {
  return settings.reduce<T | undefined>((best, one) => (best && best.breaks <= one.breaks ? best : one), undefined);
}
