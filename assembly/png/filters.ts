/** Filters for true colour scanlines. PNG Specification (Third Edition), 9. */

const UP: i32 = 2;
const PAETH: i32 = 4;

/** Returns the absolute value of a byte, read as a signed number. The filter with the lowest sum of these values usually
 *  compresses best. */
@inline
function weight(byte: i32): i32 {
  return abs(<i32>(<i8>byte));
}

/** Returns the Paeth predictor: the neighbour that is nearest to left + above - corner. 9.4. */
@inline
function paeth(left: i32, above: i32, corner: i32): i32 {
  const fromLeft = abs(above - corner);
  const fromAbove = abs(left - corner);
  const fromCorner = abs(left + above - 2 * corner);
  if (fromLeft <= fromAbove && fromLeft <= fromCorner) return left;
  return fromAbove <= fromCorner ? above : corner;
}

/** Returns byte `i` minus its prediction from the neighbouring pixels. Pixels to the left of the first one count as
 *  0. */
@inline
function paethResidue(row: usize, above: usize, i: i32, step: i32): i32 {
  const left = i < step ? 0 : <i32>load<u8>(row + i - step);
  const corner = i < step ? 0 : <i32>load<u8>(above + i - step);
  return <i32>load<u8>(row + i) - paeth(left, load<u8>(above + i), corner);
}

@inline
function upResidue(row: usize, above: usize, i: i32): i32 {
  return <i32>load<u8>(row + i) - <i32>load<u8>(above + i);
}

/** Returns the index of the first byte in which the scanlines differ, or `length`. */
function firstDifference(row: usize, above: usize, length: i32): i32 {
  for (let i = 0; i < length; i += 8) {
    const differ = load<u64>(row + i) ^ load<u64>(above + i);
    if (differ) return min(length, i + <i32>(ctz(differ) >> 3));
  }
  return length;
}

/** Writes the filter type and the `length` filtered bytes of `row` to `target`. `above` is the previous row, or zeros.
 *  `step` is the number of bytes per pixel. Tries the filters Up and Paeth. In a QR code, most bytes at both ends equal
 *  those of the previous scanline, and both filters produce 0 for them. The filters are therefore compared only for the
 *  bytes between the two ends. */
export function filterRow(row: usize, above: usize, length: i32, step: i32, target: usize): void {
  const start = firstDifference(row, above, length);
  let end = length;
  while (end > start && load<u8>(row + end - 1) == load<u8>(above + end - 1)) end--;
  // The last differing pixel is the left neighbour of the next pixel, whose prediction may differ too.
  end = min(length, end + step);
  let up = 0;
  for (let i = start; i < end; i++) up += weight(upResidue(row, above, i));
  // In gradients, most bytes differ by at most one from those above. There, Paeth would be slower without saving much.
  let both = up;
  if (up > end - start) {
    both = 0;
    for (let i = start; i < end; i++) both += weight(paethResidue(row, above, i, step));
  }
  const filter = up <= both ? UP : PAETH;
  store<u8>(target, filter);
  target++;
  memory.fill(target, 0, start);
  if (filter == UP) for (let i = start; i < end; i++) store<u8>(target + i, upResidue(row, above, i));
  else for (let i = start; i < end; i++) store<u8>(target + i, paethResidue(row, above, i, step));
  memory.fill(target + end, 0, length - end);
}
