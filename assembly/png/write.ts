import { drawAveraged } from "./average";
import { adler32, startAdler } from "./checksums";
import { IDAT, INDEXED, OUTPUT, PLTE, TRNS, finishChunk, finishPicture, moveTo, position, putColour, putByte, putWord, putZlibHeader, startChunk, startPicture } from "./chunks";
import { finishBlock, startBlock, startStream } from "./deflate";
import { side } from "../matrix";
import { addBlankRow, addRow, finishRows, nextRow, startRows } from "./rows";
import { drawScanline, startScanlines } from "./scanlines";

/** Writes the symbol as a PNG of size x size pixels. The palette has two colours, or blends of them if there is less
 *  than one pixel per module. PNG Specification (Third Edition). */

/** Writes a palette that blends from background to foreground in even steps. If the background is transparent, all
 *  colours are the foreground, and their alpha values increase in even steps. */
function putPalette(colours: i32, color: u32, bg: u32): void {
  const isClear = bg >> 24 != 0;
  if (isClear) bg = color;
  let chunk = startChunk(PLTE);
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
  if (!isClear) return;
  chunk = startChunk(TRNS);
  // The last colour is opaque, which is the default. There are 2 or 256 colours, so all alpha values are integers.
  for (let i = 0; i < last; i++) putByte((255 / last) * i);
  finishChunk(chunk);
}

/** For scanlines of at least this many bytes, more earlier positions are tried for each match. */
const LONG: i32 = 40;
/** If modules are at least this many pixels wide, shorter scanlines are compared only with the previous scanline and
 *  the previous byte. */
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

/** Writes the picture to OUTPUT. Returns its length in bytes. Colours are 0xRRGGBB; a background above 0xFFFFFF is
 *  transparent. */
export function writePng(size: i32, margin: i32, color: u32, bg: u32): i32 {
  const averaged = size < side + 2 * margin;
  startPicture(size, size, averaged ? 8 : 1, INDEXED);
  putPalette(averaged ? 256 : 2, color, bg);
  startAdler();
  startBlock();
  if (averaged) addBlends(size, margin);
  else addPixels(size, margin);
  finishRows();
  const chunk = startChunk(IDAT);
  putZlibHeader();
  startStream();
  moveTo(finishBlock(position(), true));
  putWord(adler32());
  finishChunk(chunk);
  finishPicture();
  return <i32>(position() - OUTPUT);
}
