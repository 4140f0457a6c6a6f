import { QrError } from "../errors.ts";
import { fewPixels } from "../messages/option-rules.ts";

/** Error correction level. A symbol remains readable if up to about 7% (L), 15% (M), 25% (Q) or 30% (H) of its
 *  codewords are damaged. */
export type EcLevel = "L" | "M" | "Q" | "H";

export interface SymbolSettings {
  /** Error correction level; default "M". */
  ec?: EcLevel | undefined;
  /** Smallest version to use, 1 to 40; default 1. */
  version?: number | undefined;
  /** Largest version that is allowed, 1 to 40; default 40. */
  maxVersion?: number | undefined;
  /** Mask pattern, 0 to 7; by default the one with the lowest penalty. */
  mask?: number | undefined;
  /** Whether to raise `ec` as far as the same version allows; default false. */
  boost?: boolean | undefined;
  /** With "scan", raises `ec` as far as possible, as long as the symbol is within SCAN_LIMITS. */
  optimize?: "none" | "scan" | undefined;
  /** The size of the picture in pixels, its quiet zone in modules, and the pixels per module, which replace the size. Only
   *  `optimize` reads them. */
  size?: number | undefined;
  margin?: number | undefined;
  moduleSize?: number | undefined;
  /** Whether to add an ECI header for UTF-8 (designator 26); default false. */
  eci?: boolean | undefined;
}

/** A QR code symbol without its quiet zone. */
export interface QrSymbol {
  /** 1 to 40. */
  readonly version: number;
  /** Modules per side: 17 + 4 * version. */
  readonly side: number;
  /** The error correction level after applying `boost`. */
  readonly ec: EcLevel;
  /** The mask pattern, 0 to 7. */
  readonly mask: number;
  /** side * side values, row by row from the top left; 1 is dark, 0 is light. */
  readonly modules: Uint8Array;
}

/** Size, quiet zone and colours of a picture. */
export interface Frame {
  /** Width and height of the picture in pixels. */
  readonly size: number;
  /** Quiet zone in modules. */
  readonly margin: number;
  /** Six lower-case hex digits. */
  readonly color: string;
  /** Six lower-case hex digits, or "transparent". */
  readonly bg: string;
}

/** Position of the modules in a picture. Module (x, y) begins at pixel (offset + x * scale, offset + y * scale). */
export interface Grid {
  readonly side: number;
  /** Pixels per module. An integer in a PNG. */
  readonly scale: number;
  /** Pixels left of and above the symbol. */
  readonly offset: number;
}

/** Returns the grid of a PNG: as many whole pixels per module as fit, but at least one, for which the quiet zone becomes
 *  narrower. The remaining pixels surround the code evenly; an odd pixel goes to the right and to the bottom. A PNG with
 *  fewer pixels than modules cannot be drawn, so for reports, `scale` is then a fraction, as in an SVG. */
export function pngGrid(side: number, { size, margin }: Pick<Frame, "size" | "margin">): Grid {
  if (side > size) return svgGrid(side, { size, margin });
  const places = side + 2 * margin;
  const scale = Math.max(1, Math.floor(size / places));
  return { side, scale, offset: margin * scale + ((size - scale * places) >> 1) };
}

/** Checks that a PNG of `size` pixels has at least one pixel per module. @throws {QrError} INVALID_OPTION, with the smallest
 *  valid size, which `least` returns. */
export function checkPixels(side: number, size: number, least: () => number = () => side): void {
  if (side > size) throw tooFewPixels(side, least());
}

/** Returns the error for a PNG with fewer pixels than modules. `min` is the smallest valid size. */
export function tooFewPixels(side: number, min: number): QrError {
  return new QrError("INVALID_OPTION", { field: "size", rule: fewPixels, values: { min, side } });
}

/** Returns the grid of an SVG, in which the code and its quiet zone fill the picture. */
export function svgGrid(side: number, { size, margin }: Pick<Frame, "size" | "margin">): Grid {
  const scale = size / (side + 2 * margin);
  return { side, scale, offset: margin * scale };
}
