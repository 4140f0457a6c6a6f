import { elementsIn } from "../logo/svg-elements.ts";
import { markupOf, node, type SvgNode } from "../svg.ts";
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
  /** Share of each line's width to the left of `x`: 0, 0.5 or 1. */
  readonly anchor: number;
  readonly color: string;
}

const EMOJI_SIDE = 36;
/** Size of an emoji, and its distance below the baseline, in ems. */
export const EMOJI_SIZE = 1.14;
export const EMOJI_DROP = 0.2;

export function drawText({ shaped, lines, size, leading, x, y, anchor, color }: Setting): string {
  const glyphs: SvgNode[] = [];
  const pictures: SvgNode[] = [];
  for (const [row, line] of lines.entries()) {
    const base = y + row * leading;
    let pen = x - anchor * line.width * size;
    for (const { advance, draw } of marksOf(shaped, line)) {
      if ("emoji" in draw) pictures.push(drawEmoji(draw.emoji, pen + ((advance - EMOJI_SIZE) / 2) * size, base, size));
      else glyphs.push(...drawGlyph(draw, pen, base, size));
      pen += advance * size;
    }
  }
  return markupOf([node("g", { fill: `#${color}` }, glyphs), ...pictures]);
}

/** Draws a line of text like `drawText`, but writes the outlines of all glyphs as one short path. */
export function drawShortText({ shaped, line, size, x, y, anchor, color }: LineSetting): readonly SvgNode[] {
  const { path, pictures } = outlineLine({ shaped, line, size, x: x - anchor * line.width * size, y });
  return path ? [node("path", { fill: `#${color}`, d: path }), ...pictures] : pictures;
}

interface LineSetting extends Omit<Setting, "lines" | "leading"> {
  readonly line: Line;
}

export interface LinePlace {
  readonly size: number;
  readonly x: number;
  readonly y: number;
  /** Space after each letter, in pixels. */
  readonly spacing?: number;
  /** Horizontal shift per unit of height. */
  readonly slant?: number;
  /** Number of decimals in coordinates. */
  readonly decimals?: number;
}

/** Returns a line of text as the data of one path, and its emoji as SVG elements. */
export function outlineLine({
  shaped,
  line,
  ...place
}: LinePlace & { readonly shaped: ShapedText; readonly line: Line }): {
  path: string;
  pictures: readonly SvgNode[];
} {
  const { size, x, y, spacing = 0 } = place;
  const pictures: SvgNode[] = [];
  let [path, pen] = ["", x];
  for (const { advance, draw } of marksOf(shaped, line)) {
    if ("emoji" in draw) pictures.push(drawEmoji(draw.emoji, pen + ((advance - EMOJI_SIZE) / 2) * size, y, size));
    else path += shortOutline(draw, { ...place, x: pen });
    pen += advance * size + (advance > 0 ? spacing : 0);
  }
  return { path, pictures };
}

const COMMAND = /([MLQCZ])([^MLQCZ]*)/g;

/** Returns the outline of a glyph at its place, with rounded coordinates and relative commands. */
function shortOutline({ font, glyph, dx, dy }: Glyph, { size, x, y, slant = 0, decimals = 2 }: LinePlace): string {
  const unit = 10 ** decimals;
  const scale = (size / font.upem) * unit;
  const [left, top] = [(x + (dx + slant * dy) * size) * unit, (y - dy * size) * unit];
  let [fromX, fromY, startX, startY] = [0, 0, 0, 0];
  let path = "";
  for (const [, command = "", list = ""] of font.outline(glyph).matchAll(COMMAND)) {
    const numbers = list.match(/-?[\d.]+/g) ?? [];
    let [toX, toY] = [fromX, fromY];
    let written = command === "M" ? "M" : command.toLowerCase();
    for (let at = 0; at + 1 < numbers.length; at += 2) {
      const [across, up] = [Number(numbers[at]), Number(numbers[at + 1])];
      [toX, toY] = [Math.round(left + (across + slant * up) * scale), Math.round(top - up * scale)];
      const [originX, originY] = command === "M" ? [0, 0] : [fromX, fromY];
      written += numbersOf([toX - originX, toY - originY], unit, at > 0);
    }
    if (command === "Z") [toX, toY] = [startX, startY];
    else if (command === "M") [startX, startY] = [toX, toY];
    [fromX, fromY] = [toX, toY];
    path += written;
  }
  return path;
}

/** Writes numbers as multiples of `unit`. `follows` is true after another number, which requires a separator. */
function numbersOf(values: readonly number[], unit: number, follows: boolean): string {
  const written = values.map((value) => String(value / unit).replace(/^(-?)0\./, "$1."));
  return written.map((number, at) => ((at > 0 || follows) && !number.startsWith("-") ? ` ${number}` : number)).join("");
}

type Glyph = Extract<Mark["draw"], { glyph: number }>;

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

/** Returns an empty list for a glyph without an outline, such as a space. */
function drawGlyph({ font, glyph, dx, dy }: Glyph, pen: number, base: number, size: number): readonly SvgNode[] {
  const d = font.outline(glyph);
  if (d === "") return [];
  const scale = short(size / font.upem);
  const transform = `matrix(${scale} 0 0 -${scale} ${short(pen + dx * size)} ${short(base - dy * size)})`;
  return [node("path", { transform, d })];
}

function drawEmoji(svg: string, left: number, base: number, size: number): SvgNode {
  const top = base - (EMOJI_SIZE - EMOJI_DROP) * size;
  const scale = short((EMOJI_SIZE * size) / EMOJI_SIDE);
  return node("g", { transform: `matrix(${scale} 0 0 ${scale} ${short(left)} ${short(top)})` }, shapesIn(svg));
}

/** Returns the elements in the file of an emoji. */
export function shapesIn(svg: string): readonly SvgNode[] {
  const elements = [...elementsIn(svg)];
  const childrenOf = (indices: readonly number[]): SvgNode[] =>
    indices.map((index) => {
      const { name, attributes, children } = elements[index] as (typeof elements)[number];
      return node(name, Object.fromEntries(attributes), children.length > 0 ? childrenOf(children) : undefined);
    });
  return childrenOf(elements[0]?.children ?? []);
}

/** Rounds to four decimals. Even for scale factors, the error is less than a pixel per em. */
function short(value: number): string {
  return String(Math.round(value * 1e4) / 1e4);
}
