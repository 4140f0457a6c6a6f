import { LINE, ROWS, side } from "../matrix";

/** Draws scanlines with one bit per pixel, beginning with the highest bit; 0 is background. */

/** For each combination of 4 modules, the bits of its 4 * scale pixels. Used for scales up to 14. */
const QUADS = memory.data(16 * 8, 8);
export const MAX_QUAD_SCALE: i32 = 14;

/** Prepares to draw modules that are `scale` pixels wide. */
export function startScanlines(scale: i32): void {
  if (scale > MAX_QUAD_SCALE) return;
  const wide = ((<u64>1) << scale) - 1;
  for (let code = 0; code < 16; code++) {
    let pixels: u64 = 0;
    for (let i = 0; i < 4; i++) pixels = (pixels << scale) | ((code >> i) & 1 ? wide : 0);
    store<u64>(QUADS + 8 * code, pixels);
  }
}

/** Draws row y of the symbol into `scanline`, from pixel `offset` on. All other pixels must be 0, and 8 bytes after the
 *  scanline may be overwritten with 0. */
export function drawScanline(scanline: usize, y: i32, scale: i32, offset: i32): void {
  const line = ROWS + y * LINE;
  if (scale > MAX_QUAD_SCALE) {
    drawWide(scanline, line, scale, offset);
    return;
  }
  const wide = 4 * scale;
  let bits: u64 = 0;
  let count = offset & 7;
  let target = scanline + (offset >> 3);
  for (let x = 0; x < side; x += 4) {
    const quad = (<u32>load<u8>(line + (x >> 3)) >> (x & 4)) & 15;
    // At most 7 pixels are pending, and this adds at most 56.
    bits = (bits << wide) | load<u64>(QUADS + 8 * quad);
    count += wide;
    store<u64>(target, bswap<u64>(bits << (64 - count)));
    target += count >> 3;
    count &= 7;
  }
}

/** Draws modules that are wider than a byte: fills runs of dark modules. */
function drawWide(scanline: usize, line: usize, scale: i32, offset: i32): void {
  let x = 0;
  while (x < side) {
    while (x < side && !isDark(line, x)) x++;
    if (x == side) return;
    const from = offset + x * scale;
    while (x < side && isDark(line, x)) x++;
    fillPixels(scanline, from, offset + x * scale);
  }
}

@inline
function isDark(line: usize, x: i32): bool {
  return ((<u32>load<u8>(line + (x >> 3)) >> (x & 7)) & 1) != 0;
}

/** Sets the pixels from `from` (inclusive) to `to` (exclusive), which must be in different bytes. */
function fillPixels(scanline: usize, from: i32, to: i32): void {
  const first = scanline + (from >> 3);
  const last = scanline + (to >> 3);
  store<u8>(first, <u32>load<u8>(first) | (0xff >> (from & 7)));
  memory.fill(first + 1, 0xff, last - first - 1);
  store<u8>(last, 0xff00 >> (to & 7));
}
