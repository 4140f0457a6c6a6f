/** Undoes the filters of scanlines where they are; each is `rowLength` bytes with its filter's number before them, and
 *  `step` the bytes of a pixel, at least 1.
 *  @throws {RangeError} for a filter that there is not. W3C PNG, third edition, 9.2. */
export function unfilter(rows: Uint8Array, rowLength: number, height: number, step: number): void {
  const stride = rowLength + 1;
  for (let y = 0; y < height; y++) {
    const start = y * stride + 1;
    const end = start + rowLength;
    const filter = rows[start - 1] as number;
    if (filter > 4) throw new RangeError(`a PNG has no filter ${filter}`);
    // Above the first scanline and left of the first pixel everything is 0.
    if (filter === 1 || (filter === 4 && y === 0)) {
      for (let at = start + step; at < end; at++) rows[at] = (rows[at] as number) + (rows[at - step] as number);
    } else if (filter === 2 && y > 0) {
      for (let at = start; at < end; at++) rows[at] = (rows[at] as number) + (rows[at - stride] as number);
    } else if (filter === 3) {
      for (let at = start; at < end; at++) {
        const left = at < start + step ? 0 : (rows[at - step] as number);
        const up = y === 0 ? 0 : (rows[at - stride] as number);
        rows[at] = (rows[at] as number) + ((left + up) >> 1);
      }
    } else if (filter === 4) {
      const first = Math.min(start + step, end);
      for (let at = start; at < first; at++) rows[at] = (rows[at] as number) + (rows[at - stride] as number);
      for (let at = first; at < end; at++) {
        const up = rows[at - stride] as number;
        rows[at] = (rows[at] as number) + paeth(rows[at - step] as number, up, rows[at - stride - step] as number);
      }
    }
  }
}

/** Whichever of the three is nearest to left + up - corner; ties go to left, then up. 9.4. */
function paeth(left: number, up: number, corner: number): number {
  const byLeft = Math.abs(up - corner);
  const byUp = Math.abs(left - corner);
  const byCorner = Math.abs(left + up - 2 * corner);
  if (byLeft <= byUp && byLeft <= byCorner) return left;
  return byUp <= byCorner ? up : corner;
}
