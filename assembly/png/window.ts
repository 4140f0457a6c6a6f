import { allocate } from "../memory";
import { addLiteral, addRepeat } from "./deflate";

/** Converts the scanlines of any picture to literals and matches. Hash chains find the matches in the last 32 KiB.
 *
 *  There are two matchers. The one in rows.ts keeps each distinct scanline of a code once, in 48 KiB. That is too
 *  little for other pictures. The one here works for all pictures, but not as well for codes: it takes 1.3 to 25 times
 *  as long, and its output is up to 13% larger (0.5% smaller for one of nine codes). `node test/lab/bench/matchers.mjs`
 *  measures both. */

const WINDOW: u32 = 32768;
/** Longest scanline: 16384 pixels of four bytes and the filter byte. */
export const MAX_SCANLINE: i32 = 65537;
/** The size of the buffer. It holds WINDOW and AHEAD bytes and another scanline. */
const ROOM: u32 = 4 * WINDOW;
const HASH_BITS: u32 = 12;
/** The smallest position. Tables use 0 for "none", and subtracting WINDOW from a position must not underflow. */
const FIRST: u32 = WINDOW;

/** The buffer holds the bytes from position `origin` to just before `end`. Positions continue from one picture to the next,
 *  so that the tables need not be cleared: positions before `base` belong to earlier pictures. */
let buffer: usize = 0;
let base: u32 = FIRST;
let origin: u32 = FIRST;
let end: u32 = FIRST;
/** Position of the next byte to encode. It is AHEAD bytes before the end, so that matches are found at full length. */
let at: u32 = FIRST;
const AHEAD: u32 = 320;
let stride: u32 = 0;

/** `heads` holds, for each hash of four bytes, the newest position, u32. `links` holds, for each position modulo
 *  WINDOW, the previous position with the same hash. */
let heads: usize = 0;
let links: usize = 0;
/** The newest position for each hash of NEAR bytes and of FAR bytes. These tables find long matches among many short
 *  ones. */
let nearHeads: usize = 0;
let farHeads: usize = 0;
const NEAR: u32 = 12;
const FAR: u32 = 24;

/** Finds repeated scanlines, which are common because many pictures are symmetric. For each of the last TWINS scanlines,
 *  `hashes` holds its hash, u64, and `twins` holds the distance in bytes to the nearest earlier scanline with the same hash,
 *  u32, or 0 if there is none. */
const TWINS: u32 = 64;
let hashes: usize = 0;
let twins: usize = 0;
let scanlines: u32 = 0;

/** A longer match is added before it ends, so that it never fills a block. No match in a picture of 2048 x 2048 pixels is that
 *  long. */
const LONGEST_MATCH: i32 = 258 << 16;
/** A match that may continue: length (0: no match) and distance. */
let heldLength: i32 = 0;
let heldDistance: u32 = 0;

/** TRIES: the maximum number of candidates per match. GOOD: the match length at which no other candidate is tried.
 *  PATIENT: the match length at which no match at the next byte is tried. */
const TRIES: i32 = 2;
const GOOD: i32 = 24;
const PATIENT: i32 = 12;

export function startWindow(): void {
  if (!buffer) {
    buffer = allocate(ROOM + 80) + 16;
    heads = allocate(4 << HASH_BITS);
    links = allocate(4 * WINDOW);
    nearHeads = allocate(4 << HASH_BITS);
    farHeads = allocate(4 << HASH_BITS);
    hashes = allocate(8 * TWINS);
    twins = allocate(4 * TWINS);
  }
  if (end > 0x40000000) {
    memory.fill(heads, 0, 4 << HASH_BITS);
    memory.fill(nearHeads, 0, 4 << HASH_BITS);
    memory.fill(farHeads, 0, 4 << HASH_BITS);
    end = FIRST;
  }
  base = end;
  origin = end;
  at = end;
  scanlines = 0;
  heldLength = 0;
}

/** Returns the address at which to write the next scanline. */
export function nextBytes(): usize {
  if (end - origin + stride > ROOM) {
    const first = at - WINDOW;
    memory.copy(buffer, buffer + (first - origin), end - first);
    origin = first;
  }
  return buffer + (end - origin);
}

@inline
function addressOf(position: u32): usize {
  return buffer + (position - origin);
}

@inline
function headOf(position: u32): usize {
  return heads + (((load<u32>(addressOf(position)) * 0x9e3779b1) >> (32 - HASH_BITS)) << 2);
}

@inline
function mix(hash: u64, more: u64): u64 {
  return (rotl(hash, 31) ^ more) * 0x9e3779b97f4a7c15;
}

@inline
function nearHash(address: usize): u64 {
  return mix(mix(1, load<u64>(address)), load<u32>(address, 8));
}

@inline
function farHash(near: u64, address: usize): u64 {
  return mix(mix(near, load<u64>(address, 12)), load<u32>(address, 20));
}

@inline
function slot(table: usize, hash: u64): usize {
  return table + (<usize>(hash >> (64 - HASH_BITS)) << 2);
}

/** Returns the number of equal bytes at two positions, at most `limit`. */
function alike(a: u32, b: u32, limit: i32): i32 {
  const from = addressOf(a);
  const to = addressOf(b);
  for (let i = 0; i < limit; i += 8) {
    const differ = load<u64>(from + i) ^ load<u64>(to + i);
    if (differ) return min(limit, i + <i32>(ctz(differ) >> 3));
  }
  return limit;
}

/** Adds a position to the index if four bytes follow it. Skips positions inside runs, which are found without the index, and
 *  would displace better positions. */
