import { formatX, formatY } from "./layout";
import { LINE } from "./matrix";

/** The mask patterns, and the format information that identifies them. ISO/IEC 18004:2015, 7.8.2, Table 10, and
 *  7.9.1. */

export const MASKS: i32 = 8;

/** The patterns repeat after 12 modules in both directions, so 12 lines of 12 modules are stored for each mask. The
 *  rows of all masks come first, and then their columns. A line is a u16. */
const PERIODS = memory.data(2 * 8 * 12 * 2, 2);

function isDark(mask: i32, x: i32, y: i32): bool {
  switch (mask) {
    case 0: return (x + y) % 2 == 0;
    case 1: return y % 2 == 0;
    case 2: return x % 3 == 0;
    case 3: return (x + y) % 3 == 0;
    case 4: return (x / 3 + y / 2) % 2 == 0;
    case 5: return ((x * y) % 2) + ((x * y) % 3) == 0;
    case 6: return (((x * y) % 2) + ((x * y) % 3)) % 2 == 0;
    default: return (((x + y) % 2) + ((x * y) % 3)) % 2 == 0;
  }
}

function fillPeriods(): void {
  for (let at = 0; at < 2 * 8 * 12; at++) {
    const mask = (at / 12) & 7;
    const line = at % 12;
    let period: u32 = 0;
    for (let i = 0; i < 12; i++) {
      if (at < 96 ? isDark(mask, i, line) : isDark(mask, line, i)) period |= 1 << i;
    }
    store<u16>(PERIODS + 2 * at, period);
  }
}
fillPeriods();

/** Returns 64 modules of a mask, starting at module `start` of a row or column. `start` is 0, 64 or 128. */
export function maskWord(mask: i32, line: i32, start: i32, columns: bool): u64 {
  const period: u32 = load<u16>(PERIODS + 2 * ((columns ? 96 : 0) + mask * 12 + line % 12));
  const phase = start >> 4; // 64 and 128 modulo 12 are 4 and 8
  const turned = ((period >> phase) | (period << (12 - phase))) & 0xfff;
  return <u64>turned * 0x1001001001001001;
}

export function flip(lines: usize, line: i32, place: i32): void {
  const byte = lines + line * LINE + (place >> 3);
  store<u8>(byte, <u32>load<u8>(byte) ^ (1 << (place & 7)));
}

/** Flips `bits` in both copies of the format information in `lines`, which are columns if `columns` is set, and otherwise
 *  rows. */
export function flipFormat(side: i32, bits: u32, lines: usize, columns: bool): void {
  for (let i = 0; i < 15; i++) {
    if (!((bits >> i) & 1)) continue;
    for (let copy = 0; copy < 2; copy++) {
      const x = formatX(side, i, copy == 1);
      const y = formatY(side, i, copy == 1);
      if (columns) flip(lines, x, y);
      else flip(lines, y, x);
    }
  }
}
