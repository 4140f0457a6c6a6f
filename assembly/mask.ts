import { LINE } from "./matrix";
import { allocate } from "./memory";
import { MODULES as SYMBOL, padModules, scaledPenalty } from "./finder-like";
import { MASKS } from "./patterns";
import { MODULES, scoreStrip } from "./strip";

/** Scores all eight masks and picks the best. ISO/IEC 18004:2015, 7.8.3, Table 11. Where the standard is ambiguous:
 *  - The complete symbol is scored.
 *  - Ties keep the lowest mask.
 *  - N4 counts full steps of 5% away from 50%.
 *  - Finder-like patterns (N3) may be scaled by any k >= 1. They need 4k light modules on one side and k on the other,
 *    and count once for each side that has 4k. The quiet zone counts as light here.
 *
 *  Strips of columns are scored from the top row down. Rows are scored in the same way, as columns of the transposed
 *  symbol. A lane holds one line of a strip: for vectors, 16 modules of each of the 8 masks; for words, 64 modules
 *  of one mask. `slab` holds the lanes to XOR with the unmasked symbol, strip by strip and line by line. Its padding
 *  columns alternate by line, so they form no runs, blocks or patterns. */

/** For each mask, a u32: its penalty in SCORES, and its number of dark modules in DARKS. */
const SCORES = allocate(4 * MASKS);
const DARKS = allocate(4 * MASKS);

/** For each mask, a u32: the number of modules that do not end a 2 x 2 block. */
const UNBLOCKED = allocate(4 * MASKS);

/** Returns the number of strips that cover `side` columns. */
@inline
export function stripCount(side: i32): i32 {
  return ASC_FEATURE_SIMD ? (side + 15) >> 4 : (side + 63) >> 6;
}

/** Returns the size of a slab in bytes: 16 for each strip and line (vectors), or 8 for each mask, strip and line
 *  (words). */
export function slabBytes(side: i32): usize {
  return ASC_FEATURE_SIMD ? stripCount(side) * side * 16 : stripCount(side) * side * 8 * MASKS;
}

// Rows and columns have separate functions, which makes `blocks` a constant when scoreStrip is inlined.
function scoreRows<L>(lines: usize, slab: usize, groups: i32, score: usize, unblocked: usize): void {
  scoreStrip<L>(lines, slab, groups, true, score, unblocked);
}

function scoreColumns<L>(lines: usize, slab: usize, groups: i32, score: usize, dark: usize): void {
  scoreStrip<L>(lines, slab, groups, false, score, dark);
}

function scoreAll(side: i32, rows: usize, columns: usize, rowSlab: usize, columnSlab: usize): void {
  memory.fill(SCORES, 0, 4 * MASKS);
  memory.fill(DARKS, 0, 4 * MASKS);
  memory.fill(UNBLOCKED, 0, 4 * MASKS);
  const groups = (side - 1) >> 2;
  const strips = stripCount(side);
  if (ASC_FEATURE_SIMD) {
    memory.fill(MODULES, 0, side * 16);
    for (let strip = strips - 1; strip >= 0; strip--) {
      scoreRows<v128>(rows + 2 * strip, rowSlab + strip * side * 16, groups, SCORES, UNBLOCKED);
      scoreColumns<v128>(columns + 2 * strip, columnSlab + strip * side * 16, groups, SCORES, DARKS);
    }
  } else {
    for (let mask = 0; mask < MASKS; mask++) {
      memory.fill(MODULES, 0, side * 8);
      for (let strip = strips - 1; strip >= 0; strip--) {
        const lane = (mask * strips + strip) * side * 8;
        scoreRows<u64>(rows + 8 * strip, rowSlab + lane, groups, SCORES + 4 * mask, UNBLOCKED + 4 * mask);
        scoreColumns<u64>(columns + 8 * strip, columnSlab + lane, groups, SCORES + 4 * mask, DARKS + 4 * mask);
      }
    }
  }
}

/** Returns the penalty of scaled finder-like patterns along the columns of `bare` XOR `mask`. */
function scaledAlong(side: i32, bare: usize, mask: usize): u32 {
  const bytes = <usize>side * LINE;
  for (let i: usize = 0; i < bytes; i += 8) store<u64>(SYMBOL + i, load<u64>(bare + i) ^ load<u64>(mask + i));
  padModules(side);
  return scaledPenalty(side);
}

/** Returns the mask with the lowest penalty for the unmasked symbol in `rows` and `columns`. The slabs hold the masks
 *  of the symbol's version as lanes; `rowMasks` and `columnMasks` hold the same masks as lines. */
export function chooseMask(
  side: i32,
  rows: usize,
  columns: usize,
  rowSlab: usize,
  columnSlab: usize,
  rowMasks: usize,
  columnMasks: usize,
): i32 {
  scoreAll(side, rows, columns, rowSlab, columnSlab);
  const width = stripCount(side) * (ASC_FEATURE_SIMD ? 16 : 64);
  const scored = width * (side - 1); // positions per direction
  const total = side * side;
  for (let mask = 0; mask < MASKS; mask++) {
    const dark: i32 = load<u32>(DARKS + 4 * mask) - (width - side) * (side >> 1);
    const steps = (abs(20 * dark - 10 * total) + total - 1) / total - 1;
    const notBlocked: i32 = load<u32>(UNBLOCKED + 4 * mask);
    const score: i32 = load<u32>(SCORES + 4 * mask) + 2 * scored + 3 * (scored - notBlocked) + 10 * steps;
    store<u32>(SCORES + 4 * mask, score);
  }
  // Scaled finder-like patterns only increase the penalty, so they are counted only for the best mask so far.
  let settled = 0;
  while (true) {
    let best = 0;
    for (let mask = 1; mask < MASKS; mask++) {
      if (load<u32>(SCORES + 4 * mask) < load<u32>(SCORES + 4 * best)) best = mask;
    }
    if (settled & (1 << best)) return best;
    settled |= 1 << best;
    const masked = best * side * LINE;
    const extra = scaledAlong(side, rows, rowMasks + masked) + scaledAlong(side, columns, columnMasks + masked);
    if (!extra) return best;
    store<u32>(SCORES + 4 * best, load<u32>(SCORES + 4 * best) + extra);
  }
}
