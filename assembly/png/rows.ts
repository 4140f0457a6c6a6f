import { addLiteral, addLiterals, addRepeat } from "./deflate";
import { LITERAL_BITS, closeScanline, distanceBits, gain, matchDistance, matchLength, nextScanline, offer, offerHistory, openScanline, patience, remember, resetMatch, shared, startHistory } from "./history";
import { addRows } from "./checksums";

/** Converts the distinct scanlines of a QR code to literals and matches. Each scanline is added once, with its number
 *  of copies. Other pictures use window.ts, which explains why there are two matchers. */

let length: i32 = 0;
/** Whether the newest scanline is the first one. */
let first: bool = true;
/** Number of bytes that repeat the previous scanline and have not been added to the block yet. */
let repeated: i32 = 0;
let newest: usize = 0;

/** Begins a picture. Tries `candidates` earlier positions for each match. With 0, tries only the previous scanline and the
 *  previous byte. */
export function startRows(scanlineLength: i32, candidates: i32): void {
  length = scanlineLength;
  first = true;
  repeated = 0;
  startHistory(scanlineLength, candidates);
}

/** Returns the address at which to draw the next scanline. Its bytes are 0. */
export function nextRow(): usize {
  newest = nextScanline();
  return newest;
}

/** Adds the repeated bytes before `at` to the block. */
function flushRepeated(at: usize): void {
  if (repeated >= 3) addRepeat(repeated, length);
  else addLiterals(at - repeated, repeated);
  repeated = 0;
}

/** The address up to which bytes are known to equal the previous scanline, and the end of the last known run of equal
 *  bytes. */
let sharedEnd: usize = 0;
let runEnd: usize = 0;

/** Finds the best match for the bytes at `at`. */
function findMatch(at: usize, end: usize): void {
  resetMatch();
  const left = <i32>(end - at);
  if (!first) {
    if (at >= sharedEnd) sharedEnd = at + shared(at, at - length, left);
    const same = <i32>(sharedEnd - at);
    // Shared bytes at the start extend the last match of the previous scanline. Shared bytes at the end start the match that
    // repeats this scanline. Neither needs additional bits.
    if (same && ((at == newest && repeated) || same == left)) return offer(same, length, 0);
    if (same >= 3) offer(same, length, 8 + distanceBits(length));
  }
  if (at > newest) {
    if (at >= runEnd) runEnd = at + shared(at, at - 1, left);
    const run = <i32>(runEnd - at);
    if (run >= 3) offer(run, 1, 8);
  }
  if (left >= 3) offerHistory(at, left);
}

/** Compares the eight bytes at `a` with those at `b`. Returns one bit for each pair of bytes, which is set if they are
 *  equal. */
@inline
function alike(a: usize, b: usize): u64 {
  const differ = load<u64>(a) ^ load<u64>(b);
  const unequal = (((differ & 0x7f7f7f7f7f7f7f7f) + 0x7f7f7f7f7f7f7f7f) | differ) & 0x8080808080808080;
  return (((unequal ^ 0x8080808080808080) >> 7) * 0x0102040810204080) >> 56;
}

/** Returns one bit for each byte of the newest scanline, which is set if the byte equals the one `distance` before
 *  it. */
function alikeRow(distance: i32): u64 {
  let bits: u64 = 0;
  if (ASC_FEATURE_SIMD) {
    for (let i = 0; i < length; i += 16) {
      const equal = i8x16.eq(v128.load(newest + i), v128.load(newest + i - distance));
      bits |= <u64>i8x16.bitmask(equal) << i;
    }
  } else for (let i = 0; i < length; i += 8) bits |= alike(newest + i, newest + i - distance) << i;
  return bits & ((<u64>1 << length) - 1);
}

/** Chooses between two matches at `at`: a copy of `same` bytes from the previous scanline, and a run of `run` equal
 *  bytes. Returns the bits that the better one saves (0: no match) << 8 | its length << 1 | whether it is a run. */
@inline
function shortMatch(at: i32, same: i32, run: i32, farBits: i32): i32 {
  // A copy at either end of a scanline costs nothing: see findMatch.
  if (same && ((!at && repeated) || at + same == length)) return ((LITERAL_BITS * same) << 8) | (same << 1);
  const saved = same >= 3 ? LITERAL_BITS * same - 8 - farBits : 0;
  const savedByRun = run >= 3 ? LITERAL_BITS * run - 8 : 0;
  if (savedByRun > saved) return (savedByRun << 8) | (run << 1) | 1;
  return saved > 0 ? (saved << 8) | (same << 1) : 0;
}

