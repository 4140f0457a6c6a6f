import { HYPHEN, withHyphens } from "./breaks.ts";
import type { HanStyle } from "./families.ts";
import type { Weight } from "./fonts.ts";
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

interface Typesetter {
  /** `shaped` in the largest size in which it fits `room`; what does not fit in the smallest is cut off, with an ellipsis. */
  setTitle(shaped: ShapedText, han: HanStyle, room: Pick<Box, "width" | "height">): Promise<SetText>;
  /** The name of a host as one line of at most `width` pixels. Its end tells whose it is, so that the ellipsis of a longer
   *  one stands for its beginning. */
  setCaption(text: string, width: number): Promise<SetText>;
}

/** Sizes of titles in pixels to the em: near enough to each other that a word more does not leave half of the room empty. */
const SIZES = [88, 76, 66, 58, 50, 44, 40] as const;
const SMALLEST = 40;
const CAPTION_SIZE = 34;

/** Letters of a word that an ellipsis may take with it. */
const LONGEST_STUMP = 12;

/** Cuts that a word may have; rather than more, the title is smaller. One is better than two, but not for a small title. */
const CUTTING = [
  { most: 1, least: 58 },
  { most: 2, least: SMALLEST },
] as const;

/** Scripts with marks above and below their letters need more room between the lines, as do those without capitals. */
const MARKED =
  /[\p{Script=Arabic}\p{Script=Devanagari}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
const EVEN = /[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}]/u;

/** The distance of base lines in ems. */
function leadingOf(text: string): number {
  return MARKED.test(text) ? 1.45 : EVEN.test(text) ? 1.3 : 1.17;
}

/** An ellipsis takes the place of a hyphen. */
const HYPHEN_AT_END = new RegExp(`${HYPHEN}$`);

/** A typesetter of texts shaped by `shaper`. */
export function createTypesetter(shaper: Shaper): Typesetter {
  async function setTitle(shaped: ShapedText, han: HanStyle, { width, height }: Pick<Box, "width" | "height">) {
    const leading = leadingOf(shaped.text);
    const most = (size: number) => Math.floor(height / (leading * size));
    const set = (size: number, text: Pick<SetText, "shaped" | "lines">) => ({ ...text, size, leading: leading * size });
    const wrapper = createWrapper(shaped, han);
    for (const size of SIZES) {
      const lines = wrapper.balance(width / size);
      if (lines && lines.length <= most(size)) return set(size, { shaped, lines });
    }
    if (wrapper.wrap(width / SMALLEST)) return set(SMALLEST, await cut(shaped, han, width / SMALLEST, most(SMALLEST)));
    const broken = await Promise.all(
      SIZES.map(async (size) => ({ size, ...(await breakWords(shaped, han, width / size)) })),
    );
    const fits = ({ size, lines }: { size: number; lines: readonly Line[] }) => lines.length <= most(size);
    for (const { most: cuts, least } of CUTTING) {
      const found = broken.find((one) => one.size >= least && one.cuts <= cuts && fits(one));
      if (found) return set(found.size, found);
    }
    const whole = broken.at(-1)?.shaped ?? shaped;
    return set(SMALLEST, await cut(whole, han, width / SMALLEST, most(SMALLEST)));
  }

  /** The text in lines of `width` ems, its wider words cut by hyphens, and the most cuts in one word. */
  async function breakWords(shaped: ShapedText, han: HanStyle, width: number) {
    const hyphen = await setLine(HYPHEN, 700);
    const cuts = createWrapper(shaped, han).cuts(width, hyphen.line.width);
    const broken = cuts.length > 0 ? await shaper.shape(withHyphens(shaped.text, cuts.flat()), han, 700) : shaped;
    const wrapper = createWrapper(broken, han);
    const lines = wrapper.balance(width) ?? wrapper.squeeze(width);
    const most = Math.max(0, ...cuts.map(({ length }) => length));
    return { shaped: broken, lines, cuts: most };
  }

  async function setCaption(host: string, width: number) {
    const set = { size: CAPTION_SIZE, leading: CAPTION_SIZE };
    const whole = await setLine(host, 500);
    if (whole.line.width * CAPTION_SIZE <= width) return { ...set, shaped: whole.shaped, lines: [whole.line] };
    // Letters of one host are alike in width: the first guess is close, and a few are too wide at most.
    for (let kept = Math.ceil((host.length * width) / (whole.line.width * CAPTION_SIZE)); ; kept--) {
      const { shaped, line } = await setLine(`…${host.slice(-kept)}`, 500);
      if (line.width * CAPTION_SIZE <= width || kept <= 1) return { ...set, shaped, lines: [line] };
    }
  }

  async function setLine(text: string, weight: Weight) {
    const shaped = await shaper.shape(text, "sc", weight);
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
      const kept = await shaper.shape(`${shaped.text.slice(0, end).trimEnd().replace(HYPHEN_AT_END, "")}…`, han, 700);
      return { shaped: kept, lines: createWrapper(kept, han).squeeze(width) };
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

  return { setTitle, setCaption };
}
