/** Filters of a true colour scanline: what is left of it when its neighbours are subtracted. PNG Specification (Third
 *  Edition), 9. */

const PIXEL: i32 = 3;

/** Adds up how far from 0 the bytes are, taken as signed: the usual measure of which filter compresses best. */
@inline
function weight(byte: i32): i32 {
  return abs(<i32>(<i8>byte));
}

/** 9.4. */
@inline
function paeth(left: i32, above: i32, corner: i32): i32 {
  const fromLeft = abs(above - corner);
  const fromAbove = abs(left - corner);
  const fromCorner = abs(left + above - 2 * corner);
  if (fromLeft <= fromAbove && fromLeft <= fromCorner) return left;
  return fromAbove <= fromCorner ? above : corner;
}

@inline
function residue(filter: i32, row: usize, above: usize, i: i32): i32 {
  const byte = <i32>load<u8>(row + i);
  const up = <i32>load<u8>(above + i);
  const left = i < PIXEL ? 0 : <i32>load<u8>(row + i - PIXEL);
  if (filter == 1) return byte - left;
  if (filter == 2) return byte - up;
  return byte - paeth(left, up, i < PIXEL ? 0 : <i32>load<u8>(above + i - PIXEL));
}

/** Writes the filter's number and the filtered bytes of `row`, `length` of them, to `target`. `above` is the row before,
 *  zeros before the first. */
export function filterRow(row: usize, above: usize, length: i32, target: usize): void {
  if (memory.compare(row, above, length) == 0) {
    store<u8>(target, 2);
    memory.fill(target + 1, 0, length);
    return;
  }
  let sub = 0;
  let up = 0;
  let both = 0;
  for (let i = 0; i < length; i++) {
    sub += weight(residue(1, row, above, i));
    up += weight(residue(2, row, above, i));
    both += weight(residue(4, row, above, i));
  }
  const filter = up <= sub && up <= both ? 2 : sub <= both ? 1 : 4;
  store<u8>(target, filter);
  target++;
  if (filter == 2) for (let i = 0; i < length; i++) store<u8>(target + i, residue(2, row, above, i));
  else if (filter == 1) for (let i = 0; i < length; i++) store<u8>(target + i, residue(1, row, above, i));
  else for (let i = 0; i < length; i++) store<u8>(target + i, residue(4, row, above, i));
}
