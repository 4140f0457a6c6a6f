/** Error correction level: about 7, 15, 25 and 30 percent of the codewords may be lost. */
export type EcLevel = "L" | "M" | "Q" | "H";

/** How to encode a text. */
export interface SymbolSettings {
  /** Error correction level, default "M". */
  ec?: EcLevel | undefined;
  /** Smallest version allowed, 1 to 40, default 1. */
  version?: number | undefined;
  /** Mask pattern 0 to 7, default the one with the least penalty. */
  mask?: number | undefined;
  /** Raise `ec` as far as the chosen version allows, default false. */
  boost?: boolean | undefined;
  /** Add an ECI 26 header for UTF-8, default false. */
  eci?: boolean | undefined;
}

/** A QR code symbol without its quiet zone. */
export interface QrSymbol {
  readonly version: number;
  /** Modules per side: 17 + 4 * version. */
  readonly side: number;
  readonly ec: EcLevel;
  readonly mask: number;
  /** side * side values, row by row from the top left; 1 = dark, 0 = light. */
  readonly modules: Uint8Array;
}

/** Size, quiet zone and colors of a picture. */
export interface Frame {
  /** Width and height of the picture in pixels. */
  readonly size: number;
  /** Quiet zone in modules. */
  readonly margin: number;
  /** Six lower-case hex digits. */
  readonly color: string;
  readonly bg: string;
}

/** Position of the modules in a picture. All pixel arithmetic is here. Module (x, y) covers `scale` pixels from
 *  `offset + x * scale` and from `offset + y * scale`. */
export interface Grid {
  /** Modules per side of the symbol. */
  readonly side: number;
  /** Pixels per module: an integer in a PNG, unless not even one fits. */
  readonly scale: number;
  /** Pixels left of and above the symbol. */
  readonly offset: number;
}

/** Returns the grid of a PNG: as many whole pixels per module as fit. The rest surrounds the code evenly; an odd pixel goes
 *  to the right and the bottom. If not even one pixel fits, modules are fractions of a pixel. */
export function pngGrid(side: number, { size, margin }: Pick<Frame, "size" | "margin">): Grid {
  const places = side + 2 * margin;
  const scale = Math.floor(size / places);
  if (scale === 0) return svgGrid(side, { size, margin });
  return { side, scale, offset: margin * scale + ((size - scale * places) >> 1) };
}

/** Returns the grid of an SVG: the code and its quiet zone fill the picture. */
export function svgGrid(side: number, { size, margin }: Pick<Frame, "size" | "margin">): Grid {
  const scale = size / (side + 2 * margin);
  return { side, scale, offset: margin * scale };
}
