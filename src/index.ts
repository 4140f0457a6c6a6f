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

/** Options of a PNG: `size`, its width and height in pixels, 32 to 2048 (default 256); `color` and `bg`, six hex digits
 *  without # (default "000000" on "ffffff"); `margin`, the quiet zone in modules, 0 to 10 (default 4); `dotStyle`, the
 *  shape of the modules (default "square"); and those of {@link encode}. */
export type PngOptions = SymbolOptions & OptionsOf<"size" | "color" | "bg" | "margin" | "dotStyle">;

/** Options of an SVG: those of a PNG, and `title`, its accessible name of 1 to 200 characters (default "QR code"). */
export type SvgOptions = PngOptions & OptionsOf<"title">;

/** Returns the QR code symbol of `text`: its modules, version, error correction level and mask. Synchronous, like all
 *  functions here; the first call compiles the core, which takes about a millisecond.
 *
 *  Options: `ec`, the error correction level: "L", "M" (default), "Q" or "H"; `version`, the smallest version to use, 1
 *  to 40 (default 1); `mask`, 0 to 7 (default: the best one); `boost`, to raise `ec` as far as the version allows
 *  (default false); `eci`, to add an ECI header for UTF-8 (default false).
 *
 *  @example const { side, modules } = encode("https://example.com", { ec: "Q" });
 *  @throws {QrError} DATA_MISSING if `text` is empty, DATA_TOO_LONG, INVALID_OPTION, or NOT_SUPPORTED if WebAssembly
 *  cannot be compiled. The other functions throw the same errors. */
export function encode(text: string, options?: SymbolOptions): QrSymbol {
  return options ? encodeSymbol(text, checkSymbolOptions(options)) : encodeSymbol(text);
}

/** Returns an SVG document with the QR code of `text`.
 *  @example element.innerHTML = toSvg("https://example.com", { size: 300, color: "1a5fb4", dotStyle: "rounded" });
 *  @throws {QrError} like {@link encode}. */
export function toSvg(text: string, options?: SvgOptions): string {
  return drawSvg(optionsFor(text, "svg", options));
}

/** Returns the bytes of a PNG file, `size` pixels wide and high, with the QR code of `text`.
 *  @example await writeFile("code.png", toPng("https://example.com", { size: 512 }));
 *  @throws {QrError} like {@link encode}. */
export function toPng(text: string, options?: PngOptions): Uint8Array<ArrayBuffer> {
  return drawPng(optionsFor(text, "png", options));
}

/** Returns the modules of the QR code of `text` as rows of 1 (dark) and 0 (light), without a quiet zone.
 *  @example const { size, modules } = toMatrix("https://example.com"); // modules[y][x]
 *  @throws {QrError} like {@link encode}. */
export function toMatrix(text: string, options?: SymbolOptions): Matrix {
  return drawMatrix(encode(text, options));
}

/** Checks the options, and rejects a logo, which the types do not allow. Object.assign is faster than a spread here. */
function optionsFor(text: string, format: QrOptions["format"], options: SvgOptions | undefined): QrOptions {
  const checked = checkOptions(Object.assign({}, options, { data: text, format }));
  if ((checked.logo ?? checked.logoData) === undefined) return checked;
  const field = checked.logoData === undefined ? "logo" : "logoData";
  throw new QrError("NOT_SUPPORTED", 501, "is not supported by the library: use the service", field);
}
