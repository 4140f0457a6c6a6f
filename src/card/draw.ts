import type { ShapedText } from "./shape.ts";
import type { Line } from "./wrap.ts";

/** How a text is put on the card. */
export interface Setting {
  readonly shaped: ShapedText;
  readonly lines: readonly Line[];
  /** Pixels to the em. */
  readonly size: number;
  readonly leading: number;
  /** The side at which lines are even: their left end, or the right one where text runs from the right. */
  readonly x: number;
  /** Base line of the first line. */
  readonly y: number;
  readonly color: string;
}

/** The width of an emoji's picture in the units of its own drawing. */
const EMOJI_SIDE = 36;
/** An emoji is a little larger than capitals and hangs below the base line; in ems. */
const EMOJI_SIZE = 1.14;
const EMOJI_DROP = 0.2;

/** The glyphs and emoji of a text as SVG. */
export function drawText({ shaped, lines, size, leading, x, y, color }: Setting): string {
  const glyphs: string[] = [];
  const pictures: string[] = [];
  for (const [row, line] of lines.entries()) {
    const base = y + row * leading;
    let pen = shaped.rtl ? x - line.width * size : x;
    for (const run of inVisualOrder(shaped, line)) {
      for (const { at, advance, draw } of run.marks) {
        if (at < line.start || at >= line.end) continue;
        if ("emoji" in draw) pictures.push(placed(draw.emoji, pen + ((advance - EMOJI_SIZE) / 2) * size, base, size));
        else {
          const scale = size / draw.font.upem;
          const [left, up] = [pen + draw.dx * size, base - draw.dy * size];
          const path = draw.font.outline(draw.glyph);
          if (path)
            glyphs.push(
              `<path transform="matrix(${short(scale)} 0 0 ${short(-scale)} ${short(left)} ${short(up)})" d="${path}"/>`,
            );
        }
        pen += advance * size;
      }
    }
  }
  return `<g fill="#${color}">${glyphs.join("")}</g>${pictures.join("")}`;
}

/** The runs that `line` has a part of, from left to right: from the deepest level on, what runs from right to left is
 *  turned round. UAX #9, L2. */
function inVisualOrder({ runs, rtl }: ShapedText, { start, end }: Line): ShapedText["runs"] {
  const order = runs.filter((run) => run.start < end && run.end > start);
  const deepest = Math.max(0, ...order.map(({ level }) => level));
  for (let level = deepest; level >= (rtl ? 1 : 1); level--) {
    for (let from = 0; from < order.length; from++) {
      let to = from;
      while ((order[to]?.level ?? -1) >= level) to++;
      if (to > from) order.splice(from, to - from, ...order.slice(from, to).reverse());
      from = Math.max(from, to);
    }
  }
  return order;
}

function placed(svg: string, left: number, base: number, size: number): string {
  const inner = svg.replace(/^[\s\S]*?<svg[^>]*>/, "").replace(/<\/svg>\s*$/, "");
  const scale = (EMOJI_SIZE * size) / EMOJI_SIDE;
  const top = base - (EMOJI_SIZE - EMOJI_DROP) * size;
  return `<g transform="translate(${short(left)} ${short(top)}) scale(${short(scale)})">${inner}</g>`;
}

/** At most four decimals, which is a thousandth of a pixel for the largest glyph. */
function short(value: number): string {
  return String(Math.round(value * 1e4) / 1e4);
}
