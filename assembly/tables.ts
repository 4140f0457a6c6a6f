/** The standard's tables. Levels are numbered 0 to 3 for L, M, Q, H. ISO/IEC 18004:2015, Tables 1, 3, 9 and Annex E. */

export const NUMERIC: i32 = 0;
export const ALPHANUMERIC: i32 = 1;
export const BYTE: i32 = 2;
export const KANJI: i32 = 3;

export const MAX_VERSION: i32 = 40;
/** Number of codewords in version 40. */
export const MAX_CODEWORDS: i32 = 3706;
/** Number of blocks in version 40-H. */
export const MAX_BLOCKS: i32 = 81;
/** The maximum number of characters in a symbol: version 40-L holds this many digits, but fewer characters of any other
 *  kind. */
export const MAX_CHARS: i32 = 7089;

/** Number of check words per block, by level and version. Table 9. */
const CHECK_WORDS = memory.data<u8>([
  7, 10, 15, 20, 26, 18, 20, 24, 30, 18, 20, 24, 26, 30, 22, 24, 28, 30, 28, 28, 28, 28, 30, 30, 26, 28, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30,
  10, 16, 26, 18, 24, 16, 18, 22, 22, 26, 30, 22, 22, 24, 24, 28, 28, 26, 26, 26, 26, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28,
  13, 22, 18, 26, 18, 24, 18, 22, 20, 24, 28, 26, 24, 20, 30, 24, 28, 28, 26, 30, 28, 30, 30, 30, 30, 28, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30,
  17, 28, 22, 16, 22, 28, 26, 26, 24, 28, 24, 28, 22, 24, 24, 30, 28, 28, 26, 28, 30, 24, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30,
]);

/** Number of blocks, by level and version. Table 9. */
const BLOCKS = memory.data<u8>([
  1, 1, 1, 1, 1, 2, 2, 2, 2, 4, 4, 4, 4, 4, 6, 6, 6, 6, 7, 8, 8, 9, 9, 10, 12, 12, 12, 13, 14, 15, 16, 17, 18, 19, 19, 20, 21, 22, 24, 25,
  1, 1, 1, 2, 2, 4, 4, 4, 5, 5, 5, 8, 9, 9, 10, 10, 11, 13, 14, 16, 17, 17, 18, 20, 21, 23, 25, 26, 28, 29, 31, 33, 35, 37, 38, 40, 43, 45, 47, 49,
  1, 1, 2, 2, 4, 4, 6, 6, 8, 8, 8, 10, 12, 16, 12, 17, 16, 18, 21, 20, 23, 23, 25, 27, 29, 34, 34, 35, 38, 40, 43, 45, 48, 51, 53, 56, 59, 62, 65, 68,
  1, 1, 2, 4, 4, 4, 5, 6, 8, 8, 11, 11, 16, 16, 18, 16, 19, 21, 25, 25, 25, 34, 30, 32, 35, 37, 40, 42, 45, 48, 51, 54, 57, 60, 63, 66, 70, 74, 77, 81,
]);

/** The densest mode that can encode each byte: 0 byte, 1 alphanumeric, 2 numeric. Table 5. */
const CHARACTER_CLASS = memory.data(256);
/** Value of each character in alphanumeric mode, 0 to 44. Table 5. */
const ALPHANUMERIC_VALUE = memory.data(256);

const SYMBOLS = memory.data<u8>([0x20, 0x24, 0x25, 0x2a, 0x2b, 0x2d, 0x2e, 0x2f, 0x3a]); // space $ % * + - . / :

function fillCharacters(): void {
  for (let i: u32 = 0; i < 45; i++) {
    const character: u32 = i < 10 ? 0x30 + i : i < 36 ? 0x41 + i - 10 : load<u8>(SYMBOLS + i - 36);
    store<u8>(ALPHANUMERIC_VALUE + character, i);
    store<u8>(CHARACTER_CLASS + character, i < 10 ? 2 : 1);
  }
}
fillCharacters();

@inline
export function characterClass(byte: u32): i32 {
  return load<u8>(CHARACTER_CLASS + byte);
}

@inline
export function alphanumericValue(byte: u32): u32 {
  return load<u8>(ALPHANUMERIC_VALUE + byte);
}

export function checkWords(version: i32, level: i32): i32 {
  return load<u8>(CHECK_WORDS + level * 40 + version - 1);
}

export function blockCount(version: i32, level: i32): i32 {
  return load<u8>(BLOCKS + level * 40 + version - 1);
}

export function sideOf(version: i32): i32 {
  return 17 + 4 * version;
}

/** Returns the number of alignment pattern coordinates: 0 for version 1. Annex E. */
export function alignmentCount(version: i32): i32 {
  return version == 1 ? 0 : version / 7 + 2;
}

/** Returns the alignment pattern coordinate with this index. Coordinates are evenly spaced, counting back from the
 *  last. Annex E. */
export function alignmentCentre(version: i32, index: i32): i32 {
  if (index == 0) return 6;
  const count = alignmentCount(version);
  const step = ((version * 8 + count * 3 + 5) / (count * 4 - 4)) * 2;
  return sideOf(version) - 7 - (count - 1 - index) * step;
}

/** Returns the number of codewords in a symbol, including check words. Table 1. */
export function codewordCount(version: i32): i32 {
  let modules = (16 * version + 128) * version + 64;
  const aligned = alignmentCount(version);
  if (aligned > 0) modules -= (25 * aligned - 10) * aligned - 55;
  if (version >= 7) modules -= 36;
  return modules >> 3;
}

/** Returns the number of data codewords. Table 7. */
export function dataCodewords(version: i32, level: i32): i32 {
  return codewordCount(version) - checkWords(version, level) * blockCount(version, level);
}

/** Returns the length of the character count indicator in bits. It differs between versions 1-9, 10-26 and 27-40.
 *  Table 3. */
export function countBits(mode: i32, version: i32): i32 {
  const range = version < 10 ? 0 : version < 27 ? 1 : 2;
  if (mode == NUMERIC) return 10 + 2 * range;
  if (mode == ALPHANUMERIC) return 9 + 2 * range;
  if (mode == KANJI) return 8 + 2 * range;
  return range == 0 ? 8 : 16;
}
