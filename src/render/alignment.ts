/** Rows and columns of the alignment patterns' centres: none in version 1. The first is 6, the last 7 from the far edge,
 *  those between evenly spaced from there. ISO/IEC 18004:2015, 6.3.6 and Annex E. */
export function alignmentCentres(version: number): readonly number[] {
  if (version === 1) return [];
  const gaps = Math.floor(version / 7) + 1;
  const last = 10 + 4 * version;
  // Even, for timing modules are dark in even columns; version 32 is the one place where the standard rounds down.
  const step = version === 32 ? 26 : 2 * Math.ceil((last - 6) / (2 * gaps));
  return Array.from({ length: gaps + 1 }, (_, index) => (index === 0 ? 6 : last - step * (gaps - index)));
}
