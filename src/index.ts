import { encodeSymbol } from "./core/core.ts";
import type { QrSymbol } from "./core/symbol.ts";
import { QrError } from "./errors.ts";
import { checkOptions, checkSymbolOptions, type SymbolOptions } from "./options/parse.ts";
import type { OptionsOf, QrOptions } from "./options/table.ts";
import { drawMatrix, type Matrix } from "./render/matrix.ts";
import { drawPng } from "./render/png.ts";
import { drawSvg } from "./render/svg.ts";

export { useCompiledCore } from "./core/core.ts";
export type { EcLevel, QrSymbol } from "./core/symbol.ts";
export { QrError, type QrErrorCode } from "./errors.ts";
export type { SymbolOptions } from "./options/parse.ts";
export type { Matrix } from "./render/matrix.ts";

/** Options of a PNG. */
export type PngOptions = SymbolOptions & OptionsOf<"size" | "color" | "bg" | "margin" | "dotStyle">;

/** Options of an SVG: those of a PNG, and an accessible name. */
export type SvgOptions = PngOptions & OptionsOf<"title">;

/** Returns the QR code symbol of `text`. All functions are synchronous; the first call compiles the core.
 *  @throws {QrError} DATA_MISSING, DATA_TOO_LONG or INVALID_OPTION, as do the other functions. */
export function encode(text: string, options?: SymbolOptions): QrSymbol {
  return options ? encodeSymbol(text, checkSymbolOptions(options)) : encodeSymbol(text);
}

/** Returns an SVG document with the QR code of `text`. */
export function toSvg(text: string, options?: SvgOptions): string {
  return drawSvg(optionsFor(text, "svg", options));
}

/** Returns a PNG file of exactly size x size pixels with the QR code of `text`. */
export function toPng(text: string, options?: PngOptions): Uint8Array<ArrayBuffer> {
  return drawPng(optionsFor(text, "png", options));
}

/** Returns the modules of the QR code of `text` as rows of 1 (dark) and 0 (light). */
export function toMatrix(text: string, options?: SymbolOptions): Matrix {
  return drawMatrix(encode(text, options));
}

/** Checks the options and rejects a logo, which the types exclude. Object.assign is faster than a spread here. */
function optionsFor(text: string, format: QrOptions["format"], options: SvgOptions | undefined): QrOptions {
  const checked = checkOptions(Object.assign({}, options, { data: text, format }));
  if ((checked.logo ?? checked.logoData) === undefined) return checked;
  const field = checked.logoData === undefined ? "logo" : "logoData";
  throw new QrError("NOT_SUPPORTED", 501, "is not supported by the library: use the service", field);
}
