import type { Mark, ShapedText } from "./shape.ts";
import type { Line } from "./wrap.ts";

export interface Setting {
  readonly shaped: ShapedText;
  readonly lines: readonly Line[];
  /** Font size in pixels, and distance between baselines in pixels. */
  readonly size: number;
  readonly leading: number;
  readonly x: number;
  readonly y: number;
  /** Share of each line that is left of `x`: 0, 0.5 or 1. */
  readonly anchor: number;
  readonly color: string;
}

const EMOJI_SIDE = 36;
/** Size of an emoji, and its distance below the baseline, in ems. */
const EMOJI_SIZE = 1.14;
const EMOJI_DROP = 0.2;

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

function marksOf(shaped: ShapedText, line: Line): Mark[] {
  return inVisualOrder(shaped, line).flatMap(({ marks }) =>
    marks.filter(({ at }) => at >= line.start && at < line.end),
  );
}

/** Returns the runs of a line from left to right. Reverses them level by level, starting with the highest. UAX #9,
 *  L2. */
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

function drawEmoji(svg: string, left: number, base: number, size: number): string {
  const inner = svg.slice(svg.indexOf(">", svg.indexOf("<svg")) + 1, svg.lastIndexOf("</svg>"));
  const top = base - (EMOJI_SIZE - EMOJI_DROP) * size;
  const scale = short((EMOJI_SIZE * size) / EMOJI_SIDE);
  return `<g transform="matrix(${scale} 0 0 ${scale} ${short(left)} ${short(top)})">${inner}</g>`;
}

/** Rounds to four decimals. Even in scales, the error is only a fraction of a pixel per em. */
function short(value: number): string {
  return String(Math.round(value * 1e4) / 1e4);
}
