/** The shapes of finder patterns and of single modules, as SVG paths. A unit is a tenth of a module. All numbers are
 *  relative, so that one path serves at every position. Holes run in the opposite direction. */

/** Radii of the corners of a box, clockwise from the top left. */
type Radii = readonly [number, number, number, number];
type Point = readonly [x: number, y: number];

/** Distances of the control points of a curve from the corner that it rounds, as a share of its radius. With ARC, four
 *  curves form a circle with an error of 0.03% of the radius. With the other values, a curve of the same radius cuts
 *  off less of the corner. */
const ARC = 0.4477;
const WIDE = 0.35;
const ROUND = 0.2;
const SOFT = 0;

const all = (radius: number): Radii => [radius, radius, radius, radius];
const leaf = (round: number, sharp: number): Radii => [round, sharp, round, sharp];

/** A closed shape that is drawn many times: where it begins in its first module, and its path from there. */
export interface Stamp {
  readonly at: Point;
  readonly path: string;
}

interface Turn {
  /** The corner, its radius and, unless it is ARC, the distance of its control points. */
  readonly at: Point;
  readonly radius: number;
  readonly bend?: number;
}

/** Returns the closed loop with these corners. The path starts relative to `from`, the current point. */
function loop(turns: readonly Turn[], [x, y]: Point = [0, 0]): string {
  const { at, path } = stamp(turns);
  return `m${listed(at[0] - x, at[1] - y)}${path}`;
}

/** Returns the closed loop with these corners, for several places. */
function stamp(turns: readonly Turn[]): Stamp {
  const starts = turns.map(({ at, radius }, index) => towards(at, turns.at(index - 1)?.at ?? at, radius));
  const [first = [0, 0] as Point] = starts;
  let [x, y] = first;
  let path = "";
  const to = (letter: string, ...points: readonly Point[]) => {
    const numbers = points.flatMap(([toX, toY]) => [rounded(toX - x), rounded(toY - y)]);
    if (numbers.every((number) => number === 0)) return;
    const [across, down] = numbers;
    if (letter === "l" && down === 0) path += `h${across}`;
    else if (letter === "l" && across === 0) path += `v${down}`;
    else path += letter + listed(...numbers);
    [x, y] = points.at(-1) ?? [x, y];
  };
  turns.forEach(({ at, radius, bend = ARC }, index) => {
    const start = starts[index] as Point;
    const end = towards(at, turns[(index + 1) % turns.length]?.at ?? at, radius);
    to("l", start);
    if (radius > 0) to("c", towards(at, start, radius * bend), towards(at, end, radius * bend), end);
  });
  return { at: [rounded(first[0]), rounded(first[1])], path: `${path}z` };
}

/** Separates numbers with as few characters as possible. */
function listed(...numbers: readonly number[]): string {
  return numbers.map(rounded).join(" ").replace(/\b0\./g, ".").replaceAll(" -", "-");
}

/** Returns the point at this distance from `from` in the direction of `to`. */
function towards([x, y]: Point, [toX, toY]: Point, distance: number): Point {
  const [dx, dy] = [toX - x, toY - y];
  // Not Math.hypot, whose last digit differs between engines.
  const length = Math.sqrt(dx * dx + dy * dy);
  return length === 0 ? [x, y] : [x + (dx * distance) / length, y + (dy * distance) / length];
}

/** Rounds to hundredths of a module. */
function rounded(value: number): number {
  return Math.round(value * 10) / 10 + 0;
}

/** The corners of a box, clockwise. */
function corners(left: number, top: number, width: number, height: number, radii: Radii, bend = ARC): readonly Turn[] {
  const [right, bottom] = [left + width, top + height];
  const places: readonly Point[] = [
    [left, top],
    [right, top],
    [right, bottom],
    [left, bottom],
  ];
  return places.map((at, corner) => ({ at, radius: radii[corner] as number, bend }));
}

const square = (inset: number, width: number, radii: Radii, bend?: number) =>
  corners(inset, inset, width, width, radii, bend);
const box = (...shape: Parameters<typeof square>) => loop(square(...shape));

/** A ring 7 modules wide with a hole 5 modules wide. The path of the hole begins where that of the ring began. */
function ring(outer: Radii, inner: Radii, bend?: number): string {
  const hole = [...corners(10, 10, 50, 50, inner, bend)].reverse();
  return loop(corners(0, 0, 70, 70, outer, bend)) + loop(hole, [0, outer[0]]);
}

const sharp = (places: readonly Point[]) => places.map((at): Turn => ({ at, radius: 0 }));

/** The corners of stars with eight and five tips, relative to their middle: a quarter of them, and the right half. Not
 *  computed, because the last digit of Math.sin differs between engines. */
const EIGHT_TIPS: readonly Point[] = [
  [0, -18],
  [4.97, -12.01],
  [12.73, -12.73],
  [12.01, -4.97],
];
const FIVE_TIPS: readonly Point[] = [
  [0, -5],
  [2.17, -2.62],
  [4.99, -1.18],
  [3.52, 1.73],
  [3.09, 5],
  [0, 4.42],
];

/** A star with eight tips around (15, 15). */
function eightTips(): string {
  const around = [...EIGHT_TIPS];
  for (let at = 0; around.length < 4 * EIGHT_TIPS.length; at++) {
    const [x, y] = around[at] as Point;
    around.push([-y, x]);
  }
  return loop(sharp(around.map(([x, y]) => [15 + x, 15 + y])));
}

