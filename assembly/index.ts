/** The ABI. Text goes in at `input`; a symbol stays until the next `encode`. */
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

/** Encodes `length` bytes at `input`; gives 0 when they do not fit, else
 *  version | level << 8 | mask << 16. */
export function encode(length: i32, level: i32, version: i32, mask: i32, boost: i32, eci: i32): i32 {
  if (!symbol.encodeSymbol(length, level, version, mask, boost != 0, eci != 0)) return 0;
  return symbol.version | (symbol.level << 8) | (symbol.mask << 16);
}

/** Address of the symbol's modules, a byte each. */
export function modules(): usize {
  unpackModules();
  return MODULES;
}

/** Address of the segments of the last symbol: u32 mode, u32 characters. */
export function segments(): usize {
  return SEGMENTS;
}

export function segmentsLength(): i32 {
  return segmentCount;
}

export function usedBits(): i32 {
  return symbol.usedBits;
}

/** Codewords for data of a version and level. */
export function capacity(version: i32, level: i32): i32 {
  return tables.dataCodewords(version, level);
}

/** Writes the last symbol as a PNG; gives its length. Colours are 0xRRGGBB. */
export function writePng(size: i32, margin: i32, color: u32, bg: u32): i32 {
  return drawPng(size, margin, color, bg);
}

/** Address of a PNG, or of the part of one that is to be taken. */
export function png(): usize {
  return OUTPUT;
}

/** Writes the outline of the last symbol as an SVG path, its corner `margin` modules off the origin on both axes;
 *  gives its length. */
export function writeOutline(margin: i32): i32 {
  return traceOutline(margin);
}

export function outline(): usize {
  return outlineText();
}

/** Codewords that lie under a rectangle of modules, its right and bottom edges exclusive: the most in one block | that
 *  block << 8 | all << 16. */
export function spoiled(version: i32, level: i32, left: i32, top: i32, right: i32, bottom: i32): i32 {
  return countSpoiled(version, level, left, top, right, bottom);
}

/** Check words of each block. */
export function checkWords(version: i32, level: i32): i32 {
  return tables.checkWords(version, level);
}

/** Address of a palette of up to 256 colours of three bytes, to be filled before `startPixels`. */
export function palette(): usize {
  return PALETTE;
}

/** Begins a PNG of any pixels, in so many colours of the palette or, for 0, in true colour. */
export function startPixels(width: i32, height: i32, colours: i32): void {
  startPicture(width, height, colours);
}

/** Address for the pixels of the next scanline: indices of a byte, or three bytes of colour. */
export function pixelRow(): usize {
  return nextRow();
}

/** Takes that scanline; gives the number of bytes at `png` to be taken at once. */
export function addPixelRow(): i32 {
  return addRow();
}

/** Ends the PNG; gives the number of bytes at `png` to be taken. */
export function finishPixels(): i32 {
  return finishPicture();
}
