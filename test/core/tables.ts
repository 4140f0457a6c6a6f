import { _BYTES, _ECC_BLOCKS, _ECC_LEVELS, _WORDS_PER_BLOCK } from "qr";
import type { EcLevel } from "../../src/core/symbol.ts";

/** The numbers of codewords and blocks in symbols of one version and level. */
export interface BlockPlan {
  /** Total number of data and check codewords. */
  readonly total: number;
  readonly data: number;
  readonly blocks: number;
  readonly checkPerBlock: number;
}

const qrLevels = { L: 0, M: 1, Q: 2, H: 3 } as const;

/** Returns the numbers in table 9 of ISO/IEC 18004:2015, taken from the tables of the package qr. */
export function blockPlan(version: number, ec: EcLevel): BlockPlan {
  const level = _ECC_LEVELS[qrLevels[ec]];
  const total = _BYTES[version - 1];
  const blocks = level && _ECC_BLOCKS[level][version - 1];
  const checkPerBlock = level && _WORDS_PER_BLOCK[level][version - 1];
  if (total === undefined || blocks === undefined || checkPerBlock === undefined) {
    throw new RangeError(`no version ${version}-${ec}`);
  }
  return { total, data: total - blocks * checkPerBlock, blocks, checkPerBlock };
}

/** Returns the index of the block of each codeword, in the order of the symbol. Interleaves the blocks as the standard
 *  describes. */
export function blocksInOrder(version: number, ec: EcLevel): number[] {
  const { data, blocks, checkPerBlock } = blockPlan(version, ec);
  const short = Math.floor(data / blocks);
  const lengths = Array.from({ length: blocks }, (_, i) => short + Number(i >= blocks - (data % blocks)));
  const order: number[] = [];
  for (let row = 0; row <= short; row++) {
    for (const [block, length] of lengths.entries()) if (row < length) order.push(block);
  }
  for (let row = 0; row < checkPerBlock; row++) order.push(...lengths.keys());
  return order;
}

export type SegmentMode = "numeric" | "alphanumeric" | "byte";

const countBits: Record<SegmentMode, readonly [number, number, number]> = {
  numeric: [10, 12, 14],
  alphanumeric: [9, 11, 13],
  byte: [8, 16, 16],
};

/** Returns the length of the character count indicator in bits. ISO/IEC 18004:2015, table 3. */
export function countWidth(mode: SegmentMode, version: number): number {
  const widths = countBits[mode];
  return version <= 9 ? widths[0] : version <= 26 ? widths[1] : widths[2];
}

/** Returns the length in bits of a segment of `length` characters (bytes in byte mode), including its header. */
export function segmentBits(mode: SegmentMode, length: number, version: number): number {
  return 4 + countWidth(mode, version) + payloadBits(mode, length);
}

function payloadBits(mode: SegmentMode, length: number): number {
  if (mode === "numeric") return Math.ceil((length * 10) / 3);
  if (mode === "alphanumeric") return Math.ceil((length * 11) / 2);
  return length * 8;
}

/** Returns the maximum number of characters (bytes in byte mode) in a symbol with a single segment. */
export function capacity(mode: SegmentMode, version: number, ec: EcLevel): number {
  const bits = blockPlan(version, ec).data * 8;
  let length = 0;
  while (segmentBits(mode, length + 1, version) <= bits) length++;
  return length;
}
