import { type FormatRow, formats } from "../options/formats.ts";
import { pictureSize } from "../options/frames.ts";
import type { QrOptions } from "../options/table.ts";
import { isPlain } from "./styles.ts";

/** The costs of a style. Like all figures here, they are times on one core of a small server. `npm run bench:costs` compares
 *  them with the times that pictures take. */
interface StyleCost {
  /** Nanoseconds per module of an SVG. */
  readonly svg: number;
  /** Nanoseconds per pixel on the edge of modules in a PNG. A row of pixels crosses each column of modules once. */
  readonly edge: number;
}

const joined: StyleCost = { svg: 170, edge: 55 };
const line: StyleCost = { svg: 80, edge: 60 };

const styleCosts: Readonly<Record<QrOptions["dotStyle"], StyleCost>> = {
  square: { svg: 100, edge: 25 },
  rounded: joined,
  dots: { svg: 140, edge: 70 },
  classy: joined,
  "classy-rounded": joined,
  "extra-rounded": joined,
  "small-square": { svg: 120, edge: 70 },
  diamond: { svg: 160, edge: 105 },
  star: { svg: 250, edge: 105 },
  "vertical-line": line,
  "horizontal-line": line,
};

/** The costs of the colours of a PNG. */
interface PaintCost {
  /** Nanoseconds per pixel. */
  readonly inside: number;
  /** How much longer pixels on edges take than with one gradient. */
  readonly edges: number;
}

const PLAIN: PaintCost = { inside: 0.6, edges: 0.3 };
const SOLID: PaintCost = { inside: 0.6, edges: 0.6 };
const GRADIENT: PaintCost = { inside: 0.6, edges: 1 };
const RADIAL_BACKGROUND: PaintCost = { inside: 1, edges: 1.8 };
const FRAME: PaintCost = { inside: 2, edges: 0.6 };
/** For pictures with more colours than a palette holds. */
const TRUE_COLOR: PaintCost = { inside: 8, edges: 3 };
/** For captions, which may have emoji. */
const CAPTION: PaintCost = { inside: 20, edges: 3 };

/** Nanoseconds per pixel of a plain PNG, and the most that a pixel on an edge costs on average, because modules of a few
 *  pixels have edges in common. */
const SQUARE_PIXEL = 0.3;
const PER_EDGE_PIXEL = 16;
/** Nanoseconds per module, in PNGs in addition to their edges. */
const MODULE = 15;
const PNG_MODULE = 60;
/** Nanoseconds to prepare the colours of a gradient. */
const PER_GRADIENT = 300_000;
/** Nanoseconds per pixel of a logo, because photos compress badly, and per byte of a file in an SVG. */
const LOGO_PIXEL = 200;
const LOGO_BYTE = 3;

/** What is drawn in addition to the code: the pixels of a logo, or the bytes of its file, which an SVG contains. */
export interface DrawnLogo {
  readonly pixels: number;
  readonly bytes: number;
}

/** Returns the milliseconds that a picture takes to draw. The picture shows a symbol of `side` modules per side. */
export function costOf(options: QrOptions, side: number, logo?: DrawnLogo): number {
  const { image, vector } = formats[options.format] as FormatRow;
  const modules = side * side;
  let cost = modules * MODULE;
  if (vector) {
    if (!isSquare(options)) cost += modules * styleCosts[options.dotStyle].svg;
  } else if (image) cost += pngCost(options, side, logo !== undefined);
  if (image && logo) cost += logo.pixels * LOGO_PIXEL + logo.bytes * LOGO_BYTE;
  return cost / 1e6;
}

/** Returns whether the core draws the picture, in which square modules cost little. */
export function isSquare(options: QrOptions): boolean {
  return options.dotStyle === "square" && isPlain(options);
}

function pngCost(options: QrOptions, side: number, hasLogo: boolean): number {
  const { width, height } = pictureSize(options);
  const pixels = width * height;
  if (isSquare(options) && !hasLogo) return pixels * SQUARE_PIXEL;
  const { gradient, eyeGradient, bgGradient, dotStyle } = options;
  const gradients = [gradient, eyeGradient, bgGradient].filter(Boolean).length;
  const { inside, edges } = paintCost(options, hasLogo);
  const edge = Math.min(side * width * styleCosts[dotStyle].edge, pixels * PER_EDGE_PIXEL);
  return side * side * PNG_MODULE + pixels * inside + edge * edges + gradients * PER_GRADIENT;
}

function paintCost(options: QrOptions, hasLogo: boolean): PaintCost {
  const { gradient, eyeGradient, bgGradient, frame, caption } = options;
  if (caption !== undefined) return CAPTION;
  const isPainted = (gradient ?? eyeGradient) !== undefined;
  if (hasLogo || (bgGradient && (isPainted || frame !== "none"))) return TRUE_COLOR;
  if (bgGradient) return bgGradient.startsWith("radial") ? RADIAL_BACKGROUND : GRADIENT;
  if (isPainted) return frame === "none" ? GRADIENT : TRUE_COLOR;
  if (frame !== "none") return FRAME;
  return isPlain(options) ? PLAIN : SOLID;
}
