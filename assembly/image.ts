/** The exports of the image writer. It draws the symbol at `rows`, or any pixels. */
import { ROWS, setSide } from "./matrix";
import { output } from "./png/chunks";
import { PALETTE, addPixelRow as addRow, finishPixels as finishPicture, pixelRow as nextRow, startPixels as startPicture } from "./png/pixels";
import { writePng as drawPng } from "./png/write";

/** Sets the modules per side of the symbol. Returns the address of its lines, to which the host copies those at `rows` of
 *  the encoder. Not needed if the encoder and the image writer share memory. */
export function setSymbol(modules: i32): usize {
  setSide(modules);
  return ROWS;
}

/** Writes the symbol as a PNG. Returns its length in bytes. Colours are 0xRRGGBB; a background above 0xFFFFFF
 *  is transparent. */
export function writePng(size: i32, margin: i32, color: u32, bg: u32): i32 {
  return drawPng(size, margin, color, bg);
}

/** Returns the address of the last PNG, or of the last finished part of a PNG. */
export function png(): usize {
  return output;
}

/** Returns the address of the palette, which is written before `startPixels`: 256 colours of three bytes, and then the
 *  alpha values of the first colours. */
export function palette(): usize {
  return PALETTE;
}

/** Begins a PNG of arbitrary pixels. `colours` is the size of the palette, or 0 for true colour. `alphas` is the
 *  number of alpha values in the palette. In true colour, a nonzero `alphas` adds an alpha channel. */
export function startPixels(width: i32, height: i32, colours: i32, alphas: i32): void {
  startPicture(width, height, colours, alphas);
}

/** Returns the address for the pixels of the next scanline. A pixel is one byte (its palette index) or three or
 *  four (red, green, blue and alpha). */
export function pixelRow(): usize {
  return nextRow();
}

/** Adds the scanline at `pixelRow`. Returns the number of finished bytes at `png`. The next call overwrites them. */
export function addPixelRow(): i32 {
  return addRow();
}

/** Finishes the PNG. Returns the number of finished bytes at `png`. */
export function finishPixels(): i32 {
  return finishPicture();
}
