import { LINE, MAX_SIDE } from "./matrix";
import { allocate } from "./memory";
import { MESSAGE } from "./codewords";
import { FREE, purpose } from "./layout";
import { codewordCount } from "./tables";

/** Places the bits of the message in a zigzag of two-module columns. ISO/IEC 18004:2015, 7.7.3.
 *  
 *  Where both columns of a pair are free, one takes the even bits of the message and the other takes the odd bits. So
 *  the message is first split into streams of even and odd bits. Each stream also has a reversed copy for columns that
 *  run upwards. Then a column consists of a few fields copied from these streams. Their positions are computed once per
 *  version. */

/** Bytes per stream: a multiple of 32, plus 8 spare bytes for loads past the end. */
const STREAM: usize = 3744;
const HALF: usize = STREAM / 2 + 8;
const STREAMS = allocate(2 * STREAM + 4 * HALF + 16);
/** Offsets of the six streams from STREAMS. Each holds all bits, the even bits or the odd bits: in the order of the
 *  message for columns that run downwards, or reversed for columns that run upwards. */
const DOWN: usize = 0;
const UP: usize = STREAM;
const EVEN_DOWN: usize = 2 * STREAM;
const ODD_DOWN: usize = EVEN_DOWN + HALF;
const EVEN_UP: usize = ODD_DOWN + HALF;
const ODD_UP: usize = EVEN_UP + HALF;

/** A field record is 8 bytes. It begins with two u16: the byte offset of the field's first bit in STREAMS, and the
 *  offset of its 64-bit word in the columns. Three u8 with shifts follow: right to the first bit, left to drop the bits
 *  after the last, and right to the field's position in the word. The last u8 is 255 if the previous record is in the
 *  same word, and otherwise 0. */
const FIELD: usize = 8;
const MAX_FIELD_BITS: i32 = 57; // a 64-bit load has at least this many bits after the first bit of a field
const SCRATCH_FIELDS = allocate(4096 * FIELD);

/** Returns the length in bytes of a stream of all bits of a message with `input` codewords, rounded up to whole
 *  vectors. */
function streamBytes(words: i32): i32 {
  return (words + 31) & ~31;
}

let fieldCount: i32 = 0;

/** Records that `count` bits, starting at `bit` of the stream at `stream`, go to column x from row y down. */
function addField(stream: usize, bit: i32, x: i32, y: i32, count: i32): void {
  while (count > 0) {
    const shift = bit & 7;
    const place = y & 63;
    const length = min(count, min(64 - place, MAX_FIELD_BITS));
    const word = x * <i32>LINE + (y >> 6) * 8;
    const record = SCRATCH_FIELDS + fieldCount * FIELD;
    store<u16>(record, <u32>stream + (bit >> 3));
    store<u16>(record, word, 2);
    store<u8>(record, shift, 4);
    store<u8>(record, 64 - length, 5);
    store<u8>(record, 64 - length - place, 6);
    fieldCount++;
    bit += length;
    y += length;
    count -= length;
  }
}

/** Records `count` rows of a column. They take every `step`-th bit of the message from `bit` on. The first module is
 *  (x, y). The others are below it, or above it if `upward`. */
function addStretch(bits: i32, bit: i32, step: i32, x: i32, y: i32, count: i32, upward: bool): void {
  const odd = (bit & 1) == 1;
  const from = step == 2 ? bit >> 1 : bit;
  if (upward) {
    const stream = step == 1 ? UP : odd ? ODD_UP : EVEN_UP;
    addField(stream, (step == 2 ? bits >> 1 : bits) - from - count, x, y - count + 1, count);
  } else {
    const stream = step == 1 ? DOWN : odd ? ODD_DOWN : EVEN_DOWN;
    addField(stream, from, x, y, count);
  }
}

/** Creates the field records for the version whose map was drawn last. Returns the address of the number of records.
 *  The records follow this number. */
export function recordFields(version: i32, side: i32): usize {
  const bits = streamBytes(codewordCount(version)) * 8;
  fieldCount = 0;
  let bit = 0;
  for (let right = side - 1; right >= 1; right -= 2) {
    if (right == 6) right = 5; // the vertical timing pattern takes a whole column
    const upward = ((right + 1) & 2) == 0;
    let row = 0;
    while (row < side) {
      const y = upward ? side - 1 - row : row;
      const free = (purpose(right, y) == FREE ? 1 : 0) | (purpose(right - 1, y) == FREE ? 2 : 0);
      let count = 1;
      for (; row + count < side; count++) {
        const nextY = upward ? y - count : y + count;
        if (((purpose(right, nextY) == FREE ? 1 : 0) | (purpose(right - 1, nextY) == FREE ? 2 : 0)) != free) break;
      }
      if (free == 3) {
        addStretch(bits, bit, 2, right, y, count, upward);
        addStretch(bits, bit + 1, 2, right - 1, y, count, upward);
        bit += 2 * count;
      } else if (free) {
        addStretch(bits, bit, 1, free == 1 ? right : right - 1, y, count, upward);
        bit += count;
      }
      row += count;
    }
  }
  return keepFields();
}

