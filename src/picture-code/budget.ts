import type { QrSymbol } from "../core/symbol.ts";
import type { Message } from "./blocks.ts";
import type { Target } from "./solve.ts";

/** Gives up codewords of each block, at most the share `spent` of those that it can correct. Chooses those whose modules
 *  differ most from the picture, and gives up none that show it already. Returns 1 for each of their modules that differs from
 *  the picture: it may show the picture, because error correction restores it. */
export function giveUpCodewords(
  { modules, side }: QrSymbol,
  { blocks, checkWords }: Message,
  target: Target,
  spent: number,
): Uint8Array {
  const most = Math.floor(spent * (checkWords >> 1));
  const given = new Uint8Array(side * side);
  for (const block of blocks) {
    const words = Array.from({ length: block.modules.length >> 3 }, (_, word) => {
      const different = block.modules
        .subarray(8 * word, 8 * word + 8)
        .filter((module) => modules[module] !== target.modules[module]);
      return { different, weight: different.reduce((sum, module) => sum + (target.weights[module] as number), 0) };
    });
    // A stable sort, so that equal weights keep the order of the block.
    const chosen = words
      .filter(({ weight }) => weight > 0)
      .sort((one, other) => other.weight - one.weight)
      .slice(0, most);
    for (const { different } of chosen) for (const module of different) given[module] = 1;
  }
  return given;
}
