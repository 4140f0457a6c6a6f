import { allocate } from "../memory";

/** Stores the distinct scanlines of a picture consecutively, and finds matches for the newest one in earlier bytes. If the
 *  picture repeats a scanline, matches begin in its last copy, because only that is followed by the same bytes in the
 *  picture as in HISTORY. */

const BYTES: usize = 49152;
const LINES: usize = 200;
const HISTORY = allocate(BYTES + 64);
/** For each scanline: the position of its last copy in the picture minus its position in HISTORY. */
const SHIFTS = allocate(4 * LINES);
/** For each offset in HISTORY: the scanline at that offset. */
const LINE_OF = allocate(BYTES);
/** NEWEST holds, for each hash of three bytes, the newest offset in HISTORY with this hash, plus one. OLDER holds, for
 *  each offset, the previous offset with the same hash, plus one. 0 means none. */
const HASHES: usize = 2048;
const NEWEST = allocate(2 * HASHES);
const OLDER = allocate(2 * BYTES);
/** Maximum number of candidates per match. If 0, only the previous scanline and the previous byte are tried. */
export let patience: i32 = 0;
const WINDOW: u32 = 32768;

let length: u32 = 0;
let lines: u32 = 0;
/** Number of bytes of the picture before the newest scanline. */
let place: u32 = 0;

export function startHistory(scanlineLength: i32, candidates: i32): void {
  length = scanlineLength;
  patience = candidates;
  lines = 0;
  place = 0;
  if (candidates) memory.fill(NEWEST, 0, 2 * HASHES);
}

/** Returns the address at which to draw the next scanline. Its bytes are 0. If HISTORY is full, which takes more than 2048
 *  pixels per line, keeps only the previous scanline. */
export function nextScanline(): usize {
  if ((lines + 1) * length > BYTES) {
    memory.copy(HISTORY, HISTORY + (lines - 1) * length, length);
    store<u32>(SHIFTS, place - length);
    memory.fill(NEWEST, 0, 2 * HASHES);
    lines = 1;
  }
  const address = HISTORY + lines * length;
  memory.fill(address, 0, length);
  return address;
}

/** Makes the scanline at `nextScanline` the newest. */
export function openScanline(): void {
  store<u32>(SHIFTS + 4 * lines, place - lines * length);
  lines++;
}

/** Sets how many consecutive copies of the newest scanline the picture has. */
export function closeScanline(times: i32): void {
  place += (times - 1) * length;
  store<u32>(SHIFTS + 4 * (lines - 1), place - (lines - 1) * length);
  place += length;
}

@inline
function hash(at: usize): usize {
  return (((load<u32>(at) & 0xffffff) * 0x9e3779b1) >> 21) << 1;
}

/** Adds the three bytes at `at` to the index. */
@inline
export function remember(at: usize): void {
  const newest = NEWEST + hash(at);
  const offset = at - HISTORY;
  store<u16>(OLDER + 2 * offset, load<u16>(newest));
  store<u16>(newest, <u32>offset + 1);
  store<u8>(LINE_OF + offset, lines - 1);
}

/** Returns the number of equal bytes at `a` and `b`, at most `limit`. */
@inline
export function shared(a: usize, b: usize, limit: i32): i32 {
  for (let i = 0; i < limit; i += 8) {
    const differ = load<u64>(a + i) ^ load<u64>(b + i);
    if (differ) return min(limit, i + <i32>(ctz(differ) >> 3));
  }
  return limit;
}

/** The best match so far: the bits it saves over literals (0: no match), its length and its distance. */
export let gain: i32 = 0;
export let matchLength: i32 = 0;
export let matchDistance: u32 = 0;

export function resetMatch(): void {
  gain = 0;
  matchLength = 0;
}

/** Average bits per literal, and per match without the extra bits of its distance. */
export const LITERAL_BITS: i32 = 5;
const MATCH_BITS: i32 = 12;

/** Returns the number of extra bits for a distance. RFC 1951, 3.2.5. */
@inline
export function distanceBits(distance: u32): i32 {
  return distance < 5 ? 0 : 30 - clz(distance - 1);
}

/** Keeps a match of `matched` bytes that takes `bits` bits if it is better than all others so far. */
@inline
export function offer(matched: i32, distance: u32, bits: i32): void {
  const saved = LITERAL_BITS * matched - bits;
  if (saved <= gain) return;
  gain = saved;
  matchLength = matched;
  matchDistance = distance;
}

/** Tries matches of at most `limit` bytes from the history for the bytes at `at` in the newest scanline. */
export function offerHistory(at: usize, limit: i32): void {
  const here = load<u32>(SHIFTS + 4 * (lines - 1)) + <u32>(at - HISTORY);
  let offset = <u32>load<u16>(NEWEST + hash(at));
  for (let tries = patience; offset && tries > 0; tries--) {
    const from = HISTORY + --offset;
    const matched = shared(from, at, limit);
    // Candidates are ordered by distance, so only a longer match can save more.
    if (matched >= 3 && (matched > matchLength || !gain)) {
      const distance = here - offset - load<u32>(SHIFTS + 4 * <u32>load<u8>(LINE_OF + offset));
      if (distance > WINDOW) return;
      offer(matched, distance, MATCH_BITS + distanceBits(distance));
    }
    offset = load<u16>(OLDER + 2 * offset);
  }
}
