import { type FormatRow, formats } from "../options/formats.ts";
import { pictureSize } from "../options/frames.ts";
import type { QrOptions } from "../options/table.ts";
import { isPlain } from "./styles.ts";

/** The time that a style takes on one core of a small server. `npm run bench:costs` measures it, and fails if a picture
 *  takes half as long again as `costOf` says. */
interface StyleCost {
  /** Microseconds per module of an SVG. */
  readonly svg: number;
  /** Nanoseconds per pixel that lies on the edge of a module, in a PNG. */
  readonly edge: number;
}

const joined: StyleCost = { svg: 0.3, edge: 180 };
const line: StyleCost = { svg: 0.15, edge: 180 };

const styleCosts: Readonly<Record<QrOptions["dotStyle"], StyleCost>> = {
  square: { svg: 0.2, edge: 60 },
  rounded: joined,
  dots: { svg: 0.25, edge: 320 },
  classy: joined,
  "classy-rounded": joined,
  "extra-rounded": joined,
  "small-square": { svg: 0.2, edge: 320 },
  diamond: { svg: 0.3, edge: 400 },
  star: { svg: 0.45, edge: 400 },
  "vertical-line": line,
  "horizontal-line": line,
};

/** Share of the cost of a PNG in true colour, by what its colours are: one for each part of the code, those of gradients
 *  in the code, or those of a gradient behind it, of which every scanline has others. */
const SOLID = 0.14;
const GRADIENT = 0.45;
const BACKGROUND = 0.8;

/** Nanoseconds per pixel that lies within a module, and the most for one on an edge, in true colour. */
const INSIDE = 12;
const EDGE_PIXEL = 30;
/** Nanoseconds per module of a PNG, and in any format. */
const PNG_MODULE = 100;
const MODULE = 20;
/** Nanoseconds per pixel of a logo, because photos compress badly, and per byte of a file in an SVG. */
const LOGO_PIXEL = 200;
const LOGO_BYTE = 3;

/** What is drawn in addition to the code: the pixels of a logo, or the bytes of its file, which an SVG contains. */
export interface DrawnLogo {
  readonly pixels: number;
  readonly bytes: number;
}

/** Returns the milliseconds that a picture takes to draw, on one core of a small server. The picture shows a symbol of `side`
 *  modules per side. */
export function costOf(options: QrOptions, side: number, logo?: DrawnLogo): number {
  const { image, vector } = formats[options.format] as FormatRow;
  const modules = side * side;
  const style = styleCosts[options.dotStyle];
  let nanoseconds = modules * MODULE;
  if (vector) {
    if (options.dotStyle !== "square" || !isPlain(options)) nanoseconds += modules * style.svg * 1000;
  } else if (image) nanoseconds += pngCost(options, side, style, logo !== undefined);
  if (image && logo) nanoseconds += logo.pixels * LOGO_PIXEL + logo.bytes * LOGO_BYTE;
  return nanoseconds / 1e6;
}

function pngCost(options: QrOptions, side: number, { edge }: StyleCost, hasLogo: boolean): number {
  const { width, height } = pictureSize(options);
  const pixels = width * height;
  if (options.dotStyle === "square" && isPlain(options) && !hasLogo) return pixels * 0.3;
  const edges = Math.min(side * width * edge, pixels * EDGE_PIXEL);
  return side * side * PNG_MODULE + (pixels * INSIDE + edges) * shareOf(options, hasLogo);
}

function shareOf({ gradient, eyeGradient, bgGradient, frame }: QrOptions, hasLogo: boolean): number {
  // A logo may have more colours than a palette holds.
  if (hasLogo) return 1;
  const isPainted = (gradient ?? eyeGradient) !== undefined || frame !== "none";
  if (bgGradient !== undefined) return isPainted ? 1 : BACKGROUND;
  return isPainted ? GRADIENT : SOLID;
}
