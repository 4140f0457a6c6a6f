import { encodeOutline, encodePixels, encodePng, encodeSymbol, type TakeBytes } from "../core/core.ts";
import { pngGrid } from "../core/grid.ts";
import { type Outline, svgDocument } from "../core/svg-document.ts";
import type { QrOptions } from "../options/table.ts";
import type { Picture } from "../picture.ts";
import { blend, drawCoverage, SMALLEST_SHAPED } from "./coverage.ts";
import { drawMatrix } from "./matrix.ts";
import { drawOutline, MODULE_UNITS } from "./outline.ts";

/** The picture that `options` ask for, without its logo. Plain pictures are drawn by the core in the same pass as the
 *  symbol, and `take` takes them from there. @throws {QrError} DATA_TOO_LONG. */
export function drawPicture(options: QrOptions, take?: TakeBytes): Picture {
  switch (options.format) {
    case "png":
      return { contentType: "image/png", body: drawPng(options, take) };
    case "svg":
      return { contentType: "image/svg+xml", body: drawSvg(options) };
    case "json":
      return { contentType: "application/json", body: JSON.stringify(drawMatrix(encodeSymbol(options.data, options))) };
  }
}

/** A PNG of exactly options.size x options.size pixels. */
export function drawPng(options: QrOptions, take?: TakeBytes): Uint8Array<ArrayBuffer> {
  return options.dotStyle === "square" ? encodePng(options.data, options, options, take) : drawStyledPng(options);
}

/** An SVG document whose view box is options.size x options.size. */
export function drawSvg(options: QrOptions): string {
  return svgDocument(outlineOf(options), options, options.title);
}

/** What the document is drawn from. @throws {QrError} DATA_TOO_LONG. */
export function outlineOf(options: QrOptions): Outline {
  const { data, margin, dotStyle } = options;
  if (dotStyle === "square") return encodeOutline(data, options, margin);
  const symbol = encodeSymbol(data, options);
  return { path: drawOutline(symbol, dotStyle, margin), units: (symbol.side + 2 * margin) * MODULE_UNITS };
}

function drawStyledPng(options: QrOptions): Uint8Array<ArrayBuffer> {
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
