import { MESSAGE } from "./codewords";
import { MODULES, padModules, scaledPenalty } from "./finder-like";
import { DARK, FREE, formatBits, mapVersion, purpose } from "./layout";
import { LINE, MAX_SIDE, ROWS, side } from "./matrix";
import { allocate } from "./memory";
import { MASKS, flip, flipFormat, maskWord } from "./patterns";
import { MAX_VERSION } from "./tables";

/** Draws symbols with little code, for pages: one module and one mask at a time. cached.ts draws the same symbols faster.
 *  The penalty rules are in mask.ts. */

const COLUMNS = allocate(MAX_SIDE * LINE);

/** By version: the address of its layout, or 0 until the version is first used. A layout has 19 parts of `side` lines.
 *  The first two are the function patterns, as rows and as columns. The third is the data modules, which are symmetric
 *  about the diagonal. Two parts for each mask follow: the modules that it flips, as rows and as columns, including its
 *  part of the format information. */
const LAYOUTS = allocate(4 * (MAX_VERSION + 1));

function layoutOf(version: i32): usize {
  const known = load<u32>(LAYOUTS + 4 * version);
  if (known) return known;
  mapVersion(version);
  const length = <usize>side * LINE;
  const layout = allocate(19 * length);
  const free = layout + 2 * length;
  for (let y = 0; y < side; y++) {
    for (let x = 0; x < side; x++) {
      if (purpose(x, y) == FREE) flip(free, y, x);
      if (purpose(x, y) != DARK) continue;
      flip(layout, y, x);
      flip(layout + length, x, y);
    }
  }
  let lines = free;
  for (let part = 0; part < 2 * MASKS; part++) {
    const mask = part >> 1;
    const columns = (part & 1) == 1;
    lines += length;
    for (let line = 0; line < side; line++) {
      for (let word = 0; word < 3; word++) {
        const at = line * LINE + 8 * word;
        store<u64>(lines + at, maskWord(mask, line, 64 * word, columns) & load<u64>(free + at));
      }
    }
    flipFormat(side, formatBits(0, mask) ^ formatBits(0, 0), lines, columns);
  }
  store<u32>(LAYOUTS + 4 * version, <u32>layout);
  return layout;
}

/** Places MESSAGE in the data modules, in a zigzag of two-module columns. Remainder bits are light. ISO/IEC
 *  18004:2015, 7.7.3. */
function placeMessage(free: usize): void {
  let bit = 0;
  for (let right = side - 1; right >= 1; right -= 2) {
    if (right == 6) right = 5; // the vertical timing pattern takes a whole column
    for (let i = 0; i < side; i++) {
      const y = (right + 1) & 2 ? i : side - 1 - i;
      for (let x = right; x >= right - 1; x--) {
        if (!((<u32>load<u8>(free + y * LINE + (x >> 3)) >> (x & 7)) & 1)) continue;
        const dark = (<u32>load<u8>(MESSAGE + (bit >> 3)) >> (~bit & 7)) & 1;
        const row = ROWS + y * LINE + (x >> 3);
        const column = COLUMNS + x * LINE + (y >> 3);
        store<u8>(row, <u32>load<u8>(row) | (dark << (x & 7)));
        store<u8>(column, <u32>load<u8>(column) | (dark << (y & 7)));
        bit++;
      }
    }
  }
}

/** Writes `bare` XOR `mask` to `target`, both `side` lines. */
function applyMask(bare: usize, mask: usize, target: usize): void {
  const length = <usize>side * LINE;
  for (let i: usize = 0; i < length; i += 8) store<u64>(target + i, load<u64>(bare + i) ^ load<u64>(mask + i));
}

let dark: i32 = 0;

/** Returns the sum of the penalties N1 and N3 along the columns of MODULES. With `blocks`, also adds N2, and counts the
 *  dark modules. Processes 64 columns at a time. */
