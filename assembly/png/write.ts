import { allocate } from "../memory";
import { side } from "../symbol";
import { drawAveraged } from "./average";
import { adler32, crc32, startAdler } from "./checksums";
import { finishBlock, startBlock } from "./deflate";
import { addBlankRow, addRow, finishRows, nextRow, startRows } from "./rows";
import { drawScanline, startScanlines } from "./scanlines";

/** Writes the symbol as a PNG of exactly size x size pixels with a palette of two colours, or, where not even
 *  one pixel a module fits, of their blends. PNG Specification (Third Edition). */

/** Largest picture: 179 distinct scanlines of 2048 pixels and the filter byte, all literals of 15 bits. */
const OUTPUT = allocate(90000);

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

/** Bytes of a scanline from which on it pays to look for matches far back. */
const LONG: i32 = 40;
/** In shorter ones, pixels a module from which on the scanline before is match enough. */
const PLAIN_SCALE: i32 = 3;

function addPixels(size: i32, margin: i32): void {
  const places = side + 2 * margin;
  const scale = size / places;
  const spare = size - scale * places;
  const above = margin * scale + (spare >> 1);
  const below = size - above - side * scale;
  const length = 1 + ((size + 7) >> 3);
  startRows(length, length >= LONG ? 16 : scale >= PLAIN_SCALE ? 0 : 6);
  startScanlines(scale);
  if (above) {
    nextRow();
    addBlankRow(above);
  }
  for (let y = 0; y < side; y++) {
    drawScanline(nextRow() + 1, y, scale, above);
    addRow(scale);
  }
  if (below) {
    nextRow();
    addBlankRow(below);
  }
}

function addBlends(size: i32, margin: i32): void {
  startRows(size + 1, 6);
  for (let y = 0; y < size; y++) {
    drawAveraged(nextRow() + 1, y, size, margin);
    addRow(1);
  }
}

/** Writes the picture; gives its length in bytes. Colours are 0xRRGGBB. */
export function writePng(size: i32, margin: i32, color: u32, bg: u32): i32 {
  const averaged = size < side + 2 * margin;
  putHeader(size, averaged ? 8 : 1);
  putPalette(averaged ? 256 : 2, color, bg);
  startAdler();
  startBlock();
  if (averaged) addBlends(size, margin);
  else addPixels(size, margin);
  finishRows();
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
