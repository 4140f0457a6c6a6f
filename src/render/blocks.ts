import type { QrSymbol } from "../core/symbol.ts";

/** Block characters, indexed by the two modules that they fill: bit 1 is the upper module, bit 0 the lower one. */
const HALVES = [" ", "▄", "▀", "█"] as const;

/** Draws `symbol` with a quiet zone of `margin` modules as lines of text. Each character is two modules high,
 *  because characters are about twice as high as wide. `ink` selects the modules that the characters fill. Use
 *  "light" if the terminal's colours are unknown, so that the quiet zone is always visible. */
export function drawBlocks({ side, modules }: QrSymbol, margin: number, ink: "dark" | "light"): string {
  const isDark = (x: number, y: number) => x >= 0 && y >= 0 && x < side && y < side && modules[y * side + x] === 1;
  const hasInk = (x: number, y: number) => isDark(x, y) === (ink === "dark");
  let text = "";
  // The number of rows is odd. The missing last row is drawn as quiet zone.
  for (let y = -margin; y < side + margin; y += 2) {
    for (let x = -margin; x < side + margin; x++) {
      text += HALVES[((hasInk(x, y) ? 2 : 0) + (hasInk(x, y + 1) ? 1 : 0)) as 0 | 1 | 2 | 3];
    }
    text += "\n";
  }
  return text;
}