function penaltyAlong(blocks: bool): i32 {
  let penalty = 0;
  for (let left = 0; left < side; left += 64) {
    const columns = side - left;
    const pairs: u64 = columns > 64 ? ~0 : ((<u64>1) << (columns - 1)) - 1; // columns that have a right neighbour
    const inside: u64 = columns >= 64 ? ~0 : (pairs << 1) | 1;
    let above: u64 = 0;
    let equal1: u64 = 0; // `equal` of the last three lines, the latest first
    let equal2: u64 = 0;
    let equal3: u64 = 0;
    let run1: u64 = 0;
    let across1: u64 = 0;
    for (let y = 0; y < side; y++) {
      const at = MODULES + y * LINE + (left >> 3);
      const line = load<u64>(at);
      const equal = y ? ~(line ^ above) & inside : 0;
      // N1: 3 for a run of five modules, and 1 for each module that follows.
      const run = equal & equal1 & equal2 & equal3;
      penalty += <i32>popcnt(run) + 2 * <i32>popcnt(run & ~run1);
      if (blocks) {
        const across = ~(line ^ ((line >> 1) | (load<u64>(at, 8) << 63))) & pairs;
        penalty += 3 * <i32>popcnt(equal & across & across1);
        across1 = across;
        dark += <i32>popcnt(line);
      }
      // N3 with k = 1: dark, light, three dark, light, dark. The last module of the pattern is in this line.
      const pattern = line & ~load<u64>(at - LINE) & load<u64>(at - 2 * LINE) & load<u64>(at - 3 * LINE)
        & load<u64>(at - 4 * LINE) & ~load<u64>(at - 5 * LINE) & load<u64>(at - 6 * LINE)
        & ~(load<u64>(at + LINE) | load<u64>(at - 7 * LINE));
      if (pattern) {
        const after = load<u64>(at + 2 * LINE) | load<u64>(at + 3 * LINE) | load<u64>(at + 4 * LINE);
        const before = load<u64>(at - 8 * LINE) | load<u64>(at - 9 * LINE) | load<u64>(at - 10 * LINE);
        penalty += 40 * <i32>(popcnt(pattern & ~after) + popcnt(pattern & ~before));
      }
      equal3 = equal2;
      equal2 = equal1;
      equal1 = equal;
      run1 = run;
      above = line;
    }
  }
  return penalty;
}

/** Returns the penalty of a mask for the symbol in ROWS and COLUMNS, or at least `limit` if the penalty is not
 *  lower. */
function penaltyOf(rowMask: usize, columnMask: usize, limit: i32): i32 {
  dark = 0;
  applyMask(ROWS, rowMask, MODULES);
  let penalty = penaltyAlong(true);
  const total = side * side;
  penalty += 10 * ((abs(20 * dark - 10 * total) + total - 1) / total - 1);
  applyMask(COLUMNS, columnMask, MODULES);
  penalty += penaltyAlong(false);
  // Scaled patterns are rare, and only increase the penalty.
  if (penalty >= limit) return penalty;
  penalty += scaledPenalty(side);
  applyMask(ROWS, rowMask, MODULES);
  return penalty + scaledPenalty(side);
}

/** Draws the symbol of MESSAGE in ROWS. `wantedMask` is 0 to 7, or -1 for the best one. Returns the mask. */
export function drawSymbol(version: i32, level: i32, wantedMask: i32): i32 {
  const layout = layoutOf(version);
  const length = <usize>side * LINE;
  const masks = layout + 3 * length;
  memory.copy(ROWS, layout, length);
  memory.copy(COLUMNS, layout + length, length);
  placeMessage(layout + 2 * length);
  flipFormat(side, formatBits(level, 0), ROWS, false);
  flipFormat(side, formatBits(level, 0), COLUMNS, true);
  padModules(side);
  let best = wantedMask;
  if (best < 0) {
    let least = i32.MAX_VALUE;
    for (let mask = 0; mask < MASKS; mask++) {
      const rowMask = masks + <usize>(2 * mask) * length;
      const penalty = penaltyOf(rowMask, rowMask + length, least);
      if (penalty >= least) continue;
      least = penalty;
      best = mask;
    }
  }
  applyMask(ROWS, masks + <usize>(2 * best) * length, ROWS);
  return best;
}
