import { allocate } from "../memory";
import { side } from "../symbol";
import { addRows, adler32, crc32, startAdler } from "./checksums";
import { addLiteral, addRepeat, finishBlock, startBlock } from "./deflate";
import { drawAveraged } from "./average";
import { drawScanline, startScanlines } from "./scanlines";

/** Writes the symbol as a PNG of exactly size x size pixels with a palette of two colours, or, where not even
 *  one pixel a module fits, of their blends. PNG Specification (Third Edition). */

/** Largest picture: 185 distinct scanlines of 2048 pixels and the filter byte, or 197 of 197 blends. */
const MAX_SCANLINE: usize = 2048 / 8 + 1;
const OUTPUT = allocate(110000);
const SCANLINES = allocate(2 * (MAX_SCANLINE + 16));

let cursor: usize = 0;

function putWord(value: u32): void {
  store<u32>(cursor, bswap<u32>(value));
  cursor += 4;
}

function putColour(colour: u32): void {
  store<u8>(cursor, colour >> 16);
  store<u8>(cursor, colour >> 8, 1);
  store<u8>(cursor, colour, 2);
  cursor += 3;
}

/** Begins a chunk of a type, four ASCII characters as a big-endian number; its length comes last. */
function startChunk(type: u32): usize {
  const start = cursor;
  cursor += 4;
  putWord(type);
  return start;
}

function finishChunk(start: usize): void {
  const length = cursor - start - 8;
  store<u32>(start, bswap<u32>(<u32>length));
  putWord(crc32(start + 4, <i32>length + 4));
}

function putHeader(size: i32, depth: u32): void {
  cursor = OUTPUT;
  store<u64>(cursor, 0x0a1a0a0d474e5089);
  cursor += 8;
  const chunk = startChunk(0x49484452); // IHDR
  putWord(size);
  putWord(size);
  putWord((depth << 24) | 0x30000); // palette, deflate, the five filters
  store<u8>(cursor++, 0); // not interlaced
  finishChunk(chunk);
}

/** Palette: the background, the blends in even steps, the foreground. */
function putPalette(colours: i32, color: u32, bg: u32): void {
  const chunk = startChunk(0x504c5445); // PLTE
  const last = colours - 1;
  for (let i = 0; i <= last; i++) {
    let blend: u32 = 0;
    for (let shift: u32 = 0; shift < 24; shift += 8) {
      const sum = ((color >> shift) & 255) * i + ((bg >> shift) & 255) * (last - i);
      blend |= ((sum + (last >> 1)) / last) << shift;
    }
    putColour(blend);
  }
  finishChunk(chunk);
}

/** Bytes so far that repeat what stands one scanline before, not yet added to the block. */
let repeated: i32 = 0;

/** Adds what was repeated up to place `end` of `scanline`; `before` is the scanline in front of it. */
function flushRepeated(scanline: usize, before: usize, length: i32, end: i32): void {
  if (repeated >= 3) addRepeat(repeated, length);
  else {
    for (let i = end - repeated; i < end; i++) addLiteral(load<u8>(i < 0 ? before + length + i : scanline + i));
  }
  repeated = 0;
}

/** Adds one scanline of `length` bytes, which differs from `before`, the last one added, and `times` - 1
 *  copies of it. What it shares with the one before at its start extends the copies of that, and what it
 *  shares at its end begins the match that its own copies continue. */
function addScanline(scanline: usize, before: usize, length: i32, times: i32): void {
  addRows(scanline, length, times);
  for (let i = 0; i < length; ) {
    const byte: u32 = load<u8>(scanline + i);
    let same = i;
    while (same < length && load<u8>(scanline + same) == load<u8>(before + same)) same++;
    same -= i;
    const joins = (i == 0 && repeated) || i + same == length;
    if (same >= 3 || (same && joins)) {
      repeated += same;
      i += same;
      continue;
    }
    let run = 0;
    if (i) while (i + run < length && <u32>load<u8>(scanline + i + run) == <u32>load<u8>(scanline + i - 1)) run++;
    flushRepeated(scanline, before, length, i);
    if (run >= 4) {
      addRepeat(run, 1);
      i += run;
    } else {
      addLiteral(byte);
      i++;
    }
  }
  repeated += (times - 1) * length;
}

function addPixels(size: i32, margin: i32, color: u32, bg: u32): void {
  const places = side + 2 * margin;
  const scale = size / places;
  const length = 1 + ((size + 7) >> 3);
  const spare = size - scale * places;
  const offset = margin * scale + (spare >> 1);
  let scanline = SCANLINES;
  let before = SCANLINES + MAX_SCANLINE + 15;
  memory.fill(SCANLINES, 0, 2 * (MAX_SCANLINE + 16));
  if (offset) {
    addRows(scanline, length, offset);
    addLiteral(0);
    addRepeat(offset * length - 1, 1);
  } else {
    // Nothing stands before the first scanline: let nothing look shared with it.
    memory.fill(scanline, 0x55, length);
  }
  startScanlines(scale);
  for (let y = 0; y < side; y++) {
    const swap = scanline;
    scanline = before;
    before = swap;
    memory.fill(scanline, 0, length);
    drawScanline(scanline + 1, y, scale, offset);
    addScanline(scanline, before, length, scale);
  }
  memory.fill(before, 0, length);
  const below = size - offset - side * scale;
  if (below) addScanline(before, scanline, length, below);
  flushRepeated(below ? before : scanline, scanline, length, length);
}

/** Writes the picture; gives its length in bytes. Colours are 0xRRGGBB. */
export function writePng(size: i32, margin: i32, color: u32, bg: u32): i32 {
  const averaged = size < side + 2 * margin;
  putHeader(size, averaged ? 8 : 1);
  putPalette(averaged ? 256 : 2, color, bg);
  startAdler();
  startBlock();
  repeated = 0;
  if (averaged) {
    let before = SCANLINES;
    memory.fill(before, 0x55, MAX_SCANLINE);
    let scanline = SCANLINES + MAX_SCANLINE + 15;
    for (let y = 0; y < size; y++) {
      drawAveraged(scanline, y, size, margin);
      addScanline(scanline, before, size + 1, 1);
      const swap = before;
      before = scanline;
      scanline = swap;
    }
    flushRepeated(before, scanline, size + 1, size + 1);
  } else {
    addPixels(size, margin, color, bg);
  }
  const chunk = startChunk(0x49444154); // IDAT
  store<u16>(cursor, 0xda78); // zlib, window of 32 KiB, slowest
  cursor = finishBlock(cursor + 2);
  putWord(adler32());
  finishChunk(chunk);
  finishChunk(startChunk(0x49454e44)); // IEND
  return <i32>(cursor - OUTPUT);
}

export function pngBytes(): usize {
  return OUTPUT;
}
