import { LINE, MAX_SIDE, ROWS, side } from "./matrix";
import { allocate } from "./memory";

/** The symbol, one byte per module, row by row. */
export const MODULES = allocate(MAX_SIDE * MAX_SIDE + 64);

export function unpackModules(): void {
  let target = MODULES;
  for (let y = 0; y < side; y++) {
    const line = ROWS + y * LINE;
    // Whole vectors may write too much, which the next row overwrites.
    if (ASC_FEATURE_SIMD) {
      const bits = i8x16(1, 2, 4, 8, 16, 32, 64, -128, 1, 2, 4, 8, 16, 32, 64, -128);
      for (let x = 0; x < side; x += 16) {
        const both = v128.load_splat<u16>(line + (x >> 3));
        const spread = i8x16.shuffle(both, both, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1);
        const dark = i8x16.eq(v128.and(spread, bits), bits);
        v128.store(target + x, v128.and(dark, i8x16.splat(1)));
      }
    } else {
      for (let x = 0; x < side; x += 8) {
        const spread = (<u64>load<u8>(line + (x >> 3)) * 0x0101010101010101) & 0x8040201008040201;
        store<u64>(target + x, ((spread + 0x007f7f7f7f7f7f7f) >> 7) & 0x0101010101010101 | (spread & 1) | ((spread >> 7) & 0x0100000000000000));
      }
    }
    target += side;
  }
}
