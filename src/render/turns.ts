/** Builds SVG paths from corners. A unit is a tenth of a module. All numbers are relative, so that one path serves at every
 *  position. Uses only operations whose results IEEE 754 defines, so that all engines agree. */

/** Distance of the control points of a curve from the corner that it rounds, as a share of its radius. With it, four curves
 *  form a circle with an error of 0.03% of the radius. With less, a curve cuts off less of the corner. */
const ARC = 0.4477;

export type Point = readonly [x: number, y: number];

/** A corner of a loop, with the distances from it at which its curve begins and ends. */
export interface Turn {
  readonly at: Point;
  readonly radius: number;
  readonly bend?: number;
}

/** Closed loops of corners, clockwise. Holes run in the opposite direction. */
export type Loops = readonly (readonly Turn[])[];

/** Radii of the corners of a box, clockwise from the top left. */
export type Radii = readonly [number, number, number, number];

/** A shape that is drawn many times: where it begins, and its path from there, which ends where it began. */
export interface Stamp {
  readonly at: Point;
  readonly path: string;
}

export const all = (radius: number): Radii => [radius, radius, radius, radius];

export const sharp = (places: readonly Point[]): Turn[] => places.map((at) => ({ at, radius: 0 }));

/** Returns the corners of a box. */
export function box(left: number, top: number, width: number, height: number, radii: Radii, bend = ARC): Turn[] {
  const [right, bottom] = [left + width, top + height];
  const places: readonly Point[] = [
    [left, top],
    [right, top],
    [right, bottom],
    [left, bottom],
  ];
  return places.map((at, corner) => ({ at, radius: radii[corner] as number, bend }));
}

/** Returns `loops` with all points moved. A mirrored loop runs backwards, so that it still runs clockwise. */
export function moved(loops: Loops, move: (at: Point) => Point, isMirrored = false): Loops {
  return loops.map((turns) => {
    const all = turns.map((turn) => ({ ...turn, at: move(turn.at) }));
    return isMirrored ? all.reverse() : all;
  });
}

export const turn = (x: number, y: number, radius: number): Turn => ({ at: [x, y], radius });

/** Returns the loop that consists of a quarter and its copies, turned around (0, 0). */
export function quarters(quarter: readonly Turn[]): Loops {
  let turned: readonly Turn[] = quarter;
  const around = [...quarter];
  for (let count = 1; count < 4; count++) {
    turned = turned.map((one) => ({ ...one, at: [-one.at[1], one.at[0]] }));
    around.push(...turned);
  }
  return [around];
}

/** Returns the loop with this right half, from the top to the bottom, and its mirror image on the left. */
export function halves(half: readonly Turn[]): Loops {
  const inside = half.filter(({ at }) => at[0] !== 0);
  return [half, ...moved([inside], ([x, y]) => [-x, y], true)].reduce<Loops>(
    ([all = []], more) => [[...all, ...more]],
    [],
  );
}

export function stampOf(loops: Loops): Stamp {
  let begun: Point | undefined;
  let [startX, startY] = [0, 0];
  let path = "";
  for (const turns of loops) {
    const starts = turns.map(({ at, radius }, index) => towards(at, turns.at(index - 1)?.at ?? at, radius));
    const [toX, toY] = (starts[0] as Point).map(rounded) as [number, number];
    if (begun) path += `m${listed(toX - startX, toY - startY)}`;
    begun ??= [toX, toY];
    [startX, startY] = [toX, toY];
    let [x, y]: Point = [toX, toY];
    const to = (letter: string, ...points: readonly Point[]) => {
      const numbers = points.flatMap(([toX, toY]) => [rounded(toX - x), rounded(toY - y)]);
      if (numbers.every((number) => number === 0)) return;
      const [across, down] = numbers as [number, number];
      if (letter === "l" && down === 0) path += `h${listed(across)}`;
      else if (letter === "l" && across === 0) path += `v${listed(down)}`;
      else path += letter + listed(...numbers);
      // What the rounded numbers lead to, so that errors do not add up.
      [x, y] = [x + (numbers.at(-2) as number), y + (numbers.at(-1) as number)];
    };
    turns.forEach(({ at, radius, bend = ARC }, index) => {
      const start = starts[index] as Point;
      const end = towards(at, turns[(index + 1) % turns.length]?.at ?? at, radius);
      if (index > 0) to("l", start);
      if (radius > 0) to("c", towards(at, start, radius * bend), towards(at, end, radius * bend), end);
    });
    path += "z";
  }
  return { at: begun ?? [0, 0], path };
}

/** Returns the path of a stamp at a place. */
export function placed({ at: [fromX, fromY], path }: Stamp, x: number, y: number): string {
  return `M${listed(x + fromX, y + fromY)}${path}`;
}

/** Separates numbers with as few characters as possible. */
export function listed(...numbers: readonly number[]): string {
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