@inline
function remember(position: u32): void {
  if (position + 4 > end) return;
  const address = addressOf(position);
  if (load<u32>(address) == load<u32>(address - 1)) return;
  const head = headOf(position);
  store<u32>(links + ((position & (WINDOW - 1)) << 2), load<u32>(head));
  store<u32>(head, position);
  if (position + FAR > end) return;
  const near = nearHash(address);
  store<u32>(slot(nearHeads, near), position);
  store<u32>(slot(farHeads, farHash(near, address)), position);
}

@inline
function offerAt(at: u32, candidate: u32, limit: i32): void {
  if (candidate >= base && at - candidate <= WINDOW) offer(at, at - candidate, limit);
}

/** The best match so far: its length (0: no match), its distance, and the bits it saves over literals on average. */
let foundLength: i32 = 0;
let foundDistance: u32 = 0;
let foundGain: i32 = 0;
const LITERAL_BITS: i32 = 5;

/** Keeps a match if it is better than all others so far. Runs and copies of the previous scanline are so common that their
 *  distance counts as free. */
@inline
function offer(at: u32, distance: u32, limit: i32): void {
  const length = alike(at, at - distance, limit);
  if (length < 3) return;
  const gain = LITERAL_BITS * length - (distance == stride || distance == 1 ? 0 : 30 - <i32>clz(distance | 3));
  if (gain <= foundGain) return;
  foundLength = length;
  foundDistance = distance;
  foundGain = gain;
}

/** Finds the match that saves the most bits for the bytes at a position. */
function find(at: u32): void {
  foundLength = 0;
  foundGain = 0;
  const limit = <i32>(end - at);
  if (limit < 4) return;
  if (at - base >= stride && stride <= WINDOW) {
    offer(at, stride, limit);
    if (foundLength >= GOOD) return;
  }
  if (at > base) offer(at, 1, limit);
  const twin = load<u32>(twins + ((((at - base) / stride) & (TWINS - 1)) << 2));
  // If scanlines are short, a later scanline may already have overwritten the entry.
  if (twin && twin <= at - base) offer(at, twin, limit);
  if (foundLength < PATIENT && limit >= <i32>FAR) {
    const address = addressOf(at);
    const near = nearHash(address);
    offerAt(at, load<u32>(slot(farHeads, farHash(near, address))), limit);
    if (!foundLength) offerAt(at, load<u32>(slot(nearHeads, near)), limit);
  }
  let candidate = load<u32>(headOf(at));
  for (let tries = TRIES; tries > 0 && foundLength < limit && foundLength < GOOD; tries--) {
    if (candidate < base || at - candidate > WINDOW) return;
    // Only a longer match can save more, and must match the byte after the best match.
    if (load<u8>(addressOf(candidate + foundLength)) == load<u8>(addressOf(at + foundLength))) {
      offer(at, at - candidate, limit);
    }
    const older = load<u32>(links + ((candidate & (WINDOW - 1)) << 2));
    if (older >= candidate) return;
    candidate = older;
  }
}

function release(): void {
  if (heldLength) addRepeat(heldLength, heldDistance);
  heldLength = 0;
}

/** Finds the nearest scanline with the same hash as the newest one. Hashes may collide, so `offer` compares the bytes. */
function findTwin(address: usize, length: u32): void {
  let hash: u64 = length;
  for (let i: u32 = 0; i + 8 <= length; i += 8) hash = (rotl(hash, 29) ^ load<u64>(address + i)) * 0x9e3779b97f4a7c15;
  let twin: u32 = 0;
  const farthest = min(min(scanlines, TWINS - 1), WINDOW / length);
  for (let back: u32 = 1; back <= farthest && !twin; back++) {
    if (load<u64>(hashes + (((scanlines - back) & (TWINS - 1)) << 3)) == hash) twin = back * length;
  }
  store<u64>(hashes + ((scanlines & (TWINS - 1)) << 3), hash);
  store<u32>(twins + ((scanlines & (TWINS - 1)) << 2), twin);
  scanlines++;
}

/** Adds the scanline of `length` bytes at `nextBytes`. All scanlines of a picture have the same length. */
export function addBytes(length: i32): void {
  stride = length;
  findTwin(addressOf(end), length);
  end += length;
  if (end - at > AHEAD) code(end - AHEAD);
}

/** Encodes the bytes before `stop`. */
function code(stop: u32): void {
  // Whether the best match at `at` is known from the previous step.
  let isFound = false;
  while (at < stop) {
    if (heldLength) {
      const more = alike(at, at - heldDistance, end - at);
      heldLength += more;
      if (heldDistance != stride) for (let i = min(more, PATIENT); i > 0; i--) remember(at + more - i);
      at += more;
      if (at >= stop) {
        if (heldLength > LONGEST_MATCH) release();
        return;
      }
      release();
    }
    if (!isFound) find(at);
    isFound = false;
    let taken = foundLength;
    const distance = foundDistance;
    const gain = foundGain;
    remember(at);
    if (taken && taken < PATIENT) {
      find(at + 1);
      // Lazy matching: if the match at the next byte saves more, add a literal first.
      if (foundGain > gain) {
        taken = 0;
        isFound = true;
      }
    }
    if (!taken) {
      addLiteral(load<u8>(addressOf(at)));
      at++;
      continue;
    }
    heldLength = taken;
    heldDistance = distance;
    const next = at + taken;
    // The index already has the bytes of the previous scanline.
    if (distance == stride) at = next;
    else for (at = max(at + 1, next - GOOD); at < next; at++) remember(at);
  }
}

/** Encodes the remaining bytes. */
export function finishWindow(): void {
  code(end);
  release();
}
