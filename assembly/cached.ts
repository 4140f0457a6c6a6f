import { formatBits } from "./layout";
import { chooseMask } from "./mask";
import { LINE, MAX_SIDE, ROWS, side } from "./matrix";
import { allocate } from "./memory";
import { flipFormat } from "./patterns";
import { placeMessage } from "./placement";
import { transpose } from "./transpose";
import { part, useVersion } from "./version";

/** Draws symbols fast: caches data for each version, and scores all masks together. plain.ts draws the same symbols with
 *  less code. */

const COLUMNS = allocate((MAX_SIDE + 32) * LINE);

function xorLines(target: usize, from: usize): void {
  const end = target + side * LINE;
  for (; target < end; target += 8, from += 8) store<u64>(target, load<u64>(target) ^ load<u64>(from));
}

/** Draws the symbol of MESSAGE in ROWS. `wantedMask` is 0 to 7, or -1 for the best one. Returns the mask. */
export function drawSymbol(version: i32, level: i32, wantedMask: i32): i32 {
  const parts = useVersion(version);
  memory.fill(COLUMNS, 0, (side + 16) * LINE);
  placeMessage(version, part.fields(parts), COLUMNS);
  xorLines(COLUMNS, part.template(parts));
  flipFormat(side, formatBits(level, 0), COLUMNS, true);
  memory.fill(ROWS, 0, side * LINE); // a larger symbol may have left bits beyond `side`
  transpose(side, COLUMNS, ROWS);
  let mask = wantedMask;
  if (mask < 0) {
    mask = chooseMask(
      side, ROWS, COLUMNS, part.rowSlab(parts), part.columnSlab(parts), part.rowMasks(parts), part.columnMasks(parts),
    );
  }
  xorLines(ROWS, part.rowMasks(parts) + mask * side * LINE);
  return mask;
}
