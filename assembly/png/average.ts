import { LINE, ROWS, side } from "../matrix";

/** Draws pictures with less than one pixel per module: each pixel is the average of the area it covers. */

/** Returns the dark share, 0 to 255, of the pixel at (left, top). The unit of positions is a module divided by `size`,
 *  so a pixel is `places` = side + 2 * margin units wide. */
function darkness(left: i32, top: i32, size: i32, places: i32, margin: i32): u32 {
  let area: u32 = 0;
  for (let y = top / size; y * size < top + places; y++) {
    const row = y - margin;
    if (row < 0 || row >= side) continue;
    const height = min((y + 1) * size, top + places) - max(y * size, top);
    for (let x = left / size; x * size < left + places; x++) {
      const column = x - margin;
      if (column < 0 || column >= side) continue;
      if (!((<u32>load<u8>(ROWS + row * LINE + (column >> 3)) >> (column & 7)) & 1)) continue;
      area += height * (min((x + 1) * size, left + places) - max(x * size, left));
    }
  }
  const whole: u32 = places * places;
  return (area * 255 + (whole >> 1)) / whole;
}

/** Draws scanline y with 8 bits per pixel: 0 is background, 255 foreground. */
export function drawAveraged(scanline: usize, y: i32, size: i32, margin: i32): void {
  const places = side + 2 * margin;
  for (let x = 0; x < size; x++) store<u8>(scanline + x, darkness(x * places, y * places, size, places, margin));
}
