import type { ShownSymbol } from "../ports.ts";
import { alignmentCenters } from "../render/cells.ts";
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

/** Returns the share of the error correction that is left in the worst block. It is negative if there are too many wrong
 *  codewords. */
function remainingOf(view: CodeView, symbol: ShownSymbol): number {
  const wrong = wrongModules(centersOf(view, symbol), symbol.modules);
  const most = Math.max(...wrongPerBlock(wrong, view.side, symbol));
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

/** Returns the number of wrong codewords in each block. Codewords are placed in columns of two modules, from the right,
 *  alternately upwards and downwards. ISO/IEC 18004:2015, 7.7.3. */
function wrongPerBlock(wrong: Uint8Array, side: number, symbol: ShownSymbol): number[] {
  const { version, dataWords, checkWords } = symbol;
  const free = freeModules(version, side);
  const spoiled: boolean[] = [];
  let bit = 0;
  for (let right = side - 1; right > 0; right -= 2) {
    // The vertical timing pattern has this column to itself, so pairs of columns skip it.
    if (right === 6) right = 5;
    const isUpward = ((right + 1) & 2) === 0;
    for (let row = 0; row < side; row++) {
      const start = (isUpward ? side - 1 - row : row) * side;
      for (const at of [start + right, start + right - 1]) {
        if (!free[at]) continue;
        if (wrong[at]) spoiled[bit >> 3] = true;
        bit++;
      }
    }
  }
  // Remainder bits after the last codeword belong to no block.
  const words = bit >> 3;
  const blocks = (words - dataWords) / checkWords;
  const counts = new Array<number>(blocks).fill(0);
  for (let word = 0; word < words; word++) {
    const block = blockOf(word, blocks, dataWords);
    if (spoiled[word]) counts[block] = (counts[block] as number) + 1;
  }
  return counts;
}

/** Returns the block that a codeword belongs to. Blocks are interleaved, and the last data words of the longer blocks
 *  precede the check words. ISO/IEC 18004:2015, 7.6. */
function blockOf(word: number, blocks: number, dataWords: number): number {
  const longer = dataWords % blocks;
  if (word < dataWords - longer) return word % blocks;
  if (word < dataWords) return blocks - dataWords + word;
  return (word - dataWords) % blocks;
}

/** Returns 1 for each module that belongs to a codeword, and 0 for function patterns, format and version information.
 *  ISO/IEC 18004:2015, 6.3. */
function freeModules(version: number, side: number): Uint8Array {
  const free = new Uint8Array(side * side).fill(1);
  const reserve = (x: number, y: number, width: number, height: number) => {
    for (let row = y; row < y + height; row++) free.fill(0, row * side + x, row * side + x + width);
  };
  reserve(0, 0, 9, 9);
  reserve(side - 8, 0, 8, 9);
  reserve(0, side - 8, 9, 8);
  reserve(0, 6, side, 1);
  reserve(6, 0, 1, side);
  const centers = alignmentCenters(version);
  for (const y of centers) {
    for (const x of centers) {
      // Finder patterns occupy three of the positions.
      if (Math.min(x, y) === 6 && (Math.max(x, y) === 6 || Math.max(x, y) === side - 7)) continue;
      reserve(x - 2, y - 2, 5, 5);
    }
  }
  if (version >= 7) {
    reserve(side - 11, 0, 3, 6);
    reserve(0, side - 11, 6, 3);
  }
  return free;
}
