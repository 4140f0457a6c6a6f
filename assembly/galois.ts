import { allocate } from "./memory";

/** Computes Reed-Solomon check words in GF(2^8) modulo x^8 + x^4 + x^3 + x^2 + 1. ISO/IEC 18004:2015, 7.5.2 and Annex
 *  A. */

const EXP = memory.data(512);
const LOG = memory.data(256);

/** Maximum number of check words per block. */
const MAX_DEGREE: u32 = 30;
/** Bytes per multiple of a generator. A multiple is stored as its coefficients, highest power first, followed by
 *  zeros. */
const WIDTH: usize = 32;
/** For each degree, the address of the 256 multiples of the generator, or 0 until they are first used. */
const MULTIPLES = memory.data(4 * 31, 4);

function fillPowers(): void {
  let power: u32 = 1;
  for (let i: u32 = 0; i < 255; i++) {
    store<u8>(EXP + i, power);
    store<u8>(EXP + i + 255, power);
    store<u8>(LOG + power, i);
    power <<= 1;
    if (power > 255) power ^= 0x11d;
  }
}
fillPowers();

function multiply(a: u32, b: u32): u32 {
  if (a == 0 || b == 0) return 0;
  return load<u8>(EXP + <u32>load<u8>(LOG + a) + <u32>load<u8>(LOG + b));
}

/** Returns the address of 256 rows of 32 bytes, built on first use. Row f is the generator polynomial of `degree`
 *  multiplied by f. The leading term is left out. */
export function generatorMultiples(degree: u32): usize {
  const known = load<u32>(MULTIPLES + 4 * degree);
  if (known) return known;
  const rows = allocate(256 * WIDTH);
  const generator = rows + WIDTH;
  store<u8>(generator + degree - 1, 1);
  let root: u32 = 1;
  for (let i: u32 = 0; i < degree; i++) {
    for (let j: u32 = 0; j < degree; j++) {
      const next: u32 = j + 1 < degree ? load<u8>(generator + j + 1) : 0;
      store<u8>(generator + j, multiply(load<u8>(generator + j), root) ^ next);
    }
    root = multiply(root, 2);
  }
  for (let f: u32 = 2; f < 256; f++) {
    for (let j: u32 = 0; j < degree; j++) {
      store<u8>(rows + f * WIDTH + j, multiply(load<u8>(generator + j), f));
    }
  }
  store<u32>(MULTIPLES + 4 * degree, <u32>rows);
  return rows;
}

/** Divides the `length` bytes at `data` by the generator whose multiples are at `multiples`. Writes the remainder (the
 *  check words), highest power first, to the 32 bytes at `remainder`, and copies the data to `target`, `stride` bytes
 *  apart. `wide` must be true if the degree is above 16. */
export function divide(
  data: usize,
  length: i32,
  multiples: usize,
  wide: bool,
  target: usize,
  stride: usize,
  remainder: usize,
): void {
  if (ASC_FEATURE_SIMD) {
    let low = i64x2.splat(0);
    const zero = i64x2.splat(0);
    if (wide) {
      let high = zero;
      for (let i = 0; i < length; i++) {
        const byte: u32 = load<u8>(data + i);
        store<u8>(target, byte);
        target += stride;
        const row = multiples + ((byte ^ <u32>i8x16.extract_lane_u(low, 0)) << 5);
        low = v128.xor(i8x16.shuffle(low, high, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16), v128.load(row));
        high = v128.xor(i8x16.shuffle(high, zero, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16), v128.load(row, 16));
      }
      v128.store(remainder, high, 16);
    } else {
      for (let i = 0; i < length; i++) {
        const byte: u32 = load<u8>(data + i);
        store<u8>(target, byte);
        target += stride;
        const row = multiples + ((byte ^ <u32>i8x16.extract_lane_u(low, 0)) << 5);
        low = v128.xor(i8x16.shuffle(low, zero, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16), v128.load(row));
      }
    }
    v128.store(remainder, low);
  } else {
    let a: u64 = 0;
    let b: u64 = 0;
    let c: u64 = 0;
    let d: u64 = 0;
    for (let i = 0; i < length; i++) {
      const byte: u64 = load<u8>(data + i);
      store<u8>(target, byte);
      target += stride;
      const row = multiples + (<usize>((byte ^ a) & 255) << 5);
      a = ((a >> 8) | (b << 56)) ^ load<u64>(row);
      b = ((b >> 8) | (c << 56)) ^ load<u64>(row, 8);
      if (wide) {
        c = ((c >> 8) | (d << 56)) ^ load<u64>(row, 16);
        d = (d >> 8) ^ load<u64>(row, 24);
      }
    }
    store<u64>(remainder, a);
    store<u64>(remainder, b, 8);
    store<u64>(remainder, c, 16);
    store<u64>(remainder, d, 24);
  }
}
