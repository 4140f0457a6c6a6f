/** The exports of the core. Text is written to `input`; the symbol stays in memory until the next `encode`. */
import { INPUT, SEGMENTS, segmentCount } from "./segments";
import { MODULES, unpackModules } from "./modules";
import { outlineText, writeOutline as traceOutline } from "./outline";
import { OUTPUT } from "./png/chunks";
import { PALETTE, addPixelRow as addRow, finishPixels as finishPicture, pixelRow as nextRow, startPixels as startPicture } from "./png/pixels";
import { writePng as drawPng } from "./png/write";
import { countSpoiled } from "./spoil";
import * as symbol from "./symbol";
import * as tables from "./tables";

export function input(): usize {
  return INPUT;
}

/** Encodes the `length` bytes at `input`. Returns version | level << 8 | mask << 16, or 0 if the bytes do not fit. */
export function encode(length: i32, level: i32, version: i32, mask: i32, boost: i32, eci: i32): i32 {
  if (!symbol.encodeSymbol(length, level, version, mask, boost != 0, eci != 0)) return 0;
  return symbol.version | (symbol.level << 8) | (symbol.mask << 16);
}

/** Returns the address of the symbol's modules, one byte each. */
export function modules(): usize {
  unpackModules();
  return MODULES;
}

/** Returns the address of the segments of the last symbol. Each segment is two u32: mode and number of characters. */
export function segments(): usize {
  return SEGMENTS;
}

export function segmentsLength(): i32 {
  return segmentCount;
}

export function usedBits(): i32 {
  return symbol.usedBits;
}

/** Returns the number of data codewords of a version and level. */
export function capacity(version: i32, level: i32): i32 {
  return tables.dataCodewords(version, level);
}

/** Writes the last symbol as a PNG. Returns its length in bytes. Colours are 0xRRGGBB. */
export function writePng(size: i32, margin: i32, color: u32, bg: u32): i32 {
  return drawPng(size, margin, color, bg);
}

/** Returns the address of the last PNG, or of the last finished part of a PNG. */
export function png(): usize {
  return OUTPUT;
}

/** Writes the outline of the last symbol as an SVG path. The symbol's top left corner is at (margin, margin). Returns
 *  the length of the path in bytes. */
export function writeOutline(margin: i32): i32 {
  return traceOutline(margin);
}

export function outline(): usize {
  return outlineText();
}

/** Counts the codewords under a rectangle of modules. The rectangle's right and bottom edges are exclusive. Returns the
 *  number in the worst block | the index of that block << 8 | the number in all blocks << 16. */
export function spoiled(version: i32, level: i32, left: i32, top: i32, right: i32, bottom: i32): i32 {
  return countSpoiled(version, level, left, top, right, bottom);
}

/** Returns the number of check words per block. */
export function checkWords(version: i32, level: i32): i32 {
  return tables.checkWords(version, level);
}

/** Returns the address of the palette: up to 256 colours of three bytes, written before `startPixels`. */
export function palette(): usize {
  return PALETTE;
}

/** Begins a PNG of arbitrary pixels. `colours` is the size of the palette, or 0 for true colour. */
export function startPixels(width: i32, height: i32, colours: i32): void {
  startPicture(width, height, colours);
}

/** Returns the address for the pixels of the next scanline. A pixel is one byte (its palette index) or three (red,
 *  green and blue). */
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
