import type { Mark, ShapedText } from "./shape.ts";
import type { Line } from "./wrap.ts";

/** How a text is put on the card. */
export interface Setting {
  readonly shaped: ShapedText;
  readonly lines: readonly Line[];
  /** Pixels to the em. */
  readonly size: number;
  /** Pixels from line to line. */
  readonly leading: number;
  readonly x: number;
  /** Base line of the first line. */
  readonly y: number;
  /** The part of each line that is left of `x`: 0, a half or 1. */
  readonly anchor: number;
  readonly color: string;
}

/** The width of an emoji's picture in the units of its own drawing. */
const EMOJI_SIDE = 36;
/** An emoji is a little larger than capitals and hangs below the base line; in ems. */
const EMOJI_SIZE = 1.14;
const EMOJI_DROP = 0.2;

/** The glyphs and emoji of a text as SVG. */
export function drawText({ shaped, lines, size, leading, x, y, anchor, color }: Setting): string {
  const glyphs: string[] = [];
  const pictures: string[] = [];
  for (const [row, line] of lines.entries()) {
    const base = y + row * leading;
    let pen = x - anchor * line.width * size;
    for (const { advance, draw } of marksOf(shaped, line)) {
      if ("emoji" in draw) pictures.push(drawEmoji(draw.emoji, pen + ((advance - EMOJI_SIZE) / 2) * size, base, size));
      else glyphs.push(drawGlyph(draw, pen, base, size));
      pen += advance * size;
    }
  }
  return `<g fill="#${color}">${glyphs.join("")}</g>${pictures.join("")}`;
}

/** The marks of a line from left to right. */
function marksOf(shaped: ShapedText, line: Line): Mark[] {
  return inVisualOrder(shaped, line).flatMap(({ marks }) =>
    marks.filter(({ at }) => at >= line.start && at < line.end),
  );
}

/** The runs that a line has a part of, from left to right: from the deepest level on, what runs from right to left is
 *  turned round. UAX #9, L2. */
function inVisualOrder({ runs }: ShapedText, { start, end }: Line): ShapedText["runs"] {
  const order = runs.filter((run) => run.start < end && run.end > start);
  const deepest = Math.max(0, ...order.map(({ level }) => level));
  for (let level = deepest; level >= 1; level--) {
    for (let from = 0; from < order.length; from++) {
      let to = from;
      while ((order[to]?.level ?? 0) >= level) to++;
      order.splice(from, to - from, ...order.slice(from, to).reverse());
      from = to;
    }
  }
  return order;
}

function drawGlyph(
  { font, glyph, dx, dy }: Extract<Mark["draw"], { glyph: number }>,
  pen: number,
  base: number,
  size: number,
) {
  const outline = font.outline(glyph);
  if (outline === "") return "";
  const scale = short(size / font.upem);
  return `<path transform="matrix(${scale} 0 0 -${scale} ${short(pen + dx * size)} ${short(base - dy * size)})" d="${outline}"/>`;
}

/** What is inside the picture's own document, moved to its place. */
function drawEmoji(svg: string, left: number, base: number, size: number): string {
  const inner = svg.slice(svg.indexOf(">", svg.indexOf("<svg")) + 1, svg.lastIndexOf("</svg>"));
  const top = base - (EMOJI_SIZE - EMOJI_DROP) * size;
  const scale = short((EMOJI_SIZE * size) / EMOJI_SIDE);
  return `<g transform="matrix(${scale} 0 0 ${scale} ${short(left)} ${short(top)})">${inner}</g>`;
}

/** At most four decimals, which over an em is less than a hundredth of a pixel. */
function short(value: number): string {
  return String(Math.round(value * 1e4) / 1e4);
}
