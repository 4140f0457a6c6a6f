import { encodeSymbol } from "../core/core.ts";
import type { QrData } from "../core/data.ts";
import { type Frame, pngGrid, type QrSymbol } from "../core/symbol.ts";
import { QrError } from "../errors.ts";
import type { PngSettings } from "../options/table.ts";
import { type Coverage, drawWhole, shapeAt } from "./coverage.ts";
import { FULL } from "./tiles.ts";

/** An HTMLCanvasElement, an OffscreenCanvas, or the canvas of another library. Declared here, because the canvas
 *  types of TypeScript require the DOM types. */
export interface CanvasLike {
  width: number;
  height: number;
  getContext(kind: "2d"): CanvasContext | null;
}

interface CanvasContext {
  createImageData(width: number, height: number): CanvasPixels;
  putImageData(pixels: CanvasPixels, x: number, y: number): void;
}

interface CanvasPixels {
  readonly data: Uint8ClampedArray;
}

/** The coverage of a completely dark pixel in `averaged`, as in assembly/png/average.ts. */
const FINEST = 255;

/** Draws the same pixels as in the PNG to `canvas`, which becomes options.size pixels wide and high.
 *  @throws {QrError} DATA_TOO_LONG, or INVALID_OPTION if there is no 2D context. */
export function drawCanvas(canvas: CanvasLike, options: PngSettings<QrData>): void {
  const { size, dotStyle } = options;
  const symbol = encodeSymbol(options.data, options);
  const grid = pngGrid(symbol.side, options);
  const isFine = grid.scale < 1;
  const coverage = isFine ? averaged(symbol, options) : drawWhole(symbol, grid, shapeAt(grid, dotStyle));
  const colors = colorsOf(options, isFine ? FINEST : FULL);
  const context = canvas?.getContext?.("2d");
  if (!context) throw new QrError("INVALID_OPTION", 400, "must be a canvas with a 2D context", "canvas");
  canvas.width = size;
  canvas.height = size;
  const image = context.createImageData(size, size);
  const words = new Uint32Array(image.data.buffer);
  const line = new Uint8Array(size);
  for (let y = 0; y < size; y++) {
    coverage(line, y);
    for (let x = 0; x < size; x++) words[y * size + x] = colors[line[x] as number] as number;
  }
  context.putImageData(image, 0, 0);
}

/** Returns the colour for each coverage from 0 to `full` as RGBA bytes. Rounds as the PNG's palettes do. */
function colorsOf({ color, bg }: Frame, full: number): Uint32Array {
  const isClear = bg === "transparent";
  const [front, back] = [Number.parseInt(color, 16), Number.parseInt(isClear ? color : bg, 16)];
  const bytes = new Uint8Array(4 * (full + 1));
  for (let level = 0; level <= full; level++) {
    for (const [channel, shift] of [16, 8, 0].entries()) {
      const sum = ((front >> shift) & 255) * level + ((back >> shift) & 255) * (full - level);
      bytes[4 * level + channel] = Math.floor((sum + (full >> 1)) / full);
    }
    bytes[4 * level + 3] = isClear ? (255 / full) * level : 255;
  }
  return new Uint32Array(bytes.buffer);
}

/** Returns the coverage of pictures with less than one pixel per module, from 0 to FINEST, as assembly/png/average.ts
 *  computes it. The unit of positions is a module divided by `size`, so all numbers are integers. */
function averaged({ side, modules }: QrSymbol, { size, margin }: Frame): Coverage {
  const places = side + 2 * margin;
  const whole = places * places;
  /** Calls `visit` for each row (or column) of modules that a row (or column) of pixels overlaps. `length` is the
   *  length of the overlap. */
  const overlaps = (pixel: number, visit: (module: number, length: number) => void) => {
    const [from, to] = [pixel * places, (pixel + 1) * places];
    for (let at = Math.floor(from / size); at * size < to; at++) {
      const module = at - margin;
      if (module >= 0 && module < side) visit(module, Math.min((at + 1) * size, to) - Math.max(at * size, from));
    }
  };
  return (into, y) => {
    for (let x = 0; x < size; x++) {
      let area = 0;
      overlaps(y, (row, height) => {
        overlaps(x, (column, width) => {
          if (modules[row * side + column]) area += width * height;
        });
      });
      into[x] = Math.floor((area * FINEST + (whole >> 1)) / whole);
    }
  };
}