/** Returns a bit mask of the positions in `bits` at which three consecutive set bits start. */
@inline
function threeInARow(bits: u64): u64 {
  return bits & (bits >> 1) & (bits >> 2);
}

/** Returns the number of consecutive set bits at the upper end of `bits`, which has `length` bits. */
@inline
function tailOf(bits: u64, length: i32): u64 {
  const missing = ~bits & ((<u64>1 << length) - 1);
  return missing ? bits >> (64 - clz(missing)) << (64 - clz(missing)) : bits;
}

/** Adds a scanline of fewer than 40 bytes without a history, using only registers. */
function addShortRow(): void {
  const sames = first ? 0 : alikeRow(length);
  const runs = alikeRow(1) & ~1;
  const farBits = distanceBits(length);
  // shortMatch can find a match only at these positions.
  const places = threeInARow(sames) | threeInARow(runs) | tailOf(sames, length) | (repeated ? sames & 1 : 0);
  let at = 0;
  while (at < length) {
    let literals = min(<i32>ctz(places >> at), length - at);
    if (!literals) {
      const behind = at + 1;
      const match = shortMatch(at, <i32>ctz(~(sames >> at)), <i32>ctz(~(runs >> at)), farBits);
      const next = shortMatch(behind, <i32>ctz(~(sames >> behind)), <i32>ctz(~(runs >> behind)), farBits);
      // Lazy matching: if the match at the next byte saves more, add a literal first.
      if (!match || (next >> 8 > match >> 8 && behind < length)) literals = 1;
      else {
        const taken = (match >> 1) & 127;
        if (match & 1) {
          flushRepeated(newest + at);
          addRepeat(taken, 1);
        } else repeated += taken;
        at += taken;
        continue;
      }
    }
    flushRepeated(newest + at);
    addLiterals(newest + at, literals);
    at += literals;
  }
}

/** Adds `times` copies of the scanline at `nextRow`. It must differ from the previous one. */
export function addRow(times: i32): void {
  addRows(newest, length, times);
  openScanline();
  if (patience) addLongRow();
  else addShortRow();
  repeated += (times - 1) * length;
  closeScanline(times);
  first = false;
}

function addLongRow(): void {
  const end = newest + length;
  let at = newest;
  sharedEnd = at;
  runEnd = at;
  findMatch(at, end);
  while (at < end) {
    let found = gain;
    const foundLength = matchLength;
    const foundDistance = matchDistance;
    if (at + 3 <= end) remember(at);
    if (at + 1 < end && (!found || foundLength < PATIENT_LENGTH)) {
      findMatch(at + 1, end);
      // Lazy matching: if the match at the next byte saves more, add a literal first.
      if (gain > found) found = 0;
    }
    if (!found) {
      flushRepeated(at);
      addLiteral(load<u8>(at));
      at++;
      if (at == end) break;
      if (foundLength >= PATIENT_LENGTH) findMatch(at, end);
      continue;
    }
    if (foundDistance == length) repeated += foundLength;
    else {
      flushRepeated(at);
      addRepeat(foundLength, foundDistance);
    }
    const next = at + foundLength;
    while (++at < next) if (at + 3 <= end) remember(at);
    if (at < end) findMatch(at, end);
  }
}

/** Adds `times` copies of the blank scanline at `nextRow` as a single run of zeros. A run takes fewer bits than
 *  copies of a previous scanline. */
export function addBlankRow(times: i32): void {
  addRows(newest, length, times);
  openScanline();
  const continues = !first && !load<u8>(newest - 1);
  flushRepeated(newest);
  if (!continues) addLiteral(0);
  addRepeat(times * length - (continues ? 0 : 1), 1);
  if (patience) for (let at = newest; at < newest + PATIENT_LENGTH && at + 3 <= newest + length; at++) remember(at);
  closeScanline(times);
  first = false;
}

/** Minimum length of a match that is used without looking for a better one at the next byte. */
const PATIENT_LENGTH: i32 = 32;

/** Adds the repeated bytes that are still pending after the last scanline. */
export function finishRows(): void {
  flushRepeated(newest + length);
}
