import { LINE, MAX_SIDE } from "./matrix";
import { allocate } from "./memory";

/** Scores penalty N3 for finder-like patterns scaled by k >= 2. A pattern is a line of modules: k dark, k light, 3k
 *  dark, k light and k dark. At least 4k light modules must be on one side of it, and at least k on the other.
 *  ISO/IEC 18004:2015, 7.8.3, Table 11. */

const SYMBOL = allocate((MAX_SIDE + 16) * LINE);
/** The lines of the symbol to score. Eight light lines come before it and, after `padModules`, follow it. */
export const MODULES = SYMBOL + 8 * LINE;

export function padModules(side: i32): void {
  memory.fill(MODULES + side * LINE, 0, 8 * LINE);
}

@inline
function module(x: usize, y: i32): u32 {
  return ((<u32>load<u8>(MODULES + y * <i32>LINE + (x >> 3))) >> (<u32>x & 7)) & 1;
}

/** Counts consecutive modules with the value `dark` in column x. Starts at line y and moves by `step`, which is 1 or
 *  -1. */
function runLength(side: i32, x: usize, y: i32, step: i32, dark: u32): i32 {
  let length = 0;
  while (y >= 0 && y < side && module(x, y) == dark) {
    y += step;
    length++;
  }
  return length;
}

/** Returns the penalty of the pattern whose dark centre ends at (x, y), or 0 if there is no pattern. */
function patternPenalty(side: i32, x: usize, y: i32): u32 {
  const centre = runLength(side, x, y, -1, 1);
  const k = centre / 3;
  if (k < 2 || centre != 3 * k) return 0;
  const top = y - centre;
  if (runLength(side, x, y + 1, 1, 0) != k || runLength(side, x, y + 1 + k, 1, 1) != k) return 0;
  if (runLength(side, x, top, -1, 0) != k || runLength(side, x, top - k, -1, 1) != k) return 0;
  // Modules outside the symbol count as light.
  const above = top - 2 * k;
  const below = y + 1 + 2 * k;
  const lightAbove = runLength(side, x, above, -1, 0);
  const lightBelow = runLength(side, x, below, 1, 0);
  const before = lightAbove > above ? side : lightAbove;
  const after = lightBelow >= side - below ? side : lightBelow;
  return (before >= 4 * k && after >= k ? 40 : 0) + (after >= 4 * k && before >= k ? 40 : 0);
}

/** For each line, one bit for each of 64 columns. DARK3: the module and the two above it are dark. LIGHT2: the module
 *  and the one above it are light. */
const DARK3 = allocate((MAX_SIDE + 32) * 8) + 16 * 8;
const LIGHT2 = allocate((MAX_SIDE + 32) * 8) + 16 * 8;

/** Returns the penalty of all scaled patterns along the columns of MODULES. */
export function scaledPenalty(side: i32): u32 {
  memory.fill(LIGHT2 - 16 * 8, 255, 16 * 8);
  let penalty: u32 = 0;
  for (let word: usize = 0; <i32>word * 8 < side; word += 8) {
    let dark1: u64 = 0;
    let dark2: u64 = 0;
    // Finds patterns whose dark centre ended four lines ago: it has at least six dark lines, and two light lines follow it. For
    // k = 2, two light lines precede the centre, and two dark lines end the pattern. For larger k, the centre has at least
    // three more dark lines, and a third light line follows it.
    for (let y = 0; y < side + 4; y++) {
      const dark = load<u64>(MODULES + y * LINE + word);
      const at: usize = y * 8;
      store<u64>(DARK3 + at, dark & dark1 & dark2);
      store<u64>(LIGHT2 + at, ~(dark | dark1));
      const smallest = dark & dark1 & load<u64>(LIGHT2 + at - 80);
      const larger = load<u64>(DARK3 + at - 80) & ~dark1;
      let ends = load<u64>(DARK3 + at - 32) & load<u64>(DARK3 + at - 56) & load<u64>(LIGHT2 + at - 16);
      ends &= smallest | larger;
      dark2 = dark1;
      dark1 = dark;
      for (; ends; ends &= ends - 1) penalty += patternPenalty(side, word * 8 + <usize>ctz(ends), y - 4);
    }
  }
  return penalty;
}
