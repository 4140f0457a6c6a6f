import { allocate } from "./memory";
import { ALPHANUMERIC, BYTE, KANJI, MAX_CHARS, NUMERIC, alphanumericValue, characterClass, countBits } from "./tables";
import { putBits } from "./bits";

/** Splits text into the numeric, alphanumeric and byte segments that take the fewest bits. ISO/IEC 18004:2015, 7.4.3
 *  to 7.4.5. Annex J describes a heuristic; this is the exact optimum. */

/** The text, UTF-8. */
export const INPUT = allocate(MAX_CHARS + 3);

/** A segment is two u32: the mode, and the number of characters (in byte mode, of bytes). The host may write segments
 *  too, for example in kanji mode, in which each character is two bytes of Shift JIS. */
export const SEGMENTS = allocate((MAX_CHARS + 1) * 8);
export let segmentCount: i32 = 0;

/** A run is a maximal sequence of characters of one class: two u32, class and length. */
const RUNS = allocate((MAX_CHARS + 1) * 8);
/** Four u8 per run. The first three hold, for each mode of this run, the mode of the previous run on the cheapest path.
 *  The fourth holds the chosen mode. */
const WAYS = allocate((MAX_CHARS + 1) * 4);
const UNREACHABLE: u32 = 0x3fffffff;

/** Returns whether splitting the text may save bits. The thresholds are those of the smallest versions, whose headers are
 *  the shortest: a sequence that is too short for them is too short for all versions. */
function isWorthSplitting(length: i32): bool {
  // A sequence of 4 or more characters contains a position divisible by 4, so only such positions are checked.
  for (let at = 0; at < length; at += 4) {
    if (!characterClass(load<u8>(INPUT + at))) continue;
    let start = at;
    while (start > 0 && characterClass(load<u8>(INPUT + start - 1))) start--;
    let end = start;
    let digits = 0;
    let longestDigits = 0;
    while (end < length) {
      const kind = characterClass(load<u8>(INPUT + end));
      if (!kind) break;
      digits = kind == 2 ? digits + 1 : 0;
      if (digits > longestDigits) longestDigits = digits;
      end++;
    }
    if (start == 0 && end == length) return true;
    const atEdge = start == 0 || end == length;
    if (end - start >= (atEdge ? 6 : 11) || longestDigits >= (atEdge ? 4 : 6)) return true;
    at = end & ~3; // the character at `end` has class 0, so continue with the next multiple of 4
  }
  return false;
}

function addSegment(mode: i32, length: i32): void {
  if (segmentCount && load<u32>(SEGMENTS + (segmentCount - 1) * 8) == mode) {
    const last = SEGMENTS + (segmentCount - 1) * 8;
    store<u32>(last, load<u32>(last, 4) + length, 4);
    return;
  }
  store<u32>(SEGMENTS + segmentCount * 8, mode);
  store<u32>(SEGMENTS + segmentCount * 8, length, 4);
  segmentCount++;
}

function findRuns(length: i32): i32 {
  let count = 0;
  let at = 0;
  while (at < length) {
    const kind = characterClass(load<u8>(INPUT + at));
    const start = at++;
    while (at < length && characterClass(load<u8>(INPUT + at)) == kind) at++;
    store<u32>(RUNS + count * 8, kind);
    store<u32>(RUNS + count * 8, at - start, 4);
    count++;
  }
  return count;
}

// Costs are in sixths of a bit, so that 10/3 and 11/2 bits per character are integers.
@inline
function wholeBits(cost: u32): u32 {
  return ((cost + 5) / 6) * 6;
}

/** Finds the cheapest path through the runs by dynamic programming, with one state per mode. Within a run, every
 *  character costs the same in a mode, so changing the mode can save bits only between runs. */
function splitRuns(runs: i32, version: i32): void {
  const headerN = 6 * <u32>(4 + countBits(NUMERIC, version));
  const headerA = 6 * <u32>(4 + countBits(ALPHANUMERIC, version));
  const headerB = 6 * <u32>(4 + countBits(BYTE, version));
  let costN = UNREACHABLE;
  let costA = UNREACHABLE;
  let costB = UNREACHABLE;
  for (let i = 0; i < runs; i++) {
    const kind = load<u32>(RUNS + i * 8);
    const length = load<u32>(RUNS + i * 8, 4);
    const startN = i ? wholeBits(costN) : 0;
    const startA = i ? wholeBits(costA) : 0;
    const startB = i ? wholeBits(costB) : 0;
    let wayN = NUMERIC;
    let wayA = ALPHANUMERIC;
    let wayB = BYTE;
    let nextN = costN;
    let nextA = costA;
    let nextB = costB;
    if (startA + headerN < nextN) { nextN = startA + headerN; wayN = ALPHANUMERIC; }
    if (startB + headerN < nextN) { nextN = startB + headerN; wayN = BYTE; }
    if (startN + headerA < nextA) { nextA = startN + headerA; wayA = NUMERIC; }
    if (startB + headerA < nextA) { nextA = startB + headerA; wayA = BYTE; }
    if (startN + headerB < nextB) { nextB = startN + headerB; wayB = NUMERIC; }
    if (startA + headerB < nextB) { nextB = startA + headerB; wayB = ALPHANUMERIC; }
    costN = kind == 2 ? nextN + length * 20 : UNREACHABLE;
    costA = kind >= 1 ? nextA + length * 33 : UNREACHABLE;
    costB = nextB + length * 48;
    store<u8>(WAYS + i * 4, wayN);
    store<u8>(WAYS + i * 4, wayA, 1);
    store<u8>(WAYS + i * 4, wayB, 2);
  }
  const bitsN = wholeBits(costN);
  const bitsA = wholeBits(costA);
  const bitsB = wholeBits(costB);
  let mode = BYTE;
  if (bitsA < bitsB) mode = ALPHANUMERIC;
  if (bitsN < (mode == BYTE ? bitsB : bitsA)) mode = NUMERIC;
  // Stores the chosen mode of each run in its fourth byte, from the last run to the first.
  for (let i = runs - 1; i >= 0; i--) {
    const before = load<u8>(WAYS + i * 4 + mode);
    store<u8>(WAYS + i * 4, mode, 3);
    mode = before;
  }
  segmentCount = 0;
  for (let i = 0; i < runs; i++) addSegment(load<u8>(WAYS + i * 4, 3), load<u32>(RUNS + i * 8, 4));
}

