import { allocate } from "../memory";
import { addRows, adler32, startAdler } from "./checksums";
import { IDAT, INDEXED, PLTE, TRNS, finishChunk, finishPicture, moveTo, output, position, putBytes, putWord, putZlibHeader, startChunk, startPicture } from "./chunks";
import { blockLength, finishBlock, makeRoom, startBlock, startStream } from "./deflate";
import { filterRow } from "./filters";
import { MAX_SCANLINE, addBytes, finishWindow, nextBytes, startWindow } from "./window";

/** Writes any picture as a PNG, scanline by scanline: indexed with 1, 2, 4 or 8 bits per pixel, in true colour, or
 *  in grey.
 *  Returns the output in parts, so that memory does not grow with the picture. */

/** Palette: three bytes for each of 256 colours, then one byte of alpha for each. */
export const PALETTE = allocate(1024);
/** The next scanline and the previous one. */
const ROW = allocate(MAX_SCANLINE);
const ABOVE = allocate(MAX_SCANLINE);
/** Number of symbols in a block before it is written. */
const FULL: i32 = 16384;

let pixels: i32 = 0;
let depth: i32 = 0;
/** Whether the zlib header has been written. */
let begun: bool = false;

/** Begins a picture with `colours` colours and `alphas` alpha values in PALETTE. If `colours` is 0, `alphas` is the colour
 *  type: 0 grey, 2 true colour, 4 and 6 the same with alpha. PNG Specification (Third Edition), 6.1. */
export function startPixels(width: i32, height: i32, colours: i32, alphas: i32): void {
  makeRoom(width);
  pixels = width;
  depth = colours == 0 ? 8 * ((alphas & 2) + 1 + (alphas >> 2)) : colours <= 2 ? 1 : colours <= 4 ? 2 : colours <= 16 ? 4 : 8;
  startPicture(width, height, colours ? depth : 8, colours ? INDEXED : alphas);
  if (colours) {
    putChunk(PLTE, PALETTE, 3 * colours);
    if (alphas) putChunk(TRNS, PALETTE + 768, alphas);
  }
  begun = false;
  memory.fill(ABOVE, 0, (pixels * depth + 7) >> 3);
  startAdler();
  startStream();
  startBlock();
  startWindow();
}

function putChunk(type: u32, from: usize, length: i32): void {
  const chunk = startChunk(type);
  putBytes(from, length);
  finishChunk(chunk);
}

/** Returns the address for the next scanline. Each pixel is one byte (its index), or one to four (grey, or red,
 *  green and blue, and then alpha). */
export function pixelRow(): usize {
  return ROW;
}

/** Packs the indices in ROW, beginning with the highest bits of each byte. Joins eight pixels at a time: first pairs,
 *  then pairs of pairs. */
function pack(target: usize): void {
  // The last byte may contain more pixels than the row has. The excess pixels are 0.
  memory.fill(ROW + pixels, 0, 8);
  for (let x = 0; x < pixels; x += 8) {
    let bits = load<u64>(ROW + x);
    bits = ((bits << depth) | (bits >> 8)) & 0x00ff00ff00ff00ff;
    if (depth == 4) {
      bits |= bits >> 8;
      store<u32>(target, <u32>((bits & 0xffff) | ((bits >> 16) & 0xffff0000)));
    } else {
      bits = ((bits << (2 * depth)) | (bits >> 16)) & 0x000000ff000000ff;
      store<u16>(target, <u16>(depth == 2 ? bits | (bits >> 24) : (bits << 4) | (bits >> 32)));
    }
    target += depth;
  }
}

function finishPart(last: bool): void {
  const chunk = startChunk(IDAT);
  if (!begun) putZlibHeader();
  begun = true;
  moveTo(finishBlock(position(), last));
  if (last) putWord(adler32());
  finishChunk(chunk);
}

/** Adds the scanline at `pixelRow`. Returns the number of finished bytes at `output`. The next call overwrites them. */
export function addPixelRow(): i32 {
  const target = nextBytes();
  const length = (pixels * depth + 7) >> 3;
  if (depth > 8) {
    filterRow(ROW, ABOVE, length, depth >> 3, target);
    memory.copy(ABOVE, ROW, length);
  } else {
    store<u8>(target, 0);
    if (depth == 8) memory.copy(target + 1, ROW, length);
    else pack(target + 1);
  }
  addRows(target, length + 1, 1);
  addBytes(length + 1);
  if (blockLength() < FULL) return 0;
  finishPart(false);
  startBlock();
  const part = position() - output;
  moveTo(output);
  return <i32>part;
}

/** Finishes the picture. Returns the number of finished bytes at `output`. */
export function finishPixels(): i32 {
  finishWindow();
  finishPart(true);
  finishPicture();
  return <i32>(position() - output);
}
