import { encodeSymbol } from "../core/core.ts";
import type { QrData } from "../core/data.ts";
import type { QrSymbol } from "../core/symbol.ts";
import { checkValues } from "../options/kinds.ts";
import type { OptionsOf } from "../options/option-types.ts";
import { symbolTable } from "../options/table.ts";
import { drawMatrix, type Matrix } from "../render/matrix.ts";
import { symbolOptions } from "./checks.ts";

/** Options of a symbol. */
export interface SymbolOptions extends OptionsOf<keyof typeof symbolTable> {}

/** Returns the QR code symbol for `data`: its modules, version, error correction level and mask. Synchronous, like all
 *  functions of the library except `draw`. The first call compiles the core, which takes about a millisecond.
 *
 *  @example const { side, modules } = encode("https://example.com", { ec: "Q" });
 *  @throws {QrError} DATA_MISSING if `data` is empty, DATA_TOO_LONG, INVALID_OPTION, or NOT_SUPPORTED if WebAssembly cannot
 *  be compiled. The other functions throw the same errors. */
export function encode(data: QrData, options?: SymbolOptions): QrSymbol {
  return options === undefined
    ? encodeSymbol(data)
    : encodeSymbol(data, checkValues(symbolTable, symbolOptions(options)));
}

/** Returns the modules of the QR code for `data` as rows of 1 (dark) and 0 (light), without a quiet zone.
 *  @example const { size, modules } = toMatrix("https://example.com"); // modules[y][x]
 *  @throws {QrError} like {@link encode}. */
export function toMatrix(data: QrData, options?: SymbolOptions): Matrix {
  return drawMatrix(encode(data, options));
}
