import { QrError } from "../errors.ts";
import {
  GRID,
  millimetres,
  PADDING_RULE,
  type SheetSettings,
  START,
  TEMPLATE,
  TOO_LARGE_GRID,
} from "../options/sheet-table.ts";
import type { CaptionJob } from "../ports.ts";
import { node, type SvgNode, thousandths } from "../svg.ts";
import { papers } from "./papers.ts";
import { labelTemplates, templateNames } from "./templates.ts";

/** A rectangle on a page in millimetres. The origin is at the top left. */
export interface Box {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** Where the labels of a page are, in millimetres. */
export interface Grid {
  readonly page: { readonly width: number; readonly height: number };
  readonly columns: number;
  readonly rows: number;
  readonly width: number;
  readonly height: number;
  readonly left: number;
  readonly top: number;
  /** Distances from one label to the next. */
  readonly stepX: number;
  readonly stepY: number;
}

/** Returns the grid of a template or, without one, of the given lengths, which are centred on the page unless a margin is
 *  given. @throws {QrError} INVALID_OPTION if there is no such template, or if the labels do not fit on the page. */
export function gridOf(settings: SheetSettings): Grid {
  const { template } = settings;
  const known = template === undefined ? undefined : labelTemplates[template.toLowerCase().replace(/[\s_]+/g, "-")];
  if (template !== undefined && !known) {
    throw new QrError("INVALID_OPTION", {
      field: "template",
      rule: TEMPLATE,
      values: { text: templateNames.join(", ") },
    });
  }
  const lengths = known ?? ownLengths(settings);
  const { page, columns, rows, width, height, gapX, gapY } = lengths;
  const across = columns * width + (columns - 1) * gapX;
  const down = rows * height + (rows - 1) * gapY;
  const left = millimetres(settings.marginLeft, (page.width - across) / 2);
  const top = millimetres(settings.marginTop, (page.height - down) / 2);
  checkRoom("columns", left + across, page.width);
  checkRoom("rows", top + down, page.height);
  const spare = Math.min(width, height) - LEAST_CODE;
  if (2 * millimetres(settings.padding) > spare) {
    const max = { number: Math.max(0, Math.floor(5 * spare) / 10), digits: 1 };
    throw new QrError("INVALID_OPTION", { field: "padding", rule: PADDING_RULE, values: { max, least: LEAST_CODE } });
  }
  if (settings.start > columns * rows) {
    throw new QrError("INVALID_OPTION", { field: "start", rule: START, values: { max: columns * rows } });
  }
  return { page, columns, rows, width, height, left, top, stepX: width + gapX, stepY: height + gapY };
}

function ownLengths({ paper, columns, rows, labelWidth, labelHeight, gapX, gapY }: SheetSettings) {
  for (const [field, value] of Object.entries({ columns, rows, labelWidth, labelHeight })) {
    if (value === undefined) throw new QrError("INVALID_OPTION", { field, rule: GRID });
  }
  return {
    page: papers[paper as keyof typeof papers],
    columns: columns as number,
    rows: rows as number,
    width: millimetres(labelWidth),
    height: millimetres(labelHeight),
    gapX: millimetres(gapX),
    gapY: millimetres(gapY),
  };
}

/** Sizes in millimetres are written with a hundredth, so sums may exceed the page by a little less. */
function checkRoom(field: string, needed: number, room: number): void {
  if (needed <= room + 0.05) return;
  const values = { needed: { number: needed, digits: 1 }, room: { number: room, digits: 1 } };
  throw new QrError("INVALID_OPTION", { field, rule: TOO_LARGE_GRID, values });
}

/** Width in millimetres that must be left for a code. */
const LEAST_CODE = 5;

export const perPage = ({ columns, rows }: Grid): number => columns * rows;

/** Returns the place of a label by its number on the page, from 0, row by row. */
export function labelAt(grid: Grid, at: number): Box {
  const { columns, left, top, stepX, stepY, width, height } = grid;
  return { left: left + (at % columns) * stepX, top: top + Math.floor(at / columns) * stepY, width, height };
}

/** The space around the content of a label, unless the settings say another, and between code and caption, in millimetres. */
const PADDING = 1.5;
const GAP = 1;
/** A caption is beside the code if the label is this many times wider than high. */
const FLAT = 1.5;
/** The smallest font size in millimetres, about 5 pt, and the largest ones: a share of the label's height, from 10 to 16 pt. */
export const SMALLEST = 1.76;
const [LEAST, SHARE, MOST] = [3.5, 0.13, 5.6];
/** Height of a line in font sizes, and the share of a label's height for captions below the code. */
const LEADING = 1.3;
const CAPTION_SHARE = 0.3;
/** The most lines of a caption. */
const MOST_LINES = 4;
const GAIN = 1.15;
/** Width of a bold letter in font sizes, on average. */
const LETTER = 0.6;

/** The places of a code and the lines of its caption on a label, in millimetres from the label's top left corner. */
export interface LabelLayout {
  readonly code: Box;
  readonly lines: readonly { readonly box: Box; readonly text: string; readonly largest: number }[];
}

/** Lays out a label. `aspect` is the width of its picture divided by the height. */
export function layOutLabel(
  { width, height }: Pick<Grid, "width" | "height">,
  aspect: number,
  caption: string | undefined,
  padding = Math.min(PADDING, 0.1 * Math.min(width, height)),
): LabelLayout {
  const inner = { left: padding, top: padding, width: width - 2 * padding, height: height - 2 * padding };
  const largest = Math.min(MOST, Math.max(LEAST, SHARE * height));
  if (caption === undefined) return { code: centred(inner, aspect), lines: [] };
  if (width >= FLAT * height) {
    const code = centred({ ...inner, width: Math.min(inner.height * aspect, 0.6 * inner.width) }, aspect);
    const left = code.left + code.width + GAP;
    const box = { left, top: inner.top, width: Math.max(1, width - padding - left), height: inner.height };
    return { code, lines: linesIn(box, caption, largest) };
  }
  const text = Math.min(CAPTION_SHARE * inner.height, 3 * largest * LEADING);
  const rows = linesIn({ ...inner, height: text }, caption, largest);
  const tall = rows.reduce((sum, { box }) => sum + box.height, 0);
  const code = centred({ ...inner, height: inner.height - tall - GAP / 2 }, aspect);
  const top = inner.top + inner.height - tall;
  const lines = rows.map((row, at) => ({ ...row, box: { ...row.box, top: top + at * row.box.height } }));
  return { code, lines };
}

function centred({ left, top, width, height }: Box, aspect: number): Box {
  const wide = Math.min(width, height * aspect);
  const tall = wide / aspect;
  return { left: left + (width - wide) / 2, top: top + (height - tall) / 2, width: wide, height: tall };
}

/** Breaks a caption into the lines with the largest letters, and centres them in `box`. */
function linesIn(box: Box, caption: string, most: number): LabelLayout["lines"] {
  let best = { size: 0, rows: [caption] as readonly string[] };
  for (let count = 1; count <= MOST_LINES; count++) {
    const rows = broken(caption, count);
    const longest = Math.max(...rows.map(widthOf));
    const size = Math.min(most, box.width / (LETTER * longest), box.height / (rows.length * LEADING));
    // A line more must make the letters clearly larger.
    if (size > GAIN * best.size) best = { size, rows };
  }
  const largest = Math.max(best.size, Math.min(SMALLEST, box.height / (best.rows.length * LEADING)));
  const height = largest * LEADING;
  const top = box.top + (box.height - best.rows.length * height) / 2;
  return best.rows.map((text, at) => ({ text, largest, box: { ...box, top: top + at * height, height } }));
}

const WIDE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;

/** Returns the width of a text in letters of Latin script. */
function widthOf(text: string): number {
  return [...text].reduce((sum, letter) => sum + (WIDE.test(letter) ? 1.7 : 1), 0);
}

/** Breaks a text at spaces into at most `count` lines of similar length. */
function broken(text: string, count: number): readonly string[] {
  const words = text.split(" ");
  const goal = widthOf(text) / count;
  const rows: string[] = [];
  let row = "";
  for (const word of words) {
    const longer = row === "" ? word : `${row} ${word}`;
    const isFull = row !== "" && rows.length < count - 1 && widthOf(longer) - goal > goal - widthOf(row);
    if (isFull) rows.push(row);
    row = isFull ? word : longer;
  }
  return [...rows, row];
}

/** Returns the job that draws a line of a caption. Its lengths are twentieths of a millimetre, because fonts are outlined
 *  with two decimals. */
export function lineJob({ text, box, largest }: LabelLayout["lines"][number]): CaptionJob {
  return {
    text,
    color: "000000",
    width: PARTS * box.width,
    height: PARTS * TALL * largest,
    largest: PARTS * largest,
    smallest: PARTS * Math.min(largest, SMALLEST),
    raster: false,
  };
}

/** Height of the box of a line in font sizes. Letters with marks above and below them, as in Thai, are higher than a line, and
 *  may extend into the space between lines. */
const TALL = 2.4;

const PARTS = 20;

/** Returns the node that shows a drawn line in its place, in millimetres. */
export function lineNode(
  { box, largest }: Pick<LabelLayout["lines"][number], "box" | "largest">,
  letters: readonly SvgNode[],
): SvgNode {
  const top = box.top + (box.height - TALL * largest) / 2;
  const place = `matrix(${1 / PARTS} 0 0 ${1 / PARTS} ${thousandths(box.left)} ${thousandths(top)})`;
  return node("g", { transform: place }, letters);
}

/** Width in millimetres of the smallest modules that phones read in a print. */
export const READABLE_MODULE = 0.3;

/** Length of a crop mark, and its distance from the corner, in millimetres. */
const CROP = 3;
const CROP_GAP = 1;
const HAIRLINE = 0.1;

/** Returns the nodes of the marks on a page, in millimetres: the outlines of all labels, or marks at their corners. */
export function marksOf(grid: Grid, marks: string): readonly SvgNode[] {
  if (marks === "none") return [];
  const stroke = { fill: "none", stroke: marks === "crop" ? "#000" : "#999", "stroke-width": HAIRLINE };
  const boxes = Array.from({ length: perPage(grid) }, (_, at) => labelAt(grid, at));
  const draw = marks === "crop" ? cropPath : outlinePath;
  return [node("path", { ...stroke, d: boxes.map(draw).join("") })];
}

function outlinePath({ left, top, width, height }: Box): string {
  const [x, y, w, h] = [left, top, width, height].map(thousandths) as [number, number, number, number];
  return `M${x} ${y}h${w}v${h}h${-w}z`;
}

function cropPath({ left, top, width, height }: Box): string {
  const corners = [
    [left, top, -1, -1],
    [left + width, top, 1, -1],
    [left, top + height, -1, 1],
    [left + width, top + height, 1, 1],
  ] as const;
  return corners
    .map(([x, y, right, down]) => {
      const [px, py] = [thousandths(x), thousandths(y)];
      const across = `M${thousandths(x + right * CROP_GAP)} ${py}h${right * (CROP - CROP_GAP)}`;
      return `${across}M${px} ${thousandths(y + down * CROP_GAP)}v${down * (CROP - CROP_GAP)}`;
    })
    .join("");
}
