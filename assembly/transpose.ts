import { LINE } from "./matrix";

/** Transposes the `side` lines at `from` and writes them to `to`. Works on whole blocks, so 16 spare lines must follow
 *  both `from` and `to`. The spare lines after `from` must be zero. */
export function transpose(side: i32, from: usize, to: usize): void {
  if (ASC_FEATURE_SIMD) {
    for (let x = 0; x < side; x += 16) {
      for (let y = 0; y < side; y += 8) {
        let line = from + x * LINE + (y >> 3);
        let bytes = v128.load_zero<u32>(line);
        bytes = i8x16.replace_lane(bytes, 1, load<u8>(line, LINE));
        bytes = i8x16.replace_lane(bytes, 2, load<u8>(line, 2 * LINE));
        bytes = i8x16.replace_lane(bytes, 3, load<u8>(line, 3 * LINE));
        bytes = i8x16.replace_lane(bytes, 4, load<u8>(line, 4 * LINE));
        bytes = i8x16.replace_lane(bytes, 5, load<u8>(line, 5 * LINE));
        bytes = i8x16.replace_lane(bytes, 6, load<u8>(line, 6 * LINE));
        bytes = i8x16.replace_lane(bytes, 7, load<u8>(line, 7 * LINE));
        bytes = i8x16.replace_lane(bytes, 8, load<u8>(line, 8 * LINE));
        bytes = i8x16.replace_lane(bytes, 9, load<u8>(line, 9 * LINE));
        bytes = i8x16.replace_lane(bytes, 10, load<u8>(line, 10 * LINE));
        bytes = i8x16.replace_lane(bytes, 11, load<u8>(line, 11 * LINE));
        bytes = i8x16.replace_lane(bytes, 12, load<u8>(line, 12 * LINE));
        bytes = i8x16.replace_lane(bytes, 13, load<u8>(line, 13 * LINE));
        bytes = i8x16.replace_lane(bytes, 14, load<u8>(line, 14 * LINE));
        bytes = i8x16.replace_lane(bytes, 15, load<u8>(line, 15 * LINE));
        const target = to + y * LINE + (x >> 3);
        store<u16>(target, i8x16.bitmask(bytes), 7 * LINE);
        store<u16>(target, i8x16.bitmask(i8x16.shl(bytes, 1)), 6 * LINE);
        store<u16>(target, i8x16.bitmask(i8x16.shl(bytes, 2)), 5 * LINE);
        store<u16>(target, i8x16.bitmask(i8x16.shl(bytes, 3)), 4 * LINE);
        store<u16>(target, i8x16.bitmask(i8x16.shl(bytes, 4)), 3 * LINE);
        store<u16>(target, i8x16.bitmask(i8x16.shl(bytes, 5)), 2 * LINE);
        store<u16>(target, i8x16.bitmask(i8x16.shl(bytes, 6)), LINE);
        store<u16>(target, i8x16.bitmask(i8x16.shl(bytes, 7)));
      }
    }
  } else {
    for (let x = 0; x < side; x += 8) {
      for (let y = 0; y < side; y += 8) {
        const line = from + x * LINE + (y >> 3);
        let block: u64 = 0;
        for (let i: usize = 0; i < 8; i++) block |= <u64>load<u8>(line + i * LINE) << (i * 8);
        // Swaps bits across the diagonal of the 8 x 8 block: first single bits, then squares of 2 x 2 and 4 x 4.
        let swap = (block ^ (block >> 7)) & 0x00aa00aa00aa00aa;
        block ^= swap ^ (swap << 7);
        swap = (block ^ (block >> 14)) & 0x0000cccc0000cccc;
        block ^= swap ^ (swap << 14);
        swap = (block ^ (block >> 28)) & 0x00000000f0f0f0f0;
        block ^= swap ^ (swap << 28);
        const target = to + y * LINE + (x >> 3);
        for (let i: usize = 0; i < 8; i++) store<u8>(target + i * LINE, <u8>(block >> (i * 8)));
      }
    }
  }
}
