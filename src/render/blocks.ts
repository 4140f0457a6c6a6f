import type { Frame, QrSymbol } from "../core/symbol.ts";

/** Block characters, indexed by the two modules that they fill: bit 1 is the upper module, bit 0 the lower one. */
const HALVES = [" ", "▄", "▀", "█"] as const;

/** Draws `symbol` with a quiet zone of `margin` modules as lines of text. Each character is two modules high,
 *  because characters are about twice as high as wide. `ink` selects the modules that the characters fill. Use
 *  "light" if the terminal's colours are unknown, so that the quiet zone is always visible. */
export function drawBlocks({ side, modules }: QrSymbol, margin: number, ink: "dark" | "light"): string {
  const isDark = (x: number, y: number) => x >= 0 && y >= 0 && x < side && y < side && modules[y * side + x] === 1;
  const hasInk = (x: number, y: number) => isDark(x, y) === (ink === "dark");
  let text = "";
  // The number of module rows is odd, so the lower half of the last line of text is drawn as quiet zone.
  for (let y = -margin; y < side + margin; y += 2) {
    for (let x = -margin; x < side + margin; x++) {
      text += HALVES[((hasInk(x, y) ? 2 : 0) + (hasInk(x, y + 1) ? 1 : 0)) as 0 | 1 | 2 | 3];
    }
    text += "\n";
  }
  return text;
}

/** Draws `symbol` for a terminal. With `ansi`, uses the colours of `frame`. Without it, or if the background is
 *  transparent, uses the terminal's colours, which are unknown, and fills the light modules. */
export function drawTerminal(symbol: QrSymbol, frame: Omit<Frame, "size">, ansi: boolean): string {
  return ansi && frame.bg !== "transparent"
    ? colorLines(drawBlocks(symbol, frame.margin, "dark"), frame)
    : drawBlocks(symbol, frame.margin, "light");
}

/** Adds colour sequences to each line of `text`, so that the code does not depend on the terminal's own colours. */
function colorLines(text: string, { color, bg }: Pick<Frame, "color" | "bg">): string {
  return text.replace(/.+/g, `\u001B[${sgr(38, color)};${sgr(48, bg)}m$&\u001B[0m`);
}

/** Returns the parameters of Select Graphic Rendition (ECMA-48, 8.3.117) for a colour. For black and white, uses
 *  palette colours that every terminal supports and that themes do not change. */
function sgr(plane: 38 | 48, color: string): string {
  if (color === "000000") return `${plane};5;16`;
  if (color === "ffffff") return `${plane};5;231`;
  const channels = [0, 2, 4].map((at) => Number.parseInt(color.slice(at, at + 2), 16));
  return `${plane};2;${channels.join(";")}`;
}
