/** The mask patterns: a module is inverted if the value is 0. ISO/IEC 18004:2015, 7.8.2. The core has them too, but applies them
 *  only to whole symbols. An export for them would add bytes to the core of every page. */
const PATTERNS: readonly ((x: number, y: number) => number)[] = [
  (x, y) => (x + y) % 2,
  (_, y) => y % 2,
  (x) => x % 3,
  (x, y) => (x + y) % 3,
  (x, y) => ((y >> 1) + Math.floor(x / 3)) % 2,
  (x, y) => ((x * y) % 2) + ((x * y) % 3),
  (x, y) => (((x * y) % 2) + ((x * y) % 3)) % 2,
  (x, y) => (((x + y) % 2) + ((x * y) % 3)) % 2,
];

/** Returns 1 for each module of a symbol that the mask inverts if it shows data, row by row. */
export function maskModules(mask: number, side: number): Uint8Array {
  const pattern = PATTERNS[mask] as (typeof PATTERNS)[number];
  const inverted = new Uint8Array(side * side);
  for (let y = 0, at = 0; y < side; y++)
    for (let x = 0; x < side; x++, at++) inverted[at] = Number(pattern(x, y) === 0);
  return inverted;
}
