import { allocate } from "./memory";
import { COVERED, FREE, mapVersion, purpose, setPurpose } from "./layout";
import { MAX_BLOCKS, blockCount, dataCodewords, sideOf } from "./tables";

/** For each block, the number of codewords with a covered module. */
const BLOCKS = allocate(2 * MAX_BLOCKS);

/** Returns the block that a codeword of the message belongs to. The blocks are interleaved, and the last words of the
 *  longer blocks precede the check words. ISO/IEC 18004:2015, 7.6. */
function blockOf(codeword: i32, blocks: i32, data: i32): i32 {
  const even = data - (data % blocks);
  if (codeword < even) return codeword % blocks;
  if (codeword < data) return blocks - (data % blocks) + codeword - even;
  return (codeword - data) % blocks;
}

/** Covers the modules in a rectangle, which must lie within the symbol. Its right and bottom edges are exclusive. */
export function cover(version: i32, left: i32, top: i32, right: i32, bottom: i32): void {
  mapVersion(version);
  for (let y = top; y < bottom; y++) {
    for (let x = left; x < right; x++) {
      if (purpose(x, y) == FREE) setPurpose(x, y, COVERED);
    }
  }
}

/** Counts the codewords with at least one covered module, and uncovers all. If no module was covered, the map may describe
 *  another version, which does not affect the result. Returns the highest count in a block | the index of that block << 8 |
 *  the count in all blocks << 16. The placement is defined in ISO/IEC 18004:2015, 7.7.3. */
export function countSpoiled(version: i32, level: i32): i32 {
  const side = sideOf(version);
  const blocks = blockCount(version, level);
  const data = dataCodewords(version, level);
  memory.fill(BLOCKS, 0, 2 * blocks);
  let all = 0;
  let worst = 0;
  let bit = 0;
  let isCovered: u32 = 0;
  let upward = true;
  for (let pair = side - 1; pair > 0; pair -= 2) {
    if (pair == 6) pair = 5; // the timing pattern's column
    for (let i = 0; i < side; i++) {
      const y = upward ? side - 1 - i : i;
      for (let x = pair; x > pair - 2; x--) {
        const found = purpose(x, y);
        if (found > COVERED) continue;
        isCovered |= found;
        setPurpose(x, y, FREE);
        if (++bit & 7) continue;
        all += isCovered;
        const count = BLOCKS + 2 * blockOf((bit >> 3) - 1, blocks, data);
        store<u16>(count, <u32>load<u16>(count) + isCovered);
        isCovered = 0;
      }
    }
    upward = !upward;
  }
  for (let block = 1; block < blocks; block++) {
    if (load<u16>(BLOCKS + 2 * block) > load<u16>(BLOCKS + 2 * worst)) worst = block;
  }
  return <i32>load<u16>(BLOCKS + 2 * worst) | (worst << 8) | (all << 16);
}
