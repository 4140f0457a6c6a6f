import type { Frame } from "./frame.ts";

/** Where the modules of a symbol stand in a picture: the one place of pixel arithmetic. Module (x, y) covers `scale`
 *  pixels from `offset + x * scale` and from `offset + y * scale`. */
export interface Grid {
  /** Modules per side of the symbol. */
  readonly side: number;
  /** Pixels a module: whole in a PNG, unless not even one fits. */
  readonly scale: number;
  /** Pixels left of and above the symbol. */
  readonly offset: number;
}

/** The grid of a PNG: as many whole pixels a module as fit, what is left over evenly round the code, the odd pixel right
 *  and below. Where not even one pixel fits, modules are fractions of a pixel. */
export function pngGrid(side: number, { size, margin }: Pick<Frame, "size" | "margin">): Grid {
  const places = side + 2 * margin;
  const scale = Math.floor(size / places);
  if (scale === 0) return svgGrid(side, { size, margin });
  return { side, scale, offset: margin * scale + ((size - scale * places) >> 1) };
}

/** The grid of an SVG: the code and its quiet zone fill the picture. */
export function svgGrid(side: number, { size, margin }: Pick<Frame, "size" | "margin">): Grid {
  const scale = size / (side + 2 * margin);
  return { side, scale, offset: margin * scale };
}
