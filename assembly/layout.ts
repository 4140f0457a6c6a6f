import { LINE, MAX_SIDE } from "./matrix";
import { allocate } from "./memory";
import { alignmentCentre, alignmentCount, sideOf } from "./tables";

/** Draws the function patterns of a symbol. Rows and columns are both stored as lines of bits, as in matrix.ts. Section
 *  numbers refer to ISO/IEC 18004:2015. */

/** Purpose of a module: data, covered data, or part of a light or dark function pattern. */
export const FREE: u8 = 0;
export const COVERED: u8 = 1;
export const LIGHT: u8 = 2;
export const DARK: u8 = 3;

/** Purpose of each module of the version being laid out: MAX_SIDE bytes per row. */
const MAP = allocate(MAX_SIDE * MAX_SIDE);

/** The version whose modules the map describes. */
let mapped: i32 = 0;

export function purpose(x: i32, y: i32): u8 {
  return load<u8>(MAP + y * MAX_SIDE + x);
}

export function setPurpose(x: i32, y: i32, value: u8): void {
  store<u8>(MAP + y * MAX_SIDE + x, value);
}

function mark(x: i32, y: i32, dark: bool): void {
  setPurpose(x, y, dark ? DARK : LIGHT);
}

/** Draws concentric square rings up to `radius`. Rings `lightRing` and 4 are light, all others dark. Skips modules
 *  outside the symbol. */
function drawRings(side: i32, centreX: i32, centreY: i32, radius: i32, lightRing: i32): void {
  for (let dy = -radius; dy <= radius; dy++) {
    for (let dx = -radius; dx <= radius; dx++) {
      const x = centreX + dx;
      const y = centreY + dy;
      if (x < 0 || y < 0 || x >= side || y >= side) continue;
      const ring = max(abs(dx), abs(dy));
      mark(x, y, ring != lightRing && ring != 4);
    }
  }
}

/** Returns the column of bit `i` (0 to 14) of the format information. The first copy is next to the top left finder
 *  pattern. The second copy is split between the other two finder patterns. 7.9.1, Figure 25. */
export function formatX(side: i32, i: i32, second: bool): i32 {
  if (second) return i < 8 ? side - 1 - i : 8;
  if (i < 8) return 8;
  return i == 8 ? 7 : 14 - i;
}

/** Returns the row of bit `i` of the format information. */
export function formatY(side: i32, i: i32, second: bool): i32 {
  if (second) return i < 8 ? 8 : side - 15 + i;
  if (i < 6) return i;
  return i < 8 ? i + 1 : 8;
}

/** Returns the 15 bits of the format information. 7.9.1. */
export function formatBits(level: i32, mask: i32): u32 {
  const data: u32 = ((level ^ 1) << 3) | mask; // L M Q H are 01 00 11 10
  let remainder = data;
  for (let i = 0; i < 10; i++) remainder = (remainder << 1) ^ ((remainder >> 9) * 0x537);
  return ((data << 10) | remainder) ^ 0x5412;
}

/** Returns the 18 bits of the version information. 7.10. */
function versionBits(version: u32): u32 {
  let remainder = version;
  for (let i = 0; i < 12; i++) remainder = (remainder << 1) ^ ((remainder >> 11) * 0x1f25);
  return (version << 12) | remainder;
}

/** Fills the map with the function patterns of a version, unless it already describes this version. Format information is
 *  reserved as light modules. Callers that cover modules must uncover them again. 6.3. */
export function mapVersion(version: i32): void {
  if (version == mapped) return;
  mapped = version;
  const side = sideOf(version);
  memory.fill(MAP, FREE, MAX_SIDE * MAX_SIDE);
  for (let i = 0; i < side; i++) {
    mark(6, i, (i & 1) == 0);
    mark(i, 6, (i & 1) == 0);
  }
  drawRings(side, 3, 3, 4, 2);
  drawRings(side, side - 4, 3, 4, 2);
  drawRings(side, 3, side - 4, 4, 2);
  const count = alignmentCount(version);
  for (let i = 0; i < count; i++) {
    for (let j = 0; j < count; j++) {
      const atFinder = (i == 0 && j == 0) || (i == 0 && j == count - 1) || (i == count - 1 && j == 0);
      if (!atFinder) drawRings(side, alignmentCentre(version, i), alignmentCentre(version, j), 2, 1);
    }
  }
  for (let i = 0; i < 15; i++) {
    mark(formatX(side, i, false), formatY(side, i, false), false);
    mark(formatX(side, i, true), formatY(side, i, true), false);
  }
  mark(8, side - 8, true);
  if (version >= 7) {
    const bits = versionBits(version);
    for (let i = 0; i < 18; i++) {
      const dark = ((bits >> i) & 1) == 1;
      mark(side - 11 + (i % 3), i / 3, dark);
      mark(i / 3, side - 11 + (i % 3), dark);
    }
  }
}

/** Packs the map into columns: sets the bits of the modules whose purpose is `wanted`. */
export function packColumns(side: i32, wanted: u8, columns: usize): void {
  for (let x = 0; x < side; x++) {
    for (let y = 0; y < side; y++) {
      if (purpose(x, y) != wanted) continue;
      const byte = columns + x * LINE + (y >> 3);
      store<u8>(byte, <u32>load<u8>(byte) | (1 << (y & 7)));
    }
  }
}
