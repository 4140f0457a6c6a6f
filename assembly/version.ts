import { DARK, FREE, formatBits, mapVersion, packColumns } from "./layout";
import { slabBytes, stripCount } from "./mask";
import { LINE, MAX_SIDE } from "./matrix";
import { allocate } from "./memory";
import { MASKS, flipFormat, maskWord } from "./patterns";
import { MAX_VERSION, sideOf } from "./tables";
import { recordFields } from "./placement";

/** Data that depends only on the version. It is created when a version is first used, and then kept. */

/** One record per version, with the u32 addresses of the parts below. They are 0 until the parts are created. */
const PARTS: usize = 24;
const VERSIONS = allocate((MAX_VERSION + 1) * PARTS);

/** The function patterns as columns. Format information is light. */
const TEMPLATE: usize = 0;
/** Field records for the placement. */
const FIELDS: usize = 4;
/** For each mask, the modules that it flips, as rows and as columns: its pattern on data modules, and its part of the
 *  format information. The format information is linear in the mask, so it can be flipped too. */
const ROW_MASKS: usize = 8;
const COLUMN_MASKS: usize = 12;
/** The same modules as lanes, for scoring. */
const ROW_SLAB: usize = 16;
const COLUMN_SLAB: usize = 20;

const FREE_LINES = allocate((MAX_SIDE + 16) * LINE);

/** Returns the address of the modules that each mask flips, as columns if `columns` is set, and otherwise as rows. Both
 *  directions use FREE_LINES, because free modules are symmetric about the diagonal. */
function makeMasks(side: i32, columns: bool): usize {
  const masks = allocate(MASKS * side * LINE);
  for (let mask = 0; mask < MASKS; mask++) {
    const lines = masks + mask * side * LINE;
    for (let line = 0; line < side; line++) {
      for (let word = 0; word < 3; word++) {
        const at = <usize>line * LINE + word * 8;
        store<u64>(lines + at, maskWord(mask, line, word * 64, columns) & load<u64>(FREE_LINES + at));
      }
    }
    flipFormat(side, formatBits(0, mask) ^ formatBits(0, 0), lines, columns);
  }
  return masks;
}

/** Returns the padding bits of a word that begins at module `start`. They are set in every other line, so that they add no
 *  penalty. */
function padding(side: i32, line: i32, start: i32): u64 {
  if (!(line & 1) || start + 64 <= side) return 0;
  return start >= side ? ~(<u64>0) : ~(<u64>0) << (side - start);
}

function makeSlab(side: i32, masks: usize): usize {
  const slab = allocate(slabBytes(side));
  const strips = stripCount(side);
  for (let mask = 0; mask < MASKS; mask++) {
    for (let strip = 0; strip < strips; strip++) {
      for (let line = 0; line < side; line++) {
        const from = masks + (mask * side + line) * LINE;
        if (ASC_FEATURE_SIMD) {
          const bits = <u64>load<u16>(from + strip * 2) | padding(side, line, strip * 16);
          store<u16>(slab + (strip * side + line) * 16 + mask * 2, <u16>bits);
        } else {
          const bits = load<u64>(from + strip * 8) | padding(side, line, strip * 64);
          store<u64>(slab + ((mask * strips + strip) * side + line) * 8, bits);
        }
      }
    }
  }
  return slab;
}

/** Returns the address of the record of `version`. Creates its parts on first use. */
export function useVersion(version: i32): usize {
  const parts = VERSIONS + version * PARTS;
  if (load<u32>(parts)) return parts;
  const side = sideOf(version);
  mapVersion(version);
  const template = allocate(side * LINE);
  packColumns(side, DARK, template);
  memory.fill(FREE_LINES, 0, (MAX_SIDE + 16) * LINE);
  packColumns(side, FREE, FREE_LINES);
  const rowMasks = makeMasks(side, false);
  const columnMasks = makeMasks(side, true);
  store<u32>(parts, <u32>template, TEMPLATE);
  store<u32>(parts, <u32>recordFields(version, side), FIELDS);
  store<u32>(parts, <u32>rowMasks, ROW_MASKS);
  store<u32>(parts, <u32>columnMasks, COLUMN_MASKS);
  store<u32>(parts, <u32>makeSlab(side, rowMasks), ROW_SLAB);
  store<u32>(parts, <u32>makeSlab(side, columnMasks), COLUMN_SLAB);
  return parts;
}

export namespace part {
  @inline export function template(parts: usize): usize { return load<u32>(parts, TEMPLATE); }
  @inline export function fields(parts: usize): usize { return load<u32>(parts, FIELDS); }
  @inline export function rowMasks(parts: usize): usize { return load<u32>(parts, ROW_MASKS); }
  @inline export function columnMasks(parts: usize): usize { return load<u32>(parts, COLUMN_MASKS); }
  @inline export function rowSlab(parts: usize): usize { return load<u32>(parts, ROW_SLAB); }
  @inline export function columnSlab(parts: usize): usize { return load<u32>(parts, COLUMN_SLAB); }
}
