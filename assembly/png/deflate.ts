import { allocate } from "../memory";
import { widenOutput } from "./chunks";
import { buildCode } from "./huffman";

/** Writes deflate blocks with dynamic Huffman codes. RFC 1951, 3.2.3 and 3.2.7. Collects the symbols of a block before
 *  computing its codes from their frequencies. */

const LITERALS: i32 = 286;
const DISTANCES: i32 = 30;
const END: u32 = 256;
export const MAX_MATCH: i32 = 258;

/** A symbol, u32: a literal byte, or MATCH | (length - 3) << 16 | distance. */
const MATCH: u32 = 0x80000000;
const MAX_SYMBOLS: usize = 65536;
/** Maximum number of symbols in a block of a wide picture. A code of 16384 pixels has at most 367,000 literals of 179
 *  distinct scanlines, and 130,500 matches for their copies. */
const WIDE_SYMBOLS: usize = 500000;
const NARROW = allocate(4 * MAX_SYMBOLS);
let block = NARROW;
let symbols: usize = 0;

/** Makes room for a picture that is `width` pixels wide, at most 16384. What pictures of more than 2048 pixels need is
 *  allocated for the first one, so that other programs need no memory for it. */
export function makeRoom(width: i32): void {
  if (width <= 2048 || block != NARROW) return;
  block = allocate(4 * WIDE_SYMBOLS);
  widenOutput();
}

const LITERAL_COUNTS = allocate(4 * 288);
const DISTANCE_COUNTS = allocate(4 * 32);
const LITERAL_LENGTHS = allocate(320); // the code lengths of distances follow
const LITERAL_CODES = allocate(4 * 288);
const DISTANCE_CODES = allocate(4 * 32);

/** LENGTH_SYMBOL maps a match length to its symbol minus 257. LENGTH_BASE and LENGTH_EXTRA map this number to the
 *  shortest length of the symbol and the number of extra bits. 3.2.5. */
const LENGTH_SYMBOL = allocate(259);
const LENGTH_BASE = allocate(4 * 29);
const LENGTH_EXTRA = allocate(29);

function fillLengthTables(): void {
  let length = 3;
  for (let symbol = 0; symbol < 28; symbol++) {
    const extra = symbol < 4 ? 0 : (symbol >> 2) - 1;
    store<u32>(LENGTH_BASE + 4 * symbol, length);
    store<u8>(LENGTH_EXTRA + symbol, extra);
    for (let i = 0; i < 1 << extra && length < 258; i++) store<u8>(LENGTH_SYMBOL + length++, symbol);
  }
  store<u32>(LENGTH_BASE + 4 * 28, 258);
  store<u8>(LENGTH_EXTRA + 28, 0);
  store<u8>(LENGTH_SYMBOL + 258, 28);
}
fillLengthTables();

/** Returns the number of symbols collected so far; a block has room for 65535, or 500000 if it is wide. */
export function blockLength(): i32 {
  return <i32>((symbols - block) >> 2);
}

export function startBlock(): void {
  symbols = block;
  memory.fill(LITERAL_COUNTS, 0, 4 * 288);
  memory.fill(DISTANCE_COUNTS, 0, 4 * 32);
}

@inline
function countUp(counts: usize, symbol: u32): void {
  store<u32>(counts + 4 * symbol, load<u32>(counts + 4 * symbol) + 1);
}

export function addLiteral(byte: u32): void {
  store<u32>(symbols, byte);
  symbols += 4;
  countUp(LITERAL_COUNTS, byte);
}

/** Adds the `count` bytes at `from` as literals. */
export function addLiterals(from: usize, count: i32): void {
  let target = symbols;
  for (const end = from + count; from < end; from++) {
    const byte: u32 = load<u8>(from);
    store<u32>(target, byte);
    countUp(LITERAL_COUNTS, byte);
    target += 4;
  }
  symbols = target;
}

/** Returns the symbol of a distance. 3.2.5. */
@inline
function distanceSymbol(distance: u32): u32 {
  const from = distance - 1;
  if (from < 4) return from;
  const top = 31 - clz(from);
  return 2 * top + ((from >> (top - 1)) & 1);
}

function addMatch(length: u32, distance: u32): void {
  store<u32>(symbols, MATCH | ((length - 3) << 16) | distance);
  symbols += 4;
  countUp(LITERAL_COUNTS, 257 + <u32>load<u8>(LENGTH_SYMBOL + length));
  countUp(DISTANCE_COUNTS, distanceSymbol(distance));
}

/** Adds one or more matches that together copy `length` bytes (at least 3) from `distance` bytes back (1 to 32768). */
export function addRepeat(length: i32, distance: u32): void {
  while (length > MAX_MATCH) {
    // The remainder must not be too short for a match.
    const part = length >= MAX_MATCH + 3 ? MAX_MATCH : length - 3;
    addMatch(part, distance & 0xffff);
    length -= part;
  }
  addMatch(length, distance & 0xffff);
}

let output: usize = 0;
let pending: u64 = 0;
let pendingBits: u64 = 0;

@inline
function putBits(value: u32, bits: u32): void {
  pending |= <u64>value << pendingBits;
  pendingBits += bits;
  if (pendingBits >= 32) {
    store<u32>(output, <u32>pending);
    output += 4;
    pending >>= 32;
    pendingBits -= 32;
  }
}

@inline
function putCode(codes: usize, symbol: u32): void {
  const code = load<u32>(codes + 4 * symbol);
  putBits(code & 0xffff, code >> 16);
}