/** Returns the length of a segment in bits, including its header. `length` is in characters or, in byte mode, in bytes. */
export function segmentBits(mode: i32, length: i32, version: i32): i32 {
  const header = 4 + countBits(mode, version);
  if (mode == BYTE) return header + 8 * length;
  if (mode == ALPHANUMERIC) return header + (11 * length + 1) / 2;
  if (mode == KANJI) return header + 13 * length;
  return header + (10 * length + 2) / 3;
}

/** Splits the `length` bytes at INPUT for `version` and all versions with the same headers. Returns the total length of
 *  the segments in bits. */
export function splitSegments(length: i32, version: i32): i32 {
  if (isWorthSplitting(length)) {
    splitRuns(findRuns(length), version);
  } else {
    segmentCount = 0;
    addSegment(BYTE, length);
  }
  return bitsOfSegments(version);
}

/** Returns the total length in bits of the segments at SEGMENTS. */
function bitsOfSegments(version: i32): i32 {
  let bits = 0;
  for (let i = 0; i < segmentCount; i++) {
    bits += segmentBits(load<u32>(SEGMENTS + i * 8), load<u32>(SEGMENTS + i * 8, 4), version);
  }
  return bits;
}

function putNumeric(at: usize, length: i32): void {
  for (; length >= 3; length -= 3, at += 3) {
    putBits(<u32>load<u8>(at) * 100 + <u32>load<u8>(at, 1) * 10 + <u32>load<u8>(at, 2) - 0x30 * 111, 10);
  }
  if (length == 2) putBits(<u32>load<u8>(at) * 10 + <u32>load<u8>(at, 1) - 0x30 * 11, 7);
  else if (length == 1) putBits(<u32>load<u8>(at) - 0x30, 4);
}

function putAlphanumeric(at: usize, length: i32): void {
  for (; length >= 2; length -= 2, at += 2) {
    putBits(alphanumericValue(load<u8>(at)) * 45 + alphanumericValue(load<u8>(at, 1)), 11);
  }
  if (length) putBits(alphanumericValue(load<u8>(at)), 6);
}

function putBytes(at: usize, length: i32): void {
  for (; length >= 4; length -= 4, at += 4) putBits(bswap<u32>(load<u32>(at)), 32);
  for (; length > 0; length--, at++) putBits(load<u8>(at), 8);
}

/** Uses the `count` segments that the host has written to SEGMENTS. Returns their total length in bits. */
export function useSegments(count: i32, version: i32): i32 {
  segmentCount = count;
  return bitsOfSegments(version);
}

/** Writes `length` kanji characters, which are two bytes of Shift JIS each at `at`. 7.4.6. */
function putKanji(at: usize, length: i32): void {
  for (; length > 0; length--, at += 2) {
    const code = bswap<u16>(load<u16>(at)) - (load<u8>(at) < 0xe0 ? 0x8140 : 0xc140);
    putBits((<u32>code >> 8) * 0xc0 + (<u32>code & 255), 13);
  }
}

/** Writes the segments at SEGMENTS to the bit writer. */
export function putSegments(version: i32): void {
  let at = INPUT;
  for (let i = 0; i < segmentCount; i++) {
    const mode: i32 = load<u32>(SEGMENTS + i * 8);
    const length: i32 = load<u32>(SEGMENTS + i * 8, 4);
    putBits(1 << mode, 4); // mode indicators 0001, 0010, 0100, 1000
    putBits(length, countBits(mode, version));
    if (mode == NUMERIC) putNumeric(at, length);
    else if (mode == ALPHANUMERIC) putAlphanumeric(at, length);
    else if (mode == BYTE) putBytes(at, length);
    else putKanji(at, length);
    at += mode == KANJI ? 2 * length : length;
  }
}
