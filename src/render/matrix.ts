import type { QrSymbol } from "../core/symbol.ts";

/** A symbol as plain numbers, without its quiet zone. */
export interface Matrix {
  /** Row by row from the top left; 1 = dark, 0 = light. */
  readonly modules: readonly (readonly number[])[];
  /** Modules per side. */
  readonly size: number;
}

export function drawMatrix({ modules, side }: QrSymbol): Matrix {
  const rows = Array.from({ length: side }, (_, y) => Array.from(modules.subarray(y * side, (y + 1) * side)));
  return { modules: rows, size: side };
}
