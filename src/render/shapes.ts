/** The shapes of finder patterns and of single modules, as SVG paths. A unit is a tenth of a module. All numbers are
 *  relative, so that one path serves at every position. Holes run in the opposite direction. */

/** Radii of the corners of a box, clockwise from the top left. */
type Radii = readonly [number, number, number, number];
type Point = readonly [x: number, y: number];

/** Distance of the control points of a curve from the corner that it rounds, as a share of its radius. Four such curves
 *  are a circle, except for 0.03% of its radius. */
const CORNER = 0.4477;

const all = (radius: number): Radii => [radius, radius, radius, radius];
const leaf = (round: number, sharp: number): Radii => [round, sharp, round, sharp];

interface Turn {
  /** The corner, and its radius. */
  readonly at: Point;
  readonly radius: number;
}

/** Returns the closed loop with these corners. `from` is the current point, relative to which it begins. */
function loop(turns: readonly Turn[], from: Point = [0, 0]): string {
  let [x, y] = from;
  let path = "";
  const to = (letter: string, ...points: readonly Point[]) => {
    const numbers = points.flatMap(([toX, toY]) => [rounded(toX - x), rounded(toY - y)]);
    if (letter !== "m" && numbers.every((number) => number === 0)) return;
    const [across, down] = numbers;
    if (letter === "l" && down === 0) path += `h${across}`;
    else if (letter === "l" && across === 0) path += `v${down}`;
    else path += letter + numbers.join(" ").replaceAll(" -", "-");
    [x, y] = points.at(-1) ?? [x, y];
  };
  turns.forEach(({ at, radius }, index) => {
    const before = turns.at(index - 1) ?? turns[0];
    const after = turns[(index + 1) % turns.length];
    const start = towards(at, before?.at ?? at, radius);
    const end = towards(at, after?.at ?? at, radius);
    to(index === 0 ? "m" : "l", start);
    if (radius > 0) to("c", towards(at, start, radius * CORNER), towards(at, end, radius * CORNER), end);
  });
  return `${path}z`;
}

/** Returns the point at this distance from `from` in the direction of `to`. */
function towards([x, y]: Point, [toX, toY]: Point, distance: number): Point {
  const length = Math.hypot(toX - x, toY - y);
  return length === 0 ? [x, y] : [x + ((toX - x) * distance) / length, y + ((toY - y) * distance) / length];
}

/** Rounds to hundredths of a module. */
function rounded(value: number): number {
  return Math.round(value * 10) / 10 + 0;
}

/** The corners of a box, clockwise. */
function corners(left: number, top: number, width: number, height: number, radii: Radii): readonly Turn[] {
  const [right, bottom] = [left + width, top + height];
  const places: readonly Point[] = [
    [left, top],
    [right, top],
    [right, bottom],
    [left, bottom],
  ];
  return places.map((at, corner) => ({ at, radius: radii[corner] as number }));
}

const box = (inset: number, width: number, radii: Radii) => loop(corners(inset, inset, width, width, radii));

/** A ring 7 modules wide with a hole 5 modules wide. The path of the hole begins where that of the ring began. */
function ring(outer: Radii, inner: Radii): string {
  const hole = [...corners(10, 10, 50, 50, inner)].reverse();
  return box(0, 70, outer) + loop(hole, [0, outer[0]]);
}

const sharp = (places: readonly Point[]) => loop(places.map((at) => ({ at, radius: 0 })));

/** A star with `tips` tips around (middle, middle). The first tip points up. */
function star(middle: number, tips: number, outer: number, inner: number): string {
  return sharp(
    Array.from({ length: 2 * tips }, (_, at): Point => {
      const radius = at % 2 === 0 ? outer : inner;
      const turn = (Math.PI * at) / tips;
      return [middle + radius * Math.sin(turn), middle - radius * Math.cos(turn)];
    }),
  );
}

const diamond = (middle: number, reach: number, radius = 0): string =>
  loop(
    [
      [middle, middle - reach],
      [middle + reach, middle],
      [middle, middle + reach],
      [middle - reach, middle],
    ].map((at) => ({ at: at as unknown as Point, radius })),
  );

/** The rings of finder patterns: 7 modules wide, from the top left of the pattern. */
export const eyes = /* @__PURE__ */ (() =>
  ({
    square: ring(all(0), all(0)),
    rounded: ring(all(5), all(10)),
    "extra-rounded": ring(all(20), all(12)),
    leaf: ring(leaf(20, 0), leaf(12, 0)),
    circle: ring(all(35), all(25)),
  }) as const)();

/** The centres of finder patterns: 3 modules wide, from the top left of the centre. */
export const pupils = /* @__PURE__ */ (() =>
  ({
    square: box(0, 30, all(0)),
    rounded: box(0, 30, all(10)),
    leaf: box(0, 30, leaf(15, 0)),
    circle: box(0, 30, all(15)),
    diamond: diamond(15, 15),
    star: star(15, 8, 15, 12),
  }) as const)();

/** Modules that are not joined to others. `size` is their width, 0 to 1 modules. */
export const marks = {
  dots: (size: number) => box(5 - 5 * size, 10 * size, all(5 * size)),
  "small-square": (size: number) => box(5 - 5 * size, 10 * size, all(0)),
  diamond: (size: number) => diamond(5, 5 * size),
  star: (size: number) => star(5, 5, 5 * size, 3 * size),
} as const;

/** A bar of `length` modules that is `size` modules thick. An open end reaches the edge of its module and is not
 *  rounded, so that it continues in the next tile. */
export function bar(length: number, size: number, upright: boolean, openStart = false, openEnd = false): string {
  const [gap, thick] = [5 - 5 * size, 10 * size];
  const [from, to] = [openStart ? 0 : gap, 10 * length - (openEnd ? 0 : gap)];
  const [a, b] = [openStart ? 0 : thick / 2, openEnd ? 0 : thick / 2];
  return upright
    ? loop(corners(gap, from, thick, to - from, [a, a, b, b]))
    : loop(corners(from, gap, to - from, thick, [a, b, b, a]));
}
