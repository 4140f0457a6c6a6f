import { encodeSymbol } from "../core/core.ts";
import type { PixelSource } from "../core/image-writer.ts";
import { checkPixels, type Frame, pngGrid } from "../core/symbol.ts";
import { QrError } from "../errors.ts";
import type { CanvasContext, CanvasLike } from "./canvas-like.ts";
import { drawWhole, shapeAt } from "./coverage.ts";
import type { Plan, PngOptions } from "./plan.ts";
import type { DotStyle } from "./styles.ts";
import { FULL } from "./tiles.ts";

export const CANVAS = "{field} must be a canvas with a 2D context";
export const CANVAS_PIXELS = "{field} must support {name}: use toPng() for other canvases";
export const LARGE_CANVAS =
  "{field} cannot have {width} x {height} pixels here: use a smaller size, toPng() or toSvg()";

/** Number of pixels that are drawn at a time. Pictures of up to 2048 pixels have fewer. */
const AT_ONCE = 2 ** 23;

/** Draws the same pixels as `drawPng` to `canvas`, which becomes as wide and high as the picture.
 *  @throws {QrError} DATA_TOO_LONG, or like `drawPixels`. */
export function drawCanvas(canvas: CanvasLike, { code, symbol: planned }: Plan<PngOptions>): void {
  const { size } = code;
  const symbol = planned ?? encodeSymbol(code.data, code);
  const grid = pngGrid(symbol.side, code);
  checkPixels(symbol.side, size);
  const coverage = drawWhole(symbol, grid, shapeAt(grid, code.dotStyle as DotStyle));
  const colors = colorsOf(code);
  const line = new Uint8Array(size);
  drawWords(canvas, size, size, (into, y) => {
    coverage(line, y);
    for (let x = 0; x < size; x++) into[x] = colors[line[x] as number] as number;
  });
}

/** Draws the pixels of `source` to `canvas`, which becomes as wide and high as they are.
 *  @throws {QrError} INVALID_OPTION if there is no 2D context for pixels, or NOT_SUPPORTED if the canvas is too large for the
 *  browser. */
export function drawPixels(canvas: CanvasLike, { width, height, palette, channels = 3, row }: PixelSource): void {
  const line = new Uint8Array(width * (palette ? 1 : channels));
  const color = new Uint8Array(4).fill(255);
  const word = new Uint32Array(color.buffer);
  drawWords(canvas, width, height, (into, y) => {
    row(line, y);
    for (let x = 0; x < width; x++) {
      const from = channels * (palette ? (line[x] as number) : x);
      for (let channel = 0; channel < channels; channel++) color[channel] = (palette ?? line)[from + channel] as number;
      into[x] = word[0] as number;
    }
  });
}

/** Draws scanlines to `canvas`. `row` fills scanline `y` with colours, four bytes each: red, green, blue and alpha. */
function drawWords(
  canvas: CanvasLike,
  width: number,
  height: number,
  row: (into: Uint32Array, y: number) => void,
): void {
  const context = canvas?.getContext?.("2d");
  if (!context) throw new QrError("INVALID_OPTION", { field: "canvas", rule: CANVAS });
  for (const name of ["createImageData", "putImageData"] as const) {
    if (typeof context[name] === "function") continue;
    throw new QrError("INVALID_OPTION", { field: "canvas", rule: CANVAS_PIXELS, values: { name: `${name}()` } });
  }
  canvas.width = width;
  canvas.height = height;
  const lines = Math.min(height, Math.floor(AT_ONCE / width));
  if (lines < height) checkLarge(context, width, height);
  for (let top = 0; top < height; top += lines) {
    const image = context.createImageData(width, Math.min(lines, height - top));
    const words = new Uint32Array(image.data.buffer);
    for (let y = 0; y * width < words.length; y++) row(words.subarray(y * width, (y + 1) * width), top + y);
    context.putImageData(image, 0, top);
  }
}

/** Draws one pixel and reads it, because browsers draw nothing to a canvas that is too large for them, without an error.
 *  @throws {QrError} NOT_SUPPORTED. */
function checkLarge(context: CanvasContext, width: number, height: number): void {
  try {
    const pixel = context.createImageData(1, 1);
    pixel.data.fill(255);
    context.putImageData(pixel, width - 1, height - 1);
    if (!context.getImageData || context.getImageData(width - 1, height - 1, 1, 1).data[3] === 255) return;
  } catch {
    // Some browsers throw errors of their own.
  }
  throw new QrError("NOT_SUPPORTED", { field: "canvas", rule: LARGE_CANVAS, values: { width, height } });
}

/** Returns the colour for each coverage from 0 to FULL as RGBA bytes. Rounds as the PNG's palettes do. */
function colorsOf({ color, bg }: Frame): Uint32Array {
  const isClear = bg === "transparent";
  const [front, back] = [Number.parseInt(color, 16), Number.parseInt(isClear ? color : bg, 16)];
  const bytes = new Uint8Array(4 * (FULL + 1));
  for (let level = 0; level <= FULL; level++) {
    for (const [channel, shift] of [16, 8, 0].entries()) {
      const sum = ((front >> shift) & 255) * level + ((back >> shift) & 255) * (FULL - level);
      bytes[4 * level + channel] = Math.floor((sum + (FULL >> 1)) / FULL);
    }
    bytes[4 * level + 3] = isClear ? (255 / FULL) * level : 255;
  }
  return new Uint32Array(bytes.buffer);
}
