import { encodeSymbol } from "./core/core.ts";
import type { QrData } from "./core/data.ts";
import type { QrSymbol } from "./core/symbol.ts";
import { QrError } from "./errors.ts";
import { checkValues } from "./options/kinds.ts";
import { type OptionsOf, pngTable, svgTable, symbolTable } from "./options/table.ts";
import { drawMatrix, type Matrix } from "./render/matrix.ts";
import { drawPng } from "./render/png.ts";
import { drawSvg } from "./render/svg.ts";

export { useCompiledCore } from "./core/core.ts";
export { type QrData, type Segment, type Segments, segments } from "./core/data.ts";
export type { EcLevel, QrSymbol } from "./core/symbol.ts";
export { QrError, type QrErrorCode } from "./errors.ts";
export type { Matrix } from "./render/matrix.ts";

/** Options of a symbol, as {@link encode} describes them. */
export type SymbolOptions = OptionsOf<keyof typeof symbolTable>;

/** Options for {@link toPng}. `size` is the width and height in pixels, 32 to 2048 (default 256). `color` and `bg` are
 *  six hex digits without # (default "000000" on "ffffff"). `margin` is the quiet zone in modules, 0 to 10 (default 4).
 *  `dotStyle` is the shape of the modules (default "square"). All options for {@link encode} are supported too. */
export type PngOptions = SymbolOptions & OptionsOf<"size" | "color" | "bg" | "margin" | "dotStyle">;

/** Options for {@link toSvg}: all options for {@link toPng}, and `title`, the accessible name of the picture. It has 1
 *  to 200 characters (default "QR code"). */
export type SvgOptions = PngOptions & OptionsOf<"title">;

/** Returns the QR code symbol for `data`: its modules, version, error correction level and mask. Synchronous, like all
 *  functions here. The first call compiles the core, which takes about a millisecond.
 *
 *  The option `ec` is the error correction level: "L", "M" (default), "Q" or "H". `version` is the smallest version to
 *  use, 1 to 40 (default 1). `mask` is the mask pattern, 0 to 7 (default: the best one). `boost` raises `ec` as far as
 *  the version allows (default false). `eci` adds an ECI header for UTF-8 (default false).
 *
 *  @example const { side, modules } = encode("https://example.com", { ec: "Q" });
 *  @throws {QrError} DATA_MISSING if `data` is empty, DATA_TOO_LONG, INVALID_OPTION, or NOT_SUPPORTED if WebAssembly
 *  cannot be compiled. The other functions throw the same errors. */
export function encode(data: QrData, options?: SymbolOptions): QrSymbol {
  return options ? encodeSymbol(data, checkValues(symbolTable, options)) : encodeSymbol(data);
}

/** Returns an SVG document that contains the QR code for `data`.
 *  @example element.innerHTML = toSvg("https://example.com", { size: 300, color: "1a5fb4", dotStyle: "rounded" });
 *  @throws {QrError} like {@link encode}. */
export function toSvg(data: QrData, options?: SvgOptions): string {
  rejectLogo(options);
  return drawSvg({ ...checkValues(svgTable, options), data });
}

/** Returns the bytes of a PNG file that is `size` pixels wide and high and contains the QR code for `data`.
 *  @example await writeFile("code.png", toPng("https://example.com", { size: 512 }));
 *  @throws {QrError} like {@link encode}. */
export function toPng(data: QrData, options?: PngOptions): Uint8Array<ArrayBuffer> {
  rejectLogo(options);
  return drawPng({ ...checkValues(pngTable, options), data });
}

/** Returns the modules of the QR code for `data` as rows of 1 (dark) and 0 (light), without a quiet zone.
 *  @example const { size, modules } = toMatrix("https://example.com"); // modules[y][x]
 *  @throws {QrError} like {@link encode}. */
export function toMatrix(data: QrData, options?: SymbolOptions): Matrix {
  return drawMatrix(encode(data, options));
}

/** Rejects a logo, because TypeScript's types exclude it but JavaScript callers may pass one. */
function rejectLogo(options: object = {}): void {
  const { logo, logoData } = options as { readonly logo?: unknown; readonly logoData?: unknown };
  if ((logo ?? logoData) === undefined) return;
  const field = logoData === undefined ? "logo" : "logoData";
  throw new QrError("NOT_SUPPORTED", 501, "is not supported by the library: use the service", field);
}
