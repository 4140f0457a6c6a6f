import type { ShownSymbol } from "../ports.ts";
import { blockOf, messageModules } from "./codewords.ts";
import { type CodeView, cornerOf } from "./margins.ts";

/** Returns the share of the error correction that a picture leaves unused in the worst block, 0 to 1. A module is wrong
 *  if its centre is on the wrong side of the threshold, and a codeword is wrong if one of its modules is. A block can
 *  correct half as many wrong codewords as it has check words, rounded down. Returns null below one pixel per module,
 *  because each pixel then shows several modules. ISO/IEC 15415:2011, 7.8. */
export function unusedErrorCorrection(view: CodeView, symbol: ShownSymbol): number | null {
  return view.scale < 1 ? null : Math.max(0, remainingOf(view, symbol));
}

/** Returns whether error correction can make up for all wrong codewords of a picture, or true below one pixel per
 *  module. */
export function isCorrectable(view: CodeView, symbol: ShownSymbol): boolean {
  return view.scale < 1 || remainingOf(view, symbol) >= 0;
}

/** Returns the number of wrong codewords of a picture in each block. */
export function wrongCodewords(view: CodeView, symbol: ShownSymbol): number[] {
  return wrongPerBlock(wrongModules(centersOf(view, symbol), symbol.modules), symbol);
}

/** Returns the share of the error correction that is left in the worst block. It is negative if there are too many wrong
 *  codewords. */
function remainingOf(view: CodeView, symbol: ShownSymbol): number {
  const most = Math.max(...wrongCodewords(view, symbol));
  return 1 - most / (symbol.checkWords >> 1);
}

/** Returns the grey level at the centre of each module, row by row. */
function centersOf(view: CodeView, { offset }: ShownSymbol): Uint8Array {
  const { gray, scale, side, place } = view;
  const { left, top } = place ? cornerOf(view) : { left: offset, top: offset };
  // Prevents rounding errors from moving a centre into the previous pixel.
  const pixel = (start: number, module: number) => Math.floor(start + (module + 0.5) * scale + 1e-6);
  const levels = new Uint8Array(side * side);
  for (let y = 0, at = 0; y < side; y++) {
    const row = pixel(top, y) * gray.width;
    for (let x = 0; x < side; x++, at++) levels[at] = gray.data[row + pixel(left, x)] as number;
  }
  return levels;
}

/** Returns 1 for each module that differs from `modules`, and 0 for all others. The threshold is midway between the median
 *  levels of dark and light modules, because the colours of a logo hardly change medians. The comparison is inverted for a
 *  light-on-dark code. If dark and light modules have the same level, all modules are wrong.
 *
 *  Compares grey levels, although ISO/IEC 15415 uses reflectance. Small modules share pixels with their neighbours, and
 *  decoders see a half-covered pixel as medium grey, although it reflects only a fifth of the light. */
function wrongModules(levels: Uint8Array, modules: Uint8Array): Uint8Array {
  const dark = median(levels.filter((_, at) => modules[at]));
  const light = median(levels.filter((_, at) => !modules[at]));
  if (dark === light) return new Uint8Array(levels.length).fill(1);
  const isInverted = dark > light;
  return modules.map((module, at) => {
    const isBelow = 2 * (levels[at] as number) < dark + light;
    return Number((isBelow !== isInverted) !== (module === 1));
  });
}

function median(levels: Uint8Array): number {
  return levels.sort()[levels.length >> 1] as number;
}

/** Returns the number of wrong codewords in each block, given 1 for each wrong module. */
function wrongPerBlock(
  wrong: Uint8Array,
  { version, dataWords, checkWords }: Pick<ShownSymbol, "version" | "dataWords" | "checkWords">,
): number[] {
  const modules = messageModules(version);
  // Remainder bits after the last codeword belong to no block.
  const words = modules.length >> 3;
  const blocks = (words - dataWords) / checkWords;
  const counts = new Array<number>(blocks).fill(0);
  for (let word = 0; word < words; word++) {
    const isSpoiled = modules.subarray(8 * word, 8 * word + 8).some((at) => wrong[at]);
    const block = blockOf(word, blocks, dataWords);
    if (isSpoiled) counts[block] = (counts[block] as number) + 1;
  }
  return counts;
}