/** Copies the records with a counting sort by word, so that all fields of a word are adjacent. */
function keepFields(): usize {
  memory.fill(STARTS, 0, 4 * (WORDS + 1));
  for (let i = 0; i < fieldCount; i++) {
    const start = STARTS + 4 * (wordOf(i) + 1);
    store<u32>(start, load<u32>(start) + 1);
  }
  for (let i: usize = 1; i <= WORDS; i++) {
    store<u32>(STARTS + 4 * i, load<u32>(STARTS + 4 * i) + load<u32>(STARTS + 4 * i - 4));
  }
  const kept = allocate(8 + fieldCount * FIELD);
  store<u32>(kept, fieldCount);
  for (let i = 0; i < fieldCount; i++) {
    const start = STARTS + 4 * wordOf(i);
    const at = load<u32>(start);
    store<u32>(start, at + 1);
    store<u64>(kept + 8 + at * FIELD, load<u64>(SCRATCH_FIELDS + i * FIELD));
  }
  for (let i = 1; i < fieldCount; i++) {
    const record = kept + 8 + i * FIELD;
    store<u8>(record, load<u16>(record, 2) == load<u16>(record - FIELD, 2) ? 255 : 0, 7);
  }
  return kept;
}

/** Number of 64-bit words in the columns of the largest version. */
const WORDS: usize = MAX_SIDE * 3;
/** For each word, the index of its first record. */
const STARTS = allocate(4 * (WORDS + 1));

function wordOf(field: i32): usize {
  return load<u16>(SCRATCH_FIELDS + field * FIELD, 2) >> 3;
}

@inline
function compress64(bits: u64): u64 {
  bits &= 0x5555555555555555;
  bits = (bits | (bits >> 1)) & 0x3333333333333333;
  bits = (bits | (bits >> 2)) & 0x0f0f0f0f0f0f0f0f;
  bits = (bits | (bits >> 4)) & 0x00ff00ff00ff00ff;
  bits = (bits | (bits >> 8)) & 0x0000ffff0000ffff;
  return (bits | (bits >> 16)) & 0xffffffff;
}

@inline
function compress128(bits: v128): v128 {
  bits = v128.and(bits, i8x16.splat(0x55));
  bits = v128.and(v128.or(bits, i16x8.shr_u(bits, 1)), i8x16.splat(0x33));
  bits = v128.and(v128.or(bits, i16x8.shr_u(bits, 2)), i8x16.splat(0x0f));
  return v128.and(v128.or(bits, i16x8.shr_u(bits, 4)), i16x8.splat(0xff));
}

@inline
function splitHalves(from: usize, even: usize, odd: usize): void {
  if (ASC_FEATURE_SIMD) {
    const a = v128.load(from);
    const b = v128.load(from, 16);
    v128.store(even, i8x16.narrow_i16x8_u(compress128(a), compress128(b)));
    v128.store(odd, i8x16.narrow_i16x8_u(compress128(i16x8.shr_u(a, 1)), compress128(i16x8.shr_u(b, 1))));
  } else {
    for (let i: usize = 0; i < 32; i += 8) {
      const bits = load<u64>(from + i);
      store<u32>(even + (i >> 1), <u32>compress64(bits));
      store<u32>(odd + (i >> 1), <u32>compress64(bits >> 1));
    }
  }
}

/** Reverses the bits in each of 8 bytes, because messages begin with the highest bit and lines with the lowest. */
@inline
function reverseBits64(bits: u64): u64 {
  bits = ((bits >> 1) & 0x5555555555555555) | ((bits & 0x5555555555555555) << 1);
  bits = ((bits >> 2) & 0x3333333333333333) | ((bits & 0x3333333333333333) << 2);
  return ((bits >> 4) & 0x0f0f0f0f0f0f0f0f) | ((bits & 0x0f0f0f0f0f0f0f0f) << 4);
}

@inline
function fillDownAndUp(from: usize, down: usize, up: usize): void {
  if (ASC_FEATURE_SIMD) {
    const nibbles = i8x16(0, 8, 4, 12, 2, 10, 6, 14, 1, 9, 5, 13, 3, 11, 7, 15);
    for (let i: usize = 0; i < 32; i += 16) {
      const words = v128.load(from + i);
      const low = i8x16.swizzle(nibbles, v128.and(words, i8x16.splat(15)));
      const high = i8x16.swizzle(nibbles, i8x16.shr_u(words, 4));
      v128.store(down + i, v128.or(i8x16.shl(low, 4), high));
      v128.store(up + 16 - i, i8x16.shuffle(words, words, 15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0));
    }
  } else {
    for (let i: usize = 0; i < 32; i += 8) {
      const words = load<u64>(from + i);
      store<u64>(down + i, reverseBits64(words));
      store<u64>(up + 24 - i, bswap<u64>(words));
    }
  }
}

function fillStreams(words: i32): void {
  const bytes: usize = streamBytes(words);
  for (let i: usize = 0; i < bytes; i += 32) {
    fillDownAndUp(MESSAGE + i, STREAMS + DOWN + i, STREAMS + UP + bytes - 32 - i);
  }
  for (let i: usize = 0; i < bytes; i += 32) {
    const half = i >> 1;
    splitHalves(STREAMS + DOWN + i, STREAMS + EVEN_DOWN + half, STREAMS + ODD_DOWN + half);
    // In the reversed stream, even bits are at odd positions.
    splitHalves(STREAMS + UP + i, STREAMS + ODD_UP + half, STREAMS + EVEN_UP + half);
  }
}

/** Places MESSAGE into `columns`. All modules outside the fields must be zero. */
export function placeMessage(version: i32, fields: usize, columns: usize): void {
  fillStreams(codewordCount(version));
  let record = fields + 8;
  const end = record + load<u32>(fields) * FIELD;
  let word: u64 = 0;
  for (; record < end; record += FIELD) {
    const bits = load<u64>(STREAMS + load<u16>(record)) >> load<u8>(record, 4);
    const field = (bits << load<u8>(record, 5)) >> load<u8>(record, 6);
    word = (word & <u64>load<i8>(record, 7)) | field;
    store<u64>(columns + load<u16>(record, 2), word);
  }
}
