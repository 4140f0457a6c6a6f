import { allocate } from "../memory";
import { crc32 } from "./checksums";

/** Writes the signature and chunks of a PNG at a cursor. PNG Specification (Third Edition), 5. */

/** The PNG of any QR code of up to 2048 pixels: at worst 179 distinct scanlines, each with a filter byte, and all bytes as
 *  15-bit literals. PNGs of other pictures are returned in parts. */
const BYTES: usize = 150000;
/** The same for 16384 pixels: at worst 367,000 bytes of distinct scanlines in matches of 3 bytes and 48 bits, and 130,500
 *  matches of 48 bits for their copies. */
const WIDE_BYTES: usize = 1600000;
export let output = allocate(BYTES);

/** Makes room for PNGs of codes of up to 16384 pixels. */
export function widenOutput(): void {
  output = allocate(WIDE_BYTES);
}

let cursor: usize = 0;

export const INDEXED: u32 = 3;

export function putWord(value: u32): void {
  store<u32>(cursor, bswap<u32>(value));
  cursor += 4;
}

export function putColour(colour: u32): void {
  store<u8>(cursor, colour >> 16);
  store<u8>(cursor, colour >> 8, 1);
  store<u8>(cursor, colour, 2);
  cursor += 3;
}

export function putByte(value: u32): void {
  store<u8>(cursor++, value);
}

export function putBytes(from: usize, length: usize): void {
  memory.copy(cursor, from, length);
  cursor += length;
}

/** Begins a chunk and returns its address. `type` is four ASCII characters as a big-endian number. `finishChunk` writes
 *  the length. */
export function startChunk(type: u32): usize {
  const start = cursor;
  cursor += 4;
  putWord(type);
  return start;
}

export function finishChunk(start: usize): void {
  const length = cursor - start - 8;
  store<u32>(start, bswap<u32>(<u32>length));
  putWord(crc32(start + 4, <i32>length + 4));
}

export const IDAT: u32 = 0x49444154;
export const PLTE: u32 = 0x504c5445;
export const TRNS: u32 = 0x74524e53;

/** Begins a picture at `output`. */
export function startPicture(width: i32, height: i32, depth: u32, colourType: u32): void {
  cursor = output;
  store<u64>(cursor, 0x0a1a0a0d474e5089);
  cursor += 8;
  const chunk = startChunk(0x49484452); // IHDR
  putWord(width);
  putWord(height);
  putWord((depth << 24) | (colourType << 16)); // deflate, adaptive filtering
  store<u8>(cursor++, 0); // not interlaced
  finishChunk(chunk);
}

/** Writes the zlib header: window of 32 KiB, best compression. RFC 1950. */
export function putZlibHeader(): void {
  store<u16>(cursor, 0xda78);
  cursor += 2;
}

export function finishPicture(): void {
  finishChunk(startChunk(0x49454e44)); // IEND
}

export function position(): usize {
  return cursor;
}

export function moveTo(address: usize): void {
  cursor = address;
}
