import { encodeSymbol } from "../core/core.ts";
import type { QrData } from "../core/data.ts";
import type { TakeBytes } from "../core/image-writer.ts";
import { encodePixels, encodePng } from "../core/pixels.ts";
import { pngGrid } from "../core/symbol.ts";
import type { LogoLayout } from "../logo/budget.ts";
import type { PngSettings, QrOptions } from "../options/table.ts";
import type { Pixels } from "../ports.ts";
import { flatten, indexColors } from "./colors.ts";
import { blend, drawCoverage, SMALLEST_SHAPED } from "./coverage.ts";

/** Draws a PNG of options.size x options.size pixels. The core draws plain pictures together with the symbol, and
 *  `take` copies them from its memory. @throws {QrError} DATA_TOO_LONG. */
export function drawPng(options: PngSettings<QrData>, take?: TakeBytes): Uint8Array<ArrayBuffer> {
  return options.dotStyle === "square" ? encodePng(options.data, options, options, take) : drawStyledPng(options);
}

function drawStyledPng(options: PngSettings<QrData>): Uint8Array<ArrayBuffer> {
  const { data, size, color, bg, dotStyle } = options;
  const symbol = encodeSymbol(data, options);
  const grid = pngGrid(symbol.side, options);
  if (grid.scale < SMALLEST_SHAPED) return encodePng(data, options, options);
  return encodePixels({
    width: size,
    height: size,
    palette: blend(color, bg),
    row: drawCoverage(symbol, grid, dotStyle),
  });
}

/** Encodes `art`, composited onto `bg` (six hex digits), as a PNG. */
export function encodeArt(art: Pixels, bg: string): Uint8Array {
  const colors = flatten(art, bg);
  const indexed = indexColors(colors, new Uint8Array(0));
  return encodeRows(art, indexed?.indices ?? colors, indexed?.palette);
}

/** Encodes `rows` as a PNG. The rows contain indices into `palette` or, without a palette, RGB triples. */
export function encodeRows(
  { width, height }: Pick<Pixels, "width" | "height">,
  rows: Uint8Array,
  palette?: Uint8Array,
): Uint8Array<ArrayBuffer> {
  const length = width * (palette ? 1 : 3);
  return encodePixels({
    width,
    height,
    palette,
    row: (into, y) => into.set(rows.subarray(y * length, (y + 1) * length)),
  });
}

/** Draws the code, and then `art`. With at most 256 colours, the PNG has a palette that begins with the 16 colours of the
 *  code. */
export function drawPngWithLogo(
  { size, color, bg, dotStyle }: QrOptions,
  { symbol, grid, plate }: LogoLayout,
  art: Pixels,
): Uint8Array<ArrayBuffer> {
  const coverage = drawCoverage(symbol, grid, dotStyle);
  const code = blend(color, bg);
  const box = plate.art;
  const colors = flatten(art, bg);
  const indexed = indexColors(colors, code);
  if (indexed) {
    return encodePixels({
      width: size,
      height: size,
      palette: indexed.palette,
      row(into, y) {
        coverage(into, y);
        if (y < box.top || y >= box.bottom) return;
        const from = (y - box.top) * art.width;
        into.set(indexed.indices.subarray(from, from + art.width), box.left);
      },
    });
  }
  const line = new Uint8Array(size);
  const last = new Uint8Array(size).fill(255); // differs from every line
  const triples = new Uint8Array(3 * size);
  return encodePixels({
    width: size,
    height: size,
    row(into, y) {
      coverage(line, y);
      if (!equal(line, last)) {
        last.set(line);
        lookUp(line, code, triples);
      }
      into.set(triples);
      if (y < box.top || y >= box.bottom) return;
      const from = (y - box.top) * art.width * 3;
      into.set(colors.subarray(from, from + art.width * 3), box.left * 3);
    },
  });
}

function equal(some: Uint8Array, others: Uint8Array): boolean {
  for (let at = 0; at < some.length; at++) if (some[at] !== others[at]) return false;
  return true;
}

function lookUp(indices: Uint8Array, palette: Uint8Array, triples: Uint8Array): void {
  for (let i = 0, at = 0; i < indices.length; i++, at += 3) {
    const entry = (indices[i] as number) * 3;
    triples[at] = palette[entry] as number;
    triples[at + 1] = palette[entry + 1] as number;
    triples[at + 2] = palette[entry + 2] as number;
  }
}