const ORDER = memory.data<u8>([16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15]);
/** Run-length coded code lengths, u16 each: symbol | extra << 8. */
const RUNS = allocate(2 * 320);
const RUN_COUNTS = allocate(4 * 19);
const RUN_LENGTHS = allocate(32);
const RUN_CODES = allocate(4 * 19);

function addRun(at: usize, symbol: u32, extra: u32): usize {
  store<u16>(at, symbol | (extra << 8));
  countUp(RUN_COUNTS, symbol);
  return at + 2;
}

/** Run-length encodes the `count` code lengths at LITERAL_LENGTHS. Returns the end of RUNS. 3.2.7. */
function codeRuns(count: i32): usize {
  memory.fill(RUN_COUNTS, 0, 4 * 19);
  let at = RUNS;
  for (let i = 0; i < count; ) {
    const length: u32 = load<u8>(LITERAL_LENGTHS + i);
    let run = 1;
    while (i + run < count && <u32>load<u8>(LITERAL_LENGTHS + i + run) == length) run++;
    i += run;
    if (length) {
      at = addRun(at, length, 0);
      run--;
    }
    while (run >= 3) {
      const part = min(run, length ? 6 : 138);
      at = length ? addRun(at, 16, part - 3) : part < 11 ? addRun(at, 17, part - 3) : addRun(at, 18, part - 11);
      run -= part;
    }
    for (; run > 0; run--) at = addRun(at, length, 0);
  }
  return at;
}

/** Returns one more than the highest used symbol of an alphabet, but at least `least`. */
function usedSymbols(lengths: usize, size: i32, least: i32): i32 {
  while (size > least && !load<u8>(lengths + size - 1)) size--;
  return size;
}

function putHeader(last: bool): void {
  buildCode(LITERAL_COUNTS, LITERALS, 15, LITERAL_LENGTHS, LITERAL_CODES);
  const literals = usedSymbols(LITERAL_LENGTHS, LITERALS, 257);
  const distanceLengths = LITERAL_LENGTHS + literals;
  buildCode(DISTANCE_COUNTS, DISTANCES, 15, distanceLengths, DISTANCE_CODES);
  const distances = usedSymbols(distanceLengths, DISTANCES, 1);
  const end = codeRuns(literals + distances);
  buildCode(RUN_COUNTS, 19, 7, RUN_LENGTHS, RUN_CODES);
  let orders = 19;
  while (orders > 4 && !load<u8>(RUN_LENGTHS + load<u8>(ORDER + orders - 1))) orders--;
  putBits(last ? 5 : 4, 3); // dynamic codes
  putBits(literals - 257, 5);
  putBits(distances - 1, 5);
  putBits(orders - 4, 4);
  for (let i = 0; i < orders; i++) putBits(load<u8>(RUN_LENGTHS + load<u8>(ORDER + i)), 3);
  for (let at = RUNS; at < end; at += 2) {
    const symbol: u32 = load<u8>(at);
    putCode(RUN_CODES, symbol);
    if (symbol >= 16) putBits(load<u8>(at, 1), symbol == 16 ? 2 : symbol == 17 ? 3 : 7);
  }
}

/** Writes the symbols added since `startBlock`. Keeps pending bits in registers. Before each symbol, stores all complete
 *  bytes of the pending bits, without a branch. At most 7 bits remain, and a match adds at most 48. */
function putSymbols(): void {
  let bits = pending;
  let count = pendingBits;
  let target = output;
  for (let at = block; at < symbols; at += 4) {
    store<u64>(target, bits);
    target += <usize>(count >> 3);
    bits >>= count & 56;
    count &= 7;
    const symbol = load<u32>(at);
    if (!(symbol & MATCH)) {
      const code = load<u32>(LITERAL_CODES + 4 * symbol);
      bits |= <u64>(code & 0xffff) << count;
      count += code >> 16;
      continue;
    }
    const length = ((symbol >> 16) & 255) + 3;
    const near: u32 = load<u8>(LENGTH_SYMBOL + length);
    const lengthCode = load<u32>(LITERAL_CODES + 4 * (257 + near));
    bits |= <u64>(lengthCode & 0xffff) << count;
    count += lengthCode >> 16;
    bits |= <u64>(length - load<u32>(LENGTH_BASE + 4 * near)) << count;
    count += load<u8>(LENGTH_EXTRA + near);
    const distance = symbol & 0xffff;
    const far = distanceSymbol(distance);
    const distanceCode = load<u32>(DISTANCE_CODES + 4 * far);
    bits |= <u64>(distanceCode & 0xffff) << count;
    count += distanceCode >> 16;
    const extra = far < 4 ? 0 : (far >> 1) - 1;
    bits |= <u64>((distance - 1) & ((1 << extra) - 1)) << count;
    count += extra;
  }
  store<u64>(target, bits);
  output = target + <usize>(count >> 3);
  pending = bits >> (count & 56);
  pendingBits = count & 7;
}

export function startStream(): void {
  pending = 0;
  pendingBits = 0;
}

/** Writes the block of all symbols added since `startBlock` to `target`. Returns the address after its full bytes.
 *  The remaining bits are written with the next block; in the last block, they are padded to a byte. */
export function finishBlock(target: usize, last: bool): usize {
  countUp(LITERAL_COUNTS, END);
  output = target;
  putHeader(last);
  putSymbols();
  putCode(LITERAL_CODES, END);
  if (!last) return output;
  store<u32>(output, <u32>pending);
  return output + ((<usize>pendingBits + 7) >> 3);
}
