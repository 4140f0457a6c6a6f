import type { CaptionJob } from "../ports.ts";
import { mix } from "../render/colors.ts";
import { node, type SvgDocument, type SvgNode, thousandths } from "../svg.ts";
import { type Paper, papers } from "./papers.ts";

// A poster is a page with one large code, a headline above it, and what people type if they cannot scan below it. It is
// composed as an SVG, from which both the browser's print and the PDF are drawn.

/** What a poster says, besides its code. */
export interface PosterWords {
  readonly headline: string;
  /** What to do with the code. */
  readonly hint: string;
  /** A name of `captionIcon`. */
  readonly icon: string;
  readonly details: readonly PosterDetail[];
}

export interface PosterDetail {
  readonly label: string;
  readonly value: string;
  /** Whether each character matters, as in a password. Similar letters then look different. */
  readonly exact?: boolean | undefined;
}

/** A tent stands on a table: it is folded in the middle, and says the same on both sides. */
export type Orientation = "portrait" | "landscape" | "tent";

interface Box {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

export interface PosterPage {
  readonly paper: Paper;
  readonly orientation: Orientation;
  /** The accent colour, six hex digits. */
  readonly color: string;
}

/** A line of text, and the box in which it is centred. All lengths on posters are tenths of a millimetre. */
export interface PosterLine {
  readonly box: Box;
  readonly job: CaptionJob;
  /** Lines of the same paragraph, which have the same size. */
  readonly group?: string;
}

/** Everything on one side of a poster but the letters. */
export interface PosterFace {
  readonly width: number;
  readonly height: number;
  readonly code: Box;
  readonly lines: readonly PosterLine[];
  readonly panels: readonly (Box & { readonly radius: number })[];
}

/** Returns the size of the page in tenths of a millimetre. */
export function pageOf({ paper, orientation }: Pick<PosterPage, "paper" | "orientation">) {
  const [width, height] = [papers[paper].width, papers[paper].height].map((length) => Math.round(10 * length)) as [
    number,
    number,
  ];
  return orientation === "landscape" ? { width: height, height: width } : { width, height };
}

/** Maximum number of characters in a line of the headline, as wide as the letters of Latin script. */
const HEADLINE = 18;
/** Lengths as shares of the shorter edge of a face. */
const EDGE = 0.08;
const ICON = 0.11;
const TITLE = 0.1;
const HINT = 0.042;
const LABEL = 0.026;
const VALUE = 0.05;
const ROW = 0.018;
const GAP = 0.035;
const PAD = 0.03;
/** The smallest text, in tenths of a millimetre: about 5 pt. Longer texts end with an ellipsis. */
const SMALLEST = 18;
/** Share of the face's height that the code may have, and of its width that it has at least. Words become smaller for it. */
const CODE = 0.56;
const LEAST_CODE = 0.42;

/** Lays out one face. A tent has two, each as high as half of the page. `aspect` is the picture's width / height. */
export function layOutPoster(words: PosterWords, page: PosterPage, aspect: number): PosterFace {
  const { width, height: whole } = pageOf(page);
  const height = page.orientation === "tent" ? whole / 2 : whole;
  return width > height
    ? layOutWide(words, page, aspect, width, height)
    : layOutHigh(words, page, aspect, width, height);
}

function layOutHigh(words: PosterWords, page: PosterPage, aspect: number, width: number, height: number): PosterFace {
  const edge = EDGE * width;
  const inner = { left: edge, width: width - 2 * edge };
  const gap = GAP * width;
  const wanted = stackAbove(words, page, width).height + stackBelow(words, page, width).height;
  const room = height - 2 * edge - 2 * gap - (LEAST_CODE * width) / Math.max(1, aspect);
  const unit = width * Math.min(1, room / wanted);
  const [above, below] = [stackAbove(words, page, unit), stackBelow(words, page, unit)];
  const most = height - 2 * edge - above.height - below.height - 2 * gap;
  const code = fitInside(aspect, inner.width, Math.min(most, CODE * height));
  const rest = height - above.height - code.height - below.height - 2 * gap;
  const top = rest / 2;
  const codeTop = top + above.height + gap;
  const placed = (stack: Stack, from: number) => stack.place(inner, from);
  const [head, foot] = [placed(above, top), placed(below, codeTop + code.height + gap)];
  return {
    ...{ width, height },
    code: { left: (width - code.width) / 2, top: codeTop, ...code },
    lines: [...head.lines, ...foot.lines],
    panels: [...head.panels, ...foot.panels],
  };
}

function layOutWide(words: PosterWords, page: PosterPage, aspect: number, width: number, height: number): PosterFace {
  const edge = EDGE * height;
  const gap = 1.5 * edge;
  const code = fitInside(aspect, 0.48 * width - edge, height - 2 * edge);
  const left = edge + code.width + gap;
  const column = { left, width: width - left - edge };
  const unit = Math.min(height, 1.35 * column.width);
  const [above, below] = [stackAbove(words, page, unit), stackBelow(words, page, unit)];
  const between = GAP * unit;
  const scale = Math.min(1, (height - 2 * edge) / (above.height + between + below.height));
  const [head, foot] =
    scale < 1 ? [stackAbove(words, page, unit * scale), stackBelow(words, page, unit * scale)] : [above, below];
  const top = (height - head.height - between * scale - foot.height) / 2;
  const [upper, lower] = [head.place(column, top), foot.place(column, top + head.height + between * scale)];
  return {
    ...{ width, height },
    code: { left: edge, top: (height - code.height) / 2, ...code },
    lines: [...upper.lines, ...lower.lines],
    panels: [...upper.panels, ...lower.panels],
  };
}

interface Stack {
  readonly height: number;
  place(column: Pick<Box, "left" | "width">, top: number): Pick<PosterFace, "lines" | "panels">;
}

/** The icon and the headline. */
function stackAbove({ headline, icon }: PosterWords, { color }: PosterPage, unit: number): Stack {
  const rows = headline === "" ? [] : headlineRows(headline);
  const tall = TITLE * unit * (rows.length > 1 ? 0.92 : 1);
  const hasIcon = icon !== "none";
  const crown = hasIcon ? ICON * unit + 0.5 * GAP * unit : 0;
  return {
    height: crown + rows.length * tall * 1.15,
    place: ({ left, width }, top) => ({
      panels: [],
      lines: [
        ...(hasIcon
          ? [lineOf({ left, width, top, height: ICON * unit }, { text: "", icon, color, largest: ICON * unit })]
          : []),
        ...rows.map((text, at) => ({
          ...lineOf(
            { left, width, top: top + crown + at * tall * 1.15, height: tall * 1.15 },
            { text, color, largest: tall },
          ),
          group: "headline",
        })),
      ],
    }),
  };
}

/** The hint, and the details on a panel. */
function stackBelow({ hint, details }: PosterWords, { color }: PosterPage, unit: number): Stack {
  const said = hint === "" ? 0 : HINT * unit * 1.4;
  const each = ((LABEL + VALUE) * 1.25 + ROW) * unit;
  const pad = PAD * unit;
  const gap = said > 0 && details.length > 0 ? GAP * unit : 0;
  const panel = details.length > 0 ? details.length * each - ROW * unit + 2 * pad : 0;
  const [soft, ink] = [mix(color, "808080", 0.55), "111111"];
  return {
    height: said + gap + panel,
    place: ({ left, width }, top) => {
      const from = top + said + gap;
      return {
        panels: panel > 0 ? [{ left, width, top: from, height: panel, radius: 0.04 * unit }] : [],
        lines: [
          ...(said > 0
            ? [lineOf({ left, width, top, height: said }, { text: hint, color: "333333", largest: HINT * unit })]
            : []),
          ...details.flatMap(({ label, value, exact }, at) => {
            const box = { left: left + pad, width: width - 2 * pad };
            const start = from + pad + at * each;
            const [small, large] = [LABEL * unit * 1.25, VALUE * unit * 1.25];
            return [
              lineOf({ ...box, top: start, height: small }, { text: label, color: soft, largest: LABEL * unit }),
              lineOf(
                { ...box, top: start + small, height: large },
                {
                  text: exact ? visibleSpaces(value) : value,
                  color: ink,
                  largest: VALUE * unit,
                  ...(exact && { font: "serif" }),
                },
              ),
            ];
          }),
        ],
      };
    },
  };
}

/** Shows spaces that would be lost on paper, such as the second of two. */
export function visibleSpaces(text: string): string {
  return text.replace(/\s{2,64}/gu, (run) => "␣".repeat(run.length)).replace(/^\s|\s$/gu, "␣");
}

function lineOf(box: Box, job: Pick<CaptionJob, "text" | "color" | "largest" | "font" | "icon">): PosterLine {
  const { width, height } = box;
  return { box, job: { ...job, width, height, smallest: Math.min(SMALLEST, job.largest), raster: false } };
}

/** Splits a long headline at the space that leaves the shorter lines. */
export function headlineRows(headline: string): readonly string[] {
  const words = headline.trim().split(/\s+/u);
  const widthOf = (text: string) => [...text].reduce((sum, letter) => sum + (WIDE.test(letter) ? 2 : 1), 0);
  if (widthOf(headline) <= HEADLINE || words.length < 2) return [words.join(" ")];
  const splits = words.slice(1).map((_, at) => [words.slice(0, at + 1).join(" "), words.slice(at + 1).join(" ")]);
  const longest = (rows: readonly string[]) => Math.max(...rows.map(widthOf));
  return splits.reduce((best, rows) => (longest(rows) < longest(best) ? rows : best));
}

/** Characters as wide as they are high. */
const WIDE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;

/** Composes a poster from the picture of its code, and from the letters of `face.lines`. */
export function composePoster(
  { orientation, paper, color }: PosterPage,
  face: PosterFace,
  code: SvgDocument,
  letters: readonly (readonly SvgNode[])[],
  title: string,
): SvgDocument {
  const page = pageOf({ orientation, paper });
  const tint = `#${mix("ffffff", color, 0.07)}`;
  const scale = face.code.width / code.width;
  const moved = (left: number, top: number) => `translate(${thousandths(left)} ${thousandths(top)})`;
  const content = [
    ...face.panels.map((panel) => node("path", { fill: tint, d: roundedPath(panel) })),
    node(
      "g",
      { transform: `${moved(face.code.left, face.code.top)} scale(${Number(scale.toPrecision(8))})` },
      code.body,
    ),
    ...face.lines.map(({ box }, at) => node("g", { transform: moved(box.left, box.top) }, letters[at] ?? [])),
  ];
  const paperNode = node("path", { fill: "#fff", d: `M0 0h${page.width}v${page.height}H0z` });
  if (orientation !== "tent") return { ...page, title, defs: code.defs, body: [paperNode, ...content] };
  const middle = page.height / 2;
  const fold = node("path", {
    ...{ fill: "none", stroke: "#999", "stroke-width": 2, d: `M0 ${middle}h80M${page.width} ${middle}h-80` },
  });
  const turned = `matrix(-1 0 0 -1 ${page.width} ${middle})`;
  const upright = node("g", { transform: `translate(0 ${middle})` }, content);
  return {
    ...page,
    title,
    defs: code.defs,
    body: [paperNode, node("g", { transform: turned }, content), upright, fold],
  };
}

function roundedPath({ left, top, width, height, radius }: PosterFace["panels"][number]): string {
  const [x, y, r] = [left, top, Math.min(radius, height / 2)].map(thousandths) as [number, number, number];
  const [w, h] = [width - 2 * r, height - 2 * r].map(thousandths);
  const corner = (dx: number, dy: number) => `a${r} ${r} 0 0 1 ${dx} ${dy}`;
  return `M${thousandths(x + r)} ${y}h${w}${corner(r, r)}v${h}${corner(-r, r)}h-${w}${corner(-r, -r)}v-${h}${corner(r, -r)}z`;
}

/** Returns the largest size with this aspect ratio that fits. */
function fitInside(aspect: number, width: number, height: number): { width: number; height: number } {
  const fitting = Math.min(width, height * aspect);
  return { width: fitting, height: fitting / aspect };
}
