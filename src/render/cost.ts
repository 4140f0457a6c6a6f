import { type FormatRow, formats } from "../options/formats.ts";
import { pictureSize } from "../options/frames.ts";
import type { QrOptions } from "../options/table.ts";
import type { Caption } from "../ports.ts";
import { isGradient, isTransparent, paintsOf } from "./paints.ts";
import { isPlain } from "./styles.ts";

/** The costs of a style. Like all figures here, they are times on one core of a small server. `npm run bench:costs` compares
 *  them with the times that pictures take. */
interface StyleCost {
  /** Nanoseconds per module of an SVG. */
  readonly svg: number;
  /** Nanoseconds per pixel on the edge of modules in a PNG. A row of pixels crosses each column of modules once. */
  readonly edge: number;
}

const line: StyleCost = { svg: 140, edge: 42 };

const styleCosts: Readonly<Record<QrOptions["dotStyle"], StyleCost>> = {
  square: { svg: 200, edge: 8 },
  rounded: { svg: 310, edge: 40 },
  dots: { svg: 190, edge: 95 },
  classy: { svg: 280, edge: 40 },
  "classy-rounded": { svg: 310, edge: 40 },
  "extra-rounded": { svg: 380, edge: 40 },
  "small-square": { svg: 150, edge: 100 },
  diamond: { svg: 200, edge: 135 },
  star: { svg: 280, edge: 135 },
  "vertical-line": line,
  "horizontal-line": line,
};

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
/** For captions with emoji. */
const EMOJI: PaintCost = { inside: 55, edges: 6 };

/** Nanoseconds per pixel of a plain PNG, and the most that a pixel on an edge costs on average, because modules of a few
 *  pixels have edges in common. */
const SQUARE_PIXEL = 0.3;
const PER_EDGE_PIXEL = 13;
/** Nanoseconds per module, in PNGs in addition to their edges. */
const MODULE = 15;
const PNG_MODULE = 115;
/** Nanoseconds to prepare the colours of a gradient. */
const PER_GRADIENT = 540_000;
/** Nanoseconds for a caption, and per pixel of its picture. Emoji take longer. */
const CAPTION = 250_000;
const EMOJI_CAPTION = 1_500_000;
const CAPTION_PIXEL = 1.3;
/** Nanoseconds per pixel of a logo, because photos compress badly, and per byte of a file in an SVG. */
const LOGO_PIXEL = 60;
const LOGO_BYTE = 3;

/** What is drawn in addition to the code. */
export interface Additions {
  /** The pixels of a logo, or the bytes of its file, which an SVG contains. */
  readonly logo?: { readonly pixels: number; readonly bytes: number };
  readonly caption?: Caption | undefined;
}

/** Returns the milliseconds that a picture takes to draw. The picture shows a symbol of `side` modules per side. */
export function costOf(options: QrOptions, side: number, additions: Additions = {}): number {
  const { image, vector } = formats[options.format] as FormatRow;
  const { logo } = additions;
  const modules = side * side;
  let cost = modules * MODULE;
  if (vector) {
    if (!isSquare(options)) cost += modules * styleCosts[options.dotStyle].svg;
  } else if (image) cost += pngCost(options, side, additions);
  if (image && logo) cost += logo.pixels * LOGO_PIXEL + logo.bytes * LOGO_BYTE;
  return cost / 1e6;
}

/** Returns whether the core draws the picture, in which square modules cost little. */
export function isSquare(options: QrOptions): boolean {
  return options.dotStyle === "square" && isPlain(options);
}

function pngCost(options: QrOptions, side: number, additions: Additions): number {
  const { width, height } = pictureSize(options);
  const pixels = width * height;
  if (isSquare(options) && !additions.logo) return pixels * SQUARE_PIXEL;
  const { dotStyle } = options;
  const gradients = new Set(Object.values(paintsOf(options)).filter(({ value }) => isGradient(value))).size;
  const { inside, edges, around = 0 } = paintCost(options, additions);
  const edge = Math.min(side * width * styleCosts[dotStyle].edge, pixels * PER_EDGE_PIXEL);
  const perPixel = inside + around * styleCosts[dotStyle].edge;
  const shapes = side * side * PNG_MODULE + edge * edges + pixels * perPixel;
  return shapes + gradients * PER_GRADIENT + captionCost(pixels, additions);
}

function captionCost(pixels: number, { caption }: Additions): number {
  if (!caption) return 0;
  return (caption.isPlain ? CAPTION : EMOJI_CAPTION) + pixels * CAPTION_PIXEL;
}

function paintCost(options: QrOptions, { logo, caption }: Additions): PaintCost {
  const { frame } = options;
  if (caption && !caption.isPlain) return EMOJI;
  const { modules, ring, background } = paintsOf(options);
  const isPainted = isGradient(modules.value) || isGradient(ring.value);
  const isBackPainted = isGradient(background.value);
  if (logo || ((isBackPainted || frame !== "none") && isPainted)) return TRUE_COLOR;
  if (frame !== "none") return isBackPainted ? TRUE_COLOR : FRAME;
  if (isBackPainted) return background.value.startsWith("radial") ? RADIAL_BACKGROUND : GRADIENT;
  if (isPainted) return isTransparent(options) ? TRANSPARENT : GRADIENT;
  return isPlain(options) ? PLAIN : SOLID;
}
