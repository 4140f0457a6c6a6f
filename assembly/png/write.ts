import { adler32, startAdler } from "./checksums";
import { IDAT, INDEXED, PLTE, TRNS, finishChunk, finishPicture, moveTo, output, position, putColour, putByte, putWord, putZlibHeader, startChunk, startPicture } from "./chunks";
import { finishBlock, makeRoom, startBlock, startStream } from "./deflate";
import { side } from "../matrix";
import { addBlankRow, addRow, finishRows, nextRow, startRows } from "./rows";
import { drawScanline, startScanlines } from "./scanlines";

/** Writes the symbol as a PNG of size x size pixels with two colours. PNG Specification (Third Edition). */

/** Writes a palette with the background and the foreground. If the background is transparent, both colours are the
 *  foreground, and the first one has an alpha value of 0. */
function putPalette(color: u32, bg: u32): void {
  const isClear = bg >> 24 != 0;
  let chunk = startChunk(PLTE);
  putColour(isClear ? color : bg);
  putColour(color);
  finishChunk(chunk);
  if (!isClear) return;
  chunk = startChunk(TRNS);
  // Only the first colour needs an alpha value: the last one is opaque by default.
  putByte(0);
  finishChunk(chunk);
}

/** Minimum length, in bytes, of scanlines for which more earlier positions are tried. */
const LONG: i32 = 40;
/** Module width in pixels from which shorter scanlines are compared only with the previous scanline and the previous byte. */
const PLAIN_SCALE: i32 = 3;

function addPixels(size: i32, margin: i32): void {
  const places = side + 2 * margin;
  // If modules would be narrower than a pixel, `spare` is negative, and the quiet zone becomes narrower.
  const scale = max(1, size / places);
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

/** Writes the picture to `output`. Returns its length in bytes. Colours are 0xRRGGBB; a background above 0xFFFFFF is
 *  transparent. `size` is at least `side`. */
export function writePng(size: i32, margin: i32, color: u32, bg: u32): i32 {
  makeRoom(size);
  startPicture(size, size, 1, INDEXED);
  putPalette(color, bg);
  startAdler();
  startBlock();
  addPixels(size, margin);
  finishRows();
  const chunk = startChunk(IDAT);
  putZlibHeader();
  startStream();
  moveTo(finishBlock(position(), true));
  putWord(adler32());
  finishChunk(chunk);
  finishPicture();
  return <i32>(position() - output);
}