/** A star with five tips around (5, 5). `size` is its width, 0 to 1 modules. */
function fiveTips(size: number): readonly Turn[] {
  const left = FIVE_TIPS.slice(1, -1).reverse();
  const around = [...FIVE_TIPS, ...left.map(([x, y]): Point => [-x, y])];
  return sharp(around.map(([x, y]) => [5 + x * size, 5 + y * size]));
}

/** A box with cut corners. Each cut takes `cut` units off both sides that meet at the corner. */
function diamond(inset: number, width: number, cut: number): readonly Turn[] {
  const [from, to] = [inset, inset + width];
  return sharp([
    [from + cut, from],
    [to - cut, from],
    [to, from + cut],
    [to, to - cut],
    [to - cut, to],
    [from + cut, to],
    [from, to - cut],
    [from, from + cut],
  ]);
}

/** Modules that are joined in one direction only. `size` is the thickness of the line, 0 to 1 modules. */
export interface Line {
  readonly size: number;
  readonly upright: boolean;
}

/** Radius of the corners of lines. */
const END = 2;

/** Returns the radius of the outer corners of a ring. It is 0 in versions in which quirc would read fewer codes. quirc
 *  locates the modules by the corners of the rings. The corners must be exact in large codes, and in version 1, which
 *  has no alignment pattern. */
const outerRadius = (version: number, radius: number) => (version > 1 && version <= LAST_ROUND ? radius : 0);
const LAST_ROUND = 5;

/** Draw the rings of finder patterns: 7 modules wide, from the top left of the pattern. */
export const eyes = {
  square: () => ring(all(0), all(0)),
  rounded: (version: number) => ring(all(outerRadius(version, 3)), all(10)),
  "extra-rounded": () => ring(all(15), all(10)),
  leaf: (version: number) => ring(leaf(0, outerRadius(version, 10)), leaf(0, 10)),
  circle: () => ring(all(35), all(25), WIDE),
} as const;

/** Draw the centres of finder patterns: 3 modules wide, from the top left of the centre. A circle or star of that width
 *  has so little area that some decoders find no pattern, so these reach 0.2 or 0.3 modules into the light modules around. */
export const pupils = {
  square: () => box(0, 30, all(0)),
  rounded: () => box(0, 30, all(15), SOFT),
  leaf: () => box(0, 30, leaf(0, 10)),
  circle: () => box(-2, 34, all(17)),
  star: eightTips,
} as const;

/** Modules that are not joined to others. `size` is their width, 0 to 1 modules. */
export const marks = {
  dots: (size: number) => stamp(square(5 - 5 * size, 10 * size, all(5 * size), ROUND)),
  "small-square": (size: number) => stamp(square(5 - 5 * size, 10 * size, all(0))),
  diamond: (size: number) => stamp(diamond(5 - 5 * size, 10 * size, 4 * size)),
  star: (size: number) => stamp(fiveTips(size)),
} as const;

/** A bar of one module, a tile of a line that is `size` modules thick. It reaches the edges of the module lengthwise. An
 *  open end is not rounded, so that it continues in the next tile. */
export function bar({ size, upright }: Line, openStart: boolean, openEnd: boolean): string {
  const [gap, thick] = [5 - 5 * size, 10 * size];
  const [a, b] = [openStart ? 0 : END, openEnd ? 0 : END];
  return upright ? loop(corners(gap, 0, thick, 10, [a, a, b, b])) : loop(corners(0, gap, 10, thick, [a, b, b, a]));
}

/** The stroke of the rectangles that `lineOf` returns. With round joins, it rounds their corners. */
export const LINE_STROKE = 2 * END;

/** Returns a line of `length` modules as a rectangle, without the rounded edge that its stroke adds. A large code has 8,000
 *  lines, so the path has as few bytes as possible. */
export function lineOf(length: number, { size, upright }: Line): Stamp {
  const [inset, wide, long] = [
    rounded(5 - 5 * size) + END,
    rounded(10 * size) - LINE_STROKE,
    10 * length - LINE_STROKE,
  ];
  return upright
    ? { at: [inset, END], path: `v${long}h${rounded(wide)}v-${long}z` }
    : { at: [END, inset], path: `h${long}v${rounded(wide)}h-${long}z` };
}

/** Widths of modules that are not joined, unless `dotSize` sets another. In the scan lab, smaller ones scan less often. */
export const sizes = {
  dots: 1,
  "small-square": 0.9,
  diamond: 1,
  star: 1,
  "vertical-line": 0.97,
  "horizontal-line": 0.97,
} as const;

/** The smallest `dotSize` of the scan lab that all decoders read, for shapes of which a decoder cannot read smaller ones. */
export const readableSizes = { dots: 0.7 } as const;

/** The shapes that a decoder of the scan lab reads more than 3 percentage points less often than square ones: the shape to
 *  suggest instead, and the most points that any decoder loses. `npm run scan-lab -- --looks` measures them. */
export const riskyShapes = {
  dotStyle: {
    "small-square": { safer: "square", points: 6 },
    diamond: { safer: "dots", points: 11 },
    star: { safer: "dots", points: 17 },
  },
  eyeStyle: {
    "extra-rounded": { safer: "rounded", points: 79 },
    circle: { safer: "rounded", points: 85 },
  },
  pupilStyle: {
    circle: { safer: "rounded", points: 10 },
    star: { safer: "rounded", points: 9 },
  },
} as const;
