import { encodeSymbol } from "../core/core.ts";
import type { QrSymbol } from "../core/symbol.ts";
import { QrError } from "../errors.ts";

/** The symbol of a card's data: level M, or L when only that holds it. @throws {QrError} DATA_TOO_LONG. */
export function symbolFor(data: string): QrSymbol {
  try {
    return encodeSymbol(data, { ec: "M", boost: true });
  } catch (error) {
    if (error instanceof QrError && error.code === "DATA_TOO_LONG") return encodeSymbol(data, { ec: "L" });
    throw error;
  }
}

/** The dark modules of `symbol` as SVG path data: (left, top) is its corner, `scale` pixels a module. */
export function symbolPath({ side, modules }: QrSymbol, left: number, top: number, scale: number): string {
  let path = "";
  for (let y = 0; y < side; y++) {
    for (let x = 0; x < side; x++) {
      if (!modules[y * side + x]) continue;
      const from = x;
      while (x + 1 < side && modules[y * side + x + 1]) x++;
      const width = (x + 1 - from) * scale;
      path += `M${left + from * scale} ${top + y * scale}h${width}v${scale}h-${width}z`;
    }
  }
  return path;
}
