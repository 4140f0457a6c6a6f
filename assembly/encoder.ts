/** The exports of both builds of the encoder. The host writes text to `input`. The symbol stays in memory until the next
 *  call to `encode`, which each build exports separately. */
import { INPUT, SEGMENTS, segmentCount } from "./segments";
import { MODULES, unpackModules } from "./modules";
import { outlineText, writeOutline as traceOutline } from "./outline";
import { countSpoiled, cover as coverModules } from "./spoil";
import * as symbol from "./symbol";
import * as tables from "./tables";
import { clear as clearModules, ROWS } from "./matrix";

export function input(): usize {
  return INPUT;
}

/** Returns the address of the symbol's modules, one byte each. */
export function modules(): usize {
  unpackModules();
  return MODULES;
}

/** Returns the address of the symbol as bits: a line of 24 bytes for each row, least significant bit first. */
export function rows(): usize {
  return ROWS;
}

/** Clears a rectangle of the last symbol: its modules become light. The right and bottom edges are exclusive. */
export function clear(left: i32, top: i32, right: i32, bottom: i32): void {
  clearModules(left, top, right, bottom);
}

/** Returns the address of the segments of the last symbol. Each is two u32: its mode (numeric, alphanumeric, byte,
 *  kanji) and its number of characters. In kanji mode, each character is two bytes of Shift JIS in the input. */
export function segments(): usize {
  return SEGMENTS;
}

export function segmentsLength(): i32 {
  return segmentCount;
}

export function usedBits(): i32 {
  return symbol.usedBits;
}

/** Returns the number of data codewords for a version and level. */
export function capacity(version: i32, level: i32): i32 {
  return tables.dataCodewords(version, level);
}

/** Writes the outline of the last symbol as an SVG path. The symbol's top left corner is at (margin, margin). Returns
 *  the length of the path in bytes. */
export function writeOutline(margin: i32): i32 {
  return traceOutline(margin);
}

export function outline(): usize {
  return outlineText();
}

/** Covers the modules in a rectangle, which must lie within the symbol. Its right and bottom edges are exclusive. */
export function cover(version: i32, left: i32, top: i32, right: i32, bottom: i32): void {
  coverModules(version, left, top, right, bottom);
}

/** Counts the codewords with at least one covered module, and uncovers all. All covered areas must belong to `version`.
 *  Returns the highest count in a block | the index of that block << 8 | the count in all blocks << 16. */
export function spoiled(version: i32, level: i32): i32 {
  return countSpoiled(version, level);
}

/** Returns the number of check words per block. */
export function checkWords(version: i32, level: i32): i32 {
  return tables.checkWords(version, level);
}
