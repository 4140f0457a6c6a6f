import { _alignmentPatterns } from "qr";

/** Returns side * side values: 1 where a module belongs to a function pattern, or to format or version information.
 *  ISO/IEC 18004:2015, 6.3. */
export function functionMap(version: number): Uint8Array {
  const side = 17 + 4 * version;
  const map = new Uint8Array(side * side);
  const reserve = (x: number, y: number, width: number, height: number) => {
    for (let row = y; row < y + height; row++) map.fill(1, row * side + x, row * side + x + width);
  };
  reserve(0, 0, 9, 9);
  reserve(side - 8, 0, 8, 9);
  reserve(0, side - 8, 9, 8);
  reserve(0, 6, side, 1);
  reserve(6, 0, 1, side);
  const centres = _alignmentPatterns(version);
  for (const y of centres) {
    for (const x of centres) {
      if (!touchesFinder(x, y, side)) reserve(x - 2, y - 2, 5, 5);
    }
  }
  if (version >= 7) {
    reserve(side - 11, 0, 3, 6);
    reserve(0, side - 11, 6, 3);
  }
  return map;
}

function touchesFinder(x: number, y: number, side: number): boolean {
  const near = (position: number) => position < 9;
  const far = (position: number) => position > side - 10;
  return (near(x) && near(y)) || (near(x) && far(y)) || (far(x) && near(y));
}

const orders = new Map<number, readonly [x: number, y: number][]>();

/** Returns the (x, y) of every data module in the order of the bits: two columns at a time from the right, alternately
 *  upwards and downwards, without column 6. ISO/IEC 18004:2015, 7.7.3. */
export function placementOrder(version: number): readonly [x: number, y: number][] {
  const known = orders.get(version);
  if (known) return known;
  const side = 17 + 4 * version;
  const reserved = functionMap(version);
  const order: [number, number][] = [];
  let upwards = true;
  for (let right = side - 1; right > 0; right -= 2) {
    if (right === 6) right = 5;
    for (let step = 0; step < side; step++) {
      const y = upwards ? side - 1 - step : step;
      for (const x of [right, right - 1]) {
        if (reserved[y * side + x] === 0) order.push([x, y]);
      }
    }
    upwards = !upwards;
  }
  orders.set(version, order);
  return order;
}
