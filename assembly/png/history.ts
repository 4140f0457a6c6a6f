import { allocate } from "../memory";

/** The distinct scanlines of a picture, one behind the other, and matches of the newest with what came
 *  before. In the picture each scanline but the last stands several times over; a match begins in its last
 *  copy, so that what follows it here follows it there too. */

const BYTES: usize = 49152;
const LINES: usize = 200;
const HISTORY = allocate(BYTES + 64);
/** By scanline: where its last copy begins in the picture. */
const PLACES = allocate(4 * LINES);
/** By hash of three bytes: the newest offset in HISTORY plus one; by offset: the one before it. */
const HASHES: usize = 2048;
const NEWEST = allocate(2 * HASHES);
const OLDER = allocate(2 * BYTES);
/** Candidates looked at: more gain little. */
const PATIENCE: i32 = 12;
const WINDOW: u32 = 32768;

let length: u32 = 0;
let lines: u32 = 0;
/** Bytes of the picture before the newest scanline. */
let place: u32 = 0;

export function startHistory(scanlineLength: i32): void {
  length = scanlineLength;
  lines = 0;
  place = 0;
  memory.fill(NEWEST, 0, 2 * HASHES);
}

/** Address for the next scanline, to be drawn there; its bytes are 0. */
export function nextScanline(): usize {
  const address = HISTORY + lines * length;
  memory.fill(address, 0, length);
  return address;
}

/** Takes the scanline drawn last as the newest. */
export function openScanline(): void {
  lines++;
}

/** Says how often the newest scanline stands in the picture. */
export function closeScanline(times: i32): void {
  place += (times - 1) * length;
  store<u32>(PLACES + 4 * (lines - 1), place);
  place += length;
}

@inline
function hash(at: usize): usize {
  return (((load<u32>(at) & 0xffffff) * 0x9e3779b1) >> 21) << 1;
}

/** Makes the three bytes at `at` known to later matches. */
@inline
export function remember(at: usize): void {
  const newest = NEWEST + hash(at);
  const offset = at - HISTORY;
  store<u16>(OLDER + 2 * offset, load<u16>(newest));
  store<u16>(newest, <u32>offset + 1);
}

/** The match found last: bits saved against literals (0: none), length, distance. */
export let gain: i32 = 0;
export let matchLength: i32 = 0;
export let matchDistance: u32 = 0;

export function resetMatch(): void {
  gain = 0;
  matchLength = 0;
}

/** Bits of a literal and of a match without its distance's extra bits, as they come out on average. */
const LITERAL_BITS: i32 = 5;
const MATCH_BITS: i32 = 12;

/** Extra bits of a distance. RFC 1951, 3.2.5. */
@inline
export function distanceBits(distance: u32): i32 {
  return distance < 5 ? 0 : 30 - clz(distance - 1);
}

/** Considers a match of `matched` bytes for `bits` bits. */
@inline
export function offer(matched: i32, distance: u32, bits: i32): void {
  const saved = LITERAL_BITS * matched - bits;
  if (saved <= gain) return;
  gain = saved;
  matchLength = matched;
  matchDistance = distance;
}

/** Considers the matches of the bytes at `at` in the newest scanline, whose end is `end`. */
export function offerHistory(at: usize, end: usize): void {
  const here = place + <u32>(at - (HISTORY + (lines - 1) * length));
  let offset = <u32>load<u16>(NEWEST + hash(at));
  for (let patience = PATIENCE; offset && patience > 0; patience--) {
    const from = HISTORY + --offset;
    const line = offset / length;
    const start = line == lines - 1 ? place : load<u32>(PLACES + 4 * line);
    const distance = here - start - (offset - line * length);
    if (distance > WINDOW) return;
    // Only a longer match can save more: look at its last byte first.
    if (at + matchLength < end && (!gain || load<u8>(from + matchLength) == load<u8>(at + matchLength))) {
      let matched = 0;
      while (at + matched < end && load<u8>(from + matched) == load<u8>(at + matched)) matched++;
      if (matched >= 3) offer(matched, distance, MATCH_BITS + distanceBits(distance));
    }
    offset = load<u16>(OLDER + 2 * offset);
  }
}
