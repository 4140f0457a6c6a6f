import type { QrSymbol } from "../core/symbol.ts";
import type { QrOptions } from "../options/table.ts";

/** How a symbol is written into a terminal. */
export interface BlockStyle extends Pick<QrOptions, "margin" | "color" | "bg"> {
  /** Whether colours may be given by escape sequences; otherwise light modules are drawn, for most terminals are dark. */
  readonly colored: boolean;
}

/** By the upper module's ink and the lower one's: bit 1 and bit 0. */
const HALVES = [" ", "▄", "▀", "█"] as const;

/** Two modules, one above the other, a character: fonts are about twice as high as wide. The quiet zone is part of it, and
 *  dark and light have colours of their own, so that the terminal's do not matter. */
export function drawBlocks({ side, modules }: QrSymbol, { margin, color, bg, colored }: BlockStyle): string {
  const width = side + 2 * margin;
  const isDark = (x: number, y: number) => x >= 0 && y >= 0 && x < side && y < side && modules[y * side + x] === 1;
  const [start, end] = colored ? [`\u001B[${sgr(38, color)};${sgr(48, bg)}m`, "\u001B[0m"] : ["", ""];
  const lines: string[] = [];
  for (let y = -margin; y < side + margin; y += 2) {
    let line = "";
    for (let x = -margin; x < width - margin; x++) {
      const [upper, lower] = [isDark(x, y), isDark(x, y + 1)].map((dark) => dark === colored);
      line += HALVES[((upper ? 2 : 0) + (lower ? 1 : 0)) as 0 | 1 | 2 | 3];
    }
    lines.push(`${start}${line}${end}\n`);
  }
  return lines.join("");
}

/** "Select graphic rendition" (ECMA-48, 8.3.117) with a colour: black and white from the palette of 256, whose upper part no
 *  theme changes and every terminal knows; others as they are. */
function sgr(plane: 38 | 48, color: string): string {
  if (color === "000000") return `${plane};5;16`;
  if (color === "ffffff") return `${plane};5;231`;
  const channels = [0, 2, 4].map((at) => Number.parseInt(color.slice(at, at + 2), 16));
  return `${plane};2;${channels.join(";")}`;
}
