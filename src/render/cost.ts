import { type FormatRow, formats } from "../options/formats.ts";
import type { QrOptions } from "../options/table.ts";
import { isGradient, isTransparent, paintsOf } from "./paints.ts";
import type { Art, Plan } from "./plan.ts";

/** The costs of a style. Like all figures here, they are times on one core of a small server. `npm run bench:costs` compares
 *  them with the times that pictures take. */
interface StyleCost {
  /** Nanoseconds per module of an SVG. */
  readonly svg: number;
  /** Nanoseconds per pixel on the edge of modules in a PNG. A row of pixels crosses each column of modules once. */
  readonly edge: number;
}

const line: StyleCost = { svg: 140, edge: 42 };

/** For modules that are not joined, in any shape. */
const mark: StyleCost = { svg: 280, edge: 135 };

const styleCosts: Readonly<Partial<Record<QrOptions["dotStyle"], StyleCost>>> = {
  square: { svg: 200, edge: 8 },
  rounded: { svg: 310, edge: 40 },
  dots: { svg: 190, edge: 95 },
  classy: { svg: 280, edge: 40 },
  "classy-rounded": { svg: 310, edge: 40 },
  "extra-rounded": { svg: 380, edge: 40 },
  "vertical-line": line,
  "horizontal-line": line,
  pebble: line,
  fluid: { svg: 380, edge: 42 },
};

const styleCost = (dotStyle: QrOptions["dotStyle"]): StyleCost => styleCosts[dotStyle] ?? mark;

/** The costs of the colours of a PNG. */
interface PaintCost {
  /** Nanoseconds per pixel. */
  readonly inside: number;
  /** How much longer pixels on edges take than with one gradient. */
  readonly edges: number;
  /** How much of the time of a pixel on an edge all other pixels take, because they may be on an edge. */
  readonly around?: number;
}

const PLAIN: PaintCost = { inside: 1.9, edges: 0.43 };
const SOLID: PaintCost = { inside: 1.8, edges: 0.6 };
const GRADIENT: PaintCost = { inside: 2, edges: 1.3 };
const RADIAL_BACKGROUND: PaintCost = { inside: 3.8, edges: 1.5 };
const TRANSPARENT: PaintCost = { inside: 2, edges: 1.1 };
const FRAME: PaintCost = { inside: 4.5, edges: 0.5 };
/** For pictures with more colours than a palette holds. */
const TRUE_COLOR: PaintCost = { inside: 11, edges: 6.9, around: 0.1 };
/** For PNGs without a palette, in addition to the others. */
const WITHOUT_PALETTE: Readonly<Record<Exclude<QrOptions["pngColor"], "auto">, PaintCost>> = {
  rgba: { inside: 24, edges: 1 },
  gray: { inside: 6.5, edges: 0.3 },
};
/** For captions with emoji. */
const EMOJI: PaintCost = { inside: 55, edges: 6 };

/** Nanoseconds per pixel of a plain PNG, and the most that a pixel on an edge costs on average, because modules of a few
 *  pixels have edges in common. */
const SQUARE_PIXEL = 0.3;
const PER_EDGE_PIXEL = 13;
/** Nanoseconds per module, in PNGs in addition to their edges. */
const MODULE = 15;
const PNG_MODULE = 115;
/** For square modules that the core does not draw, whose version need not be known. */
const SQUARE_MODULE = 30;
/** Nanoseconds to prepare the colours of a gradient. */
const PER_GRADIENT = 540_000;
/** Nanoseconds for a caption, and per pixel of its picture. Emoji take longer. */
const CAPTION = 250_000;
const EMOJI_CAPTION = 1_500_000;
const CAPTION_PIXEL = 1.3;
/** Nanoseconds per pixel of a logo, because photos compress badly, and per character of a data URI in an SVG. */
const LOGO_PIXEL = 60;
const LOGO_CHARACTER = 2.25;

const SIDE_OF_VERSION_40 = 177;

/** Nanoseconds per module of a file for print, in addition to those of an SVG: its path is parsed and compressed. */
const PRINTED_MODULE = 600;

/** Returns the milliseconds that a plan takes to draw. Plain square modules cost little in every version, so their symbol
 *  need not be known. */
export function costOf(plan: Plan, art: Art): number {
  const { code, symbol } = plan;
  const { image, vector, print } = formats[code.format] as FormatRow;
  const modules = (symbol?.side ?? SIDE_OF_VERSION_40) ** 2;
  let cost = modules * MODULE;
  if (print) cost += modules * PRINTED_MODULE;
  if (vector) {
    if (!isSquare(plan)) cost += modules * styleCost(code.dotStyle).svg;
  } else if (image) cost += pngCost(plan, art, modules);
  return (cost + logoCost(art, vector)) / 1e6;
}

function logoCost({ pixels, href }: Art, vector = false): number {
  if (vector && href !== undefined) return href.length * LOGO_CHARACTER;
  return pixels ? pixels.width * pixels.height * LOGO_PIXEL : 0;
}

/** Returns whether the core draws the picture, in which square modules cost little. */
function isSquare({ code, look }: Plan): boolean {
  return code.dotStyle === "square" && !look;
}

function pngCost(plan: Plan, art: Art, modules: number): number {
  const { code } = plan;
  const { width, height } = plan.frame ?? { width: code.size, height: code.size };
  const pixels = width * height;
  const { pngColor = "auto" } = code;
  const isPlain = isSquare(plan) && !plan.logo;
  if (isPlain && pngColor === "auto" && !isTransparent(code)) return pixels * SQUARE_PIXEL;
  const gradients = new Set(Object.values(paintsOf(code)).filter(({ value }) => isGradient(value))).size;
  const { inside, edges, around = 0 } = paintCost(plan, art);
  const perEdge = styleCost(code.dotStyle).edge;
  const edge = Math.min(Math.sqrt(modules) * width * perEdge, pixels * PER_EDGE_PIXEL);
  const shapes = modules * (isPlain ? SQUARE_MODULE : PNG_MODULE) + edge * edges + pixels * (inside + around * perEdge);
  const more = pngColor === "auto" ? { inside: 0, edges: 0 } : WITHOUT_PALETTE[pngColor];
  const unpacking = edge * more.edges + pixels * more.inside;
  return shapes + gradients * PER_GRADIENT + captionCost(pixels, art) + unpacking;
}

function captionCost(pixels: number, { caption }: Art): number {
  if (!caption) return 0;
  return (caption.isPlain ? CAPTION : EMOJI_CAPTION) + pixels * CAPTION_PIXEL;
}

function paintCost({ code, look, frame, logo }: Plan, { caption }: Art): PaintCost {
  if (caption && !caption.isPlain) return EMOJI;
  const { modules, ring, background } = paintsOf(code);
  const isPainted = isGradient(modules.value) || isGradient(ring.value);
  const isBackPainted = isGradient(background.value);
  if (logo || ((isBackPainted || frame) && isPainted)) return TRUE_COLOR;
  if (frame) return isBackPainted ? TRUE_COLOR : FRAME;
  if (isBackPainted) return background.value.startsWith("radial") ? RADIAL_BACKGROUND : GRADIENT;
  if (isPainted) return isTransparent(code) ? TRANSPARENT : GRADIENT;
  return look ? SOLID : PLAIN;
}
