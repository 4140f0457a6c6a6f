import { encodePng, encodeSvg, encodeSymbol } from "../core/core.ts";
import type { QrOptions } from "../options/table.ts";
import type { Picture } from "../picture.ts";
import { drawMatrix } from "./matrix.ts";
import { refuseUndrawn } from "./undrawn.ts";

/** The picture that `options` ask for. Plain pictures are drawn by the core in the same pass as the symbol.
 *  @throws {QrError} DATA_TOO_LONG; NOT_SUPPORTED for what cannot be drawn yet. */
export function drawPicture(options: QrOptions): Picture {
  switch (options.format) {
    case "png":
      return { contentType: "image/png", body: drawPng(options) };
    case "svg":
      return { contentType: "image/svg+xml", body: drawSvg(options) };
    case "json":
      return { contentType: "application/json", body: JSON.stringify(drawMatrix(encodeSymbol(options.data, options))) };
  }
}

/** A PNG of exactly options.size x options.size pixels. */
export function drawPng(options: QrOptions): Uint8Array {
  refuseUndrawn(options);
  return encodePng(options.data, options, options);
}

/** An SVG document whose view box is options.size x options.size. */
export function drawSvg(options: QrOptions): string {
  refuseUndrawn(options);
  return encodeSvg(options.data, options, options, options.title);
}
