import type { QrSymbol } from "../core/symbol.ts";

/** By the ink of the upper module and of the lower one: bit 1 and bit 0. */
const HALVES = [" ", "▄", "▀", "█"] as const;

/** Draws `symbol` with a quiet zone of `margin` modules as lines of text. A character is two modules, one above the other,
 *  because fonts are about twice as high as wide. `ink` are the modules that characters fill: "light" is better if the colors
 *  of the terminal are unknown, because then the quiet zone always shows. */
export function drawBlocks({ side, modules }: QrSymbol, margin: number, ink: "dark" | "light"): string {
  const isDark = (x: number, y: number) => x >= 0 && y >= 0 && x < side && y < side && modules[y * side + x] === 1;
  const hasInk = (x: number, y: number) => isDark(x, y) === (ink === "dark");
  let text = "";
  // The number of lines of modules is odd, and what follows the last one is part of the quiet zone.
  for (let y = -margin; y < side + margin; y += 2) {
    for (let x = -margin; x < side + margin; x++) {
      text += HALVES[((hasInk(x, y) ? 2 : 0) + (hasInk(x, y + 1) ? 1 : 0)) as 0 | 1 | 2 | 3];
    }
    text += "\n";
  }
  return text;
}
