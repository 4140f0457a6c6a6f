import { _formatBits, _GF256, _maskBits, _versionBits } from "qr";
import type { EcLevel, QrSymbol } from "../../src/core/symbol.ts";
import { placementOrder } from "./function-map.ts";
import { blockPlan } from "./tables.ts";
import { levels, masks } from "./texts.ts";

/** A simple reader for clean symbols. It verifies everything, and corrects no errors. Its tables come from the package
 *  qr. */

type Grid = Pick<QrSymbol, "side" | "modules">;

/** The properties of a symbol, read from its modules. */
export interface SymbolHeader {
  readonly version: number;
  readonly ec: EcLevel;
  readonly mask: number;
}

const qrLevel = { L: "low", M: "medium", Q: "quartile", H: "high" } as const;

/** Returns the version, level and mask. Throws if a copy of the format or version information is wrong, or if the dark
 *  module is light. */
export function readHeader(grid: Grid): SymbolHeader {
  const version = (grid.side - 17) / 4;
  const at = (x: number, y: number) => grid.modules[y * grid.side + x] ?? 0;
  const last = grid.side - 1;

  // In both lists, bit 0 is the least significant. See Figure 25: one copy is next to the upper left finder pattern,
  // and the other copy is split between the other two finder patterns.
  const around = [
    ...[0, 1, 2, 3, 4, 5].map((y) => at(8, y)),
    ...[at(8, 7), at(8, 8), at(7, 8)],
    ...[5, 4, 3, 2, 1, 0].map((x) => at(x, 8)),
  ];
  const split = [
    ...[0, 1, 2, 3, 4, 5, 6, 7].map((step) => at(last - step, 8)),
    ...[6, 5, 4, 3, 2, 1, 0].map((step) => at(8, last - step)),
  ];
  const format = wordOf(around);
  if (format !== wordOf(split)) throw new Error("the two copies of the format information differ");
  if (at(8, last - 7) !== 1) throw new Error("the dark module is light");
  if (version >= 7) checkVersion(version, at, last);

  for (const ec of levels) {
    for (const mask of masks) {
      if (_formatBits(qrLevel[ec], mask) === format) return { version, ec, mask };
    }
  }
  throw new Error(`no level and mask have the format word ${format}`);
}

function checkVersion(version: number, at: (x: number, y: number) => number, last: number): void {
  const steps = Array.from({ length: 18 }, (_, bit) => bit);
  const upperRight = steps.map((bit) => at(last - 10 + (bit % 3), Math.floor(bit / 3)));
  const lowerLeft = steps.map((bit) => at(Math.floor(bit / 3), last - 10 + (bit % 3)));
  if (wordOf(upperRight) !== _versionBits(version)) throw new Error("wrong version information in the upper right");
  if (wordOf(lowerLeft) !== _versionBits(version)) throw new Error("wrong version information in the lower left");
}

/** Returns the interleaved codewords of a symbol, unmasked. */
export function readCodewords(grid: Grid): Uint8Array {
  const { version, mask } = readHeader(grid);
  const bits = placementOrder(version).map(
    ([x, y]) => (grid.modules[y * grid.side + x] ?? 0) ^ ((_maskBits(x, y) >> mask) & 1),
  );
  const words = new Uint8Array(bits.length >> 3);
  words.forEach((_, index) => {
    words[index] = bits.slice(index * 8, index * 8 + 8).reduce((word, bit) => word * 2 + bit, 0);
  });
  const remainder = bits.slice(words.length * 8);
  if (remainder.some((bit) => bit === 1)) throw new Error("a remainder bit is set");
  return words;
}

/** A Reed-Solomon block: data words, then check words. */
export interface Block {
  readonly data: Uint8Array;
  readonly check: Uint8Array;
}

/** Reverses the interleaving. Throws unless every block is a codeword of its Reed-Solomon code. */
export function readBlocks(grid: Grid): Block[] {
  const { version, ec } = readHeader(grid);
  const plan = blockPlan(version, ec);
  const words = readCodewords(grid);
  if (words.length !== plan.total) throw new Error(`${words.length} codewords, not ${plan.total}`);

  const shortLength = Math.floor(plan.data / plan.blocks);
  const longBlocks = plan.data % plan.blocks;
  const blocks = Array.from({ length: plan.blocks }, (_, index) => ({
    data: new Uint8Array(shortLength + Number(index >= plan.blocks - longBlocks)),
    check: new Uint8Array(plan.checkPerBlock),
  }));
  let next = 0;
  for (let row = 0; row <= shortLength; row++) {
    for (const { data } of blocks) if (row < data.length) data[row] = words[next++] ?? 0;
  }
  for (let row = 0; row < plan.checkPerBlock; row++) {
    for (const { check } of blocks) check[row] = words[next++] ?? 0;
  }
  blocks.forEach(checkBlock);
  return blocks;
}

/** Throws unless a^0 to a^(n-1), the roots of the generator, are also roots of the block. */
function checkBlock({ data, check }: Block): void {
  const { exp, log } = _GF256;
  for (let root = 0; root < check.length; root++) {
    let value = 0;
    for (const word of [...data, ...check]) {
      const product = value === 0 ? 0 : (exp[((log[value] ?? 0) + root) % 255] ?? 0);
      value = product ^ word;
    }
    if (value !== 0) throw new Error(`the block is not a codeword at root ${root}`);
  }
}

/** Returns the number whose bit 0 is the first of `bits`. */
function wordOf(bits: readonly number[]): number {
  return bits.reduce((word, bit, index) => word + bit * 2 ** index, 0);
}
