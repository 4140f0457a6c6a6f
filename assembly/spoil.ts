import { allocate } from "./memory";
import { FREE, mapVersion, purpose } from "./layout";
import { MAX_BLOCKS, MAX_CODEWORDS, blockCount, codewordCount, dataCodewords, sideOf } from "./tables";

/** For each codeword, whether it has a module in the rectangles. For each block, the number of such codewords. */
const SPOILED = allocate(MAX_CODEWORDS + 1);
const BLOCKS = allocate(2 * MAX_BLOCKS);

/** Returns the block that a codeword of the message belongs to. The blocks are interleaved, and the last words of the
 *  longer blocks precede the check words. ISO/IEC 18004:2015, 7.6. */
function blockOf(codeword: i32, blocks: i32, data: i32): i32 {
  const even = data - (data % blocks);
  if (codeword < even) return codeword % blocks;
  if (codeword < data) return blocks - (data % blocks) + codeword - even;
  return (codeword - data) % blocks;
}

/** Counts the codewords with at least one module in a rectangle. The rectangle's right and bottom edges are exclusive. With
 *  `more`, also counts those of the last call, for the same version. Returns the highest count in a block | the index of that block << 8 | the count in all blocks << 16. ISO/IEC
 *  18004:2015, 7.7.3, defines the placement. */
export function countSpoiled(version: i32, level: i32, left: i32, top: i32, right: i32, bottom: i32, more: bool): i32 {
  const side = sideOf(version);
  const words = codewordCount(version);
  mapVersion(version);
  if (!more) memory.fill(SPOILED, 0, words + 1);
  let bit = 0;
  let upward = true;
  for (let pair = side - 1; pair > 0; pair -= 2) {
    if (pair == 6) pair = 5; // the timing pattern's column
    for (let i = 0; i < side; i++) {
      const y = upward ? side - 1 - i : i;
      for (let x = pair; x > pair - 2; x--) {
        if (purpose(x, y) != FREE) continue;
        if (x >= left && x < right && y >= top && y < bottom) store<u8>(SPOILED + (bit >> 3), 1);
        bit++;
      }
    }
    upward = !upward;
  }
  return worstBlock(version, level, words);
}

function worstBlock(version: i32, level: i32, words: i32): i32 {
  const blocks = blockCount(version, level);
  const data = dataCodewords(version, level);
  memory.fill(BLOCKS, 0, 2 * blocks);
  let all = 0;
  for (let word = 0; word < words; word++) {
    if (!load<u8>(SPOILED + word)) continue;
    const count = BLOCKS + 2 * blockOf(word, blocks, data);
    store<u16>(count, <i32>load<u16>(count) + 1);
    all++;
  }
  let worst = 0;
  for (let block = 1; block < blocks; block++) {
    if (load<u16>(BLOCKS + 2 * block) > load<u16>(BLOCKS + 2 * worst)) worst = block;
  }
  return <i32>load<u16>(BLOCKS + 2 * worst) | (worst << 8) | (all << 16);
}
