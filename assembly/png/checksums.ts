/** Computes CRC-32 (PNG Specification, Third Edition, 5.5 and Annex D) and Adler-32 (RFC 1950). */

/** Four tables of 256 u32: the CRC remainder of each byte followed by 0 to 3 zero bytes. */
const TABLES = memory.data(4096, 4);

function fillTables(): void {
  for (let i: u32 = 0; i < 256; i++) {
    let remainder = i;
    for (let bit = 0; bit < 8; bit++) remainder = (remainder >> 1) ^ (remainder & 1 ? 0xedb88320 : 0);
    store<u32>(TABLES + i * 4, remainder);
  }
  for (let i: u32 = 0; i < 768; i++) {
    const before = load<u32>(TABLES + i * 4);
    store<u32>(TABLES + 1024 + i * 4, (before >> 8) ^ load<u32>(TABLES + (before & 255) * 4));
  }
}

@inline
function entry(table: usize, byte: u32): u32 {
  return load<u32>(TABLES + table * 1024 + ((byte & 255) << 2));
}

export function crc32(at: usize, length: i32): u32 {
  if (!load<u32>(TABLES + 4)) fillTables();
  let crc: u32 = 0xffffffff;
  for (; length >= 4; length -= 4, at += 4) {
    crc ^= load<u32>(at);
    crc = entry(3, crc) ^ entry(2, crc >> 8) ^ entry(1, crc >> 16) ^ entry(0, crc >> 24);
  }
  for (; length > 0; length--, at++) crc = entry(0, crc ^ load<u8>(at)) ^ (crc >> 8);
  return ~crc;
}

const BASE: u64 = 65521;
let sumA: u64 = 1;
let sumB: u64 = 0;

export function startAdler(): void {
  sumA = 1;
  sumB = 0;
}

const LANES: u64 = 0x00ff00ff00ff00ff;

/** Adds `times` copies of the `length` bytes at `row` to the Adler-32, but reads the bytes only once. Two multiplications
 *  weight eight bytes: the highest lane of each product is the sum of the lanes times their weights. No lane overflows. */
export function addRows(row: usize, length: u32, times: u32): void {
  let plain: u64 = 0; // sum of the bytes
  let weighted: u64 = 0; // sum of each byte times its distance from the end
  let i: u32 = 0;
  for (; i + 8 <= length; i += 8) {
    const eight = load<u64>(row + i);
    const even = eight & LANES;
    const odd = (eight >> 8) & LANES;
    weighted += 8 * plain + ((even * 0x0008000600040002) >> 48) + ((odd * 0x0007000500030001) >> 48);
    plain += ((even + odd) * 0x0001000100010001) >> 48;
  }
  for (; i < length; i++) {
    plain += load<u8>(row + i);
    weighted += plain;
  }
  const n: u64 = times;
  // Division is the slowest step here, so sums are reduced only when they get large. Even for 16384 equal
  // scanlines of 2049 bytes, or one of 65537 bytes, every summand is below 2^58.
  sumB += n * length * sumA + n * weighted + ((n * (n - 1)) >> 1) * (length * plain);
  if (sumB >> 62) sumB %= BASE;
  sumA += n * plain;
  if (sumA >> 24) sumA %= BASE;
}

export function adler32(): u32 {
  return <u32>(((sumB % BASE) << 16) | (sumA % BASE));
}
