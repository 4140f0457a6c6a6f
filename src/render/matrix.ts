import type { QrSymbol } from "../core/symbol.ts";

/** The modules of a symbol, without its quiet zone. */
export interface Matrix {
  /** Rows from the top; 1 is dark, 0 is light. */
  readonly modules: readonly (readonly number[])[];
  /** Modules per side. This is the name in the JSON format; `encode` calls it `side`. */
  readonly size: number;
}

export function drawMatrix({ modules, side }: QrSymbol): Matrix {
  const rows = Array.from({ length: side }, (_, y) => Array.from(modules.subarray(y * side, (y + 1) * side)));
  return { modules: rows, size: side };
}
