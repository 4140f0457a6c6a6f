import type { QrSymbol } from "../../src/core/symbol.ts";

/** Returns the points in the middle of edges between two dark modules, in modules. Leaves out the finder
 *  patterns. */
export function jointsOf({ side, modules }: QrSymbol): (readonly [x: number, y: number])[] {
  const isFinder = (x: number, y: number) => (x < 8 && (y < 8 || y >= side - 8)) || (x >= side - 8 && y < 8);
  const isDark = (x: number, y: number) => x < side && y < side && modules[y * side + x] === 1 && !isFinder(x, y);
  return Array.from(modules, (_, at) => [at % side, Math.floor(at / side)] as const).flatMap(([x, y]) => [
    ...(isDark(x, y) && isDark(x + 1, y) ? [[x + 1, y + 0.5] as const] : []),
    ...(isDark(x, y) && isDark(x, y + 1) ? [[x + 0.5, y + 1] as const] : []),
  ]);
}
