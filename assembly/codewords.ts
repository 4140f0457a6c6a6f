import { allocate } from "./memory";
import { MAX_BLOCKS, MAX_CODEWORDS, blockCount, checkWords, codewordCount, dataCodewords } from "./tables";
import { divide, generatorMultiples } from "./galois";

/** Data codewords, before they are divided into blocks. */
export const DATA = allocate(MAX_CODEWORDS);
/** The final message: interleaved data and check words of all blocks, followed by 32 zero bytes. */
export const MESSAGE = allocate(MAX_CODEWORDS + 64);

/** Fills DATA from `end` up to the capacity of the version and level with pad codewords. ISO/IEC 18004:2015, 7.4.10. */
export function padData(end: usize, version: i32, level: i32): void {
  const limit = DATA + dataCodewords(version, level);
  let word: u32 = 0xec;
  for (; end < limit; end++) {
    store<u8>(end, word);
    word ^= 0xec ^ 0x11;
  }
}

/** The check words of each block, 32 bytes per block. */
const REMAINDERS = allocate(MAX_BLOCKS * 32);

/** Splits DATA into blocks, computes their check words, and interleaves both into MESSAGE. ISO/IEC 18004:2015, 7.5.2
 *  and 7.6. */
export function interleave(version: i32, level: i32): void {
  const blocks = blockCount(version, level);
  const degree = checkWords(version, level);
  const words = codewordCount(version);
  const dataWords = words - degree * blocks;
  const short = dataWords / blocks;
  const shortBlocks = blocks - (dataWords - short * blocks);
  const multiples = generatorMultiples(degree);
  let data = DATA;
  for (let block = 0; block < blocks; block++) {
    const length = block < shortBlocks ? short : short + 1;
    divide(data, length, multiples, degree > 16, MESSAGE + block, blocks, REMAINDERS + 32 * block);
    data += length;
  }
  // Only the long blocks have a word in the last row, so these words must directly follow the previous row. The loop above left
  // a gap for the short blocks, so this loop writes the words again.
  data = DATA + shortBlocks * short + short;
  for (let block = shortBlocks; block < blocks; block++, data += short + 1) {
    store<u8>(MESSAGE + short * blocks + block - shortBlocks, load<u8>(data));
  }
  let target = MESSAGE + dataWords;
  for (let i = 0; i < degree; i++) {
    let word = REMAINDERS + i;
    for (let block = 0; block < blocks; block++, word += 32) store<u8>(target++, load<u8>(word));
  }
  memory.fill(MESSAGE + words, 0, 32);
}
