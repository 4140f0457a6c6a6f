import { type Grid, pngGrid, svgGrid } from "../core/symbol.ts";
import { formats } from "../options/formats.ts";
import { insideFrame } from "../options/frames.ts";
import type { QrOptions } from "../options/table.ts";

/** Returns the position of the modules in a picture with `options`, or inside its frame. `side` is the number of modules
 *  per side. */
export function gridOf(side: number, options: QrOptions): Grid {
  return (formats[options.format].vector ? svgGrid : pngGrid)(side, insideFrame(options));
}
