/** Called with each point, in user units. */
export type Visit = (x: number, y: number) => void;

/** Number of points on a curve, which determine its extent to about 0.1%. */
const STEPS = 32;

const NUMBER = /[\s,]*([+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?)/iy;
const FLAG = /[\s,]*([01])/y;
const COMMAND = /[\s,]*([mlhvcsqtaz])/iy;

/** Number of arguments of each command. */
const ARITY = { m: 2, l: 2, h: 1, v: 1, c: 6, s: 4, q: 4, t: 2, a: 7, z: 0 } as const;

/** Calls `visit` with the ends of all segments of a path, and with points on its curves. Ends at the first error, like
 *  renderers. SVG 2, 9.3. */
export function visitPath(data: string, visit: Visit): void {
  let [at, command] = [0, ""];
  let [x, y, startX, startY] = [0, 0, 0, 0];
  // A smooth curve mirrors the last control point if the previous curve has the same degree.
  let [controlX, controlY, degree] = [0, 0, 0];
  const read = (pattern: RegExp) => {
    pattern.lastIndex = at;
    const found = pattern.exec(data)?.[1];
    if (found) at = pattern.lastIndex;
    return found;
  };
  for (;;) {
    const found = read(COMMAND);
    command = found ?? command;
    const name = command.toLowerCase() as keyof typeof ARITY;
    if (!command || (!found && name === "z")) return;
    const values: number[] = [];
    while (values.length < ARITY[name]) {
      const isFlag = name === "a" && (values.length === 3 || values.length === 4);
      const next = read(isFlag ? FLAG : NUMBER);
      if (!next) return;
      values.push(Number(next));
    }
    const [fromX, fromY] = [x, y];
    const [baseX, baseY] = command === name ? [x, y] : [0, 0];
    const px = (i: number) => baseX + (values.at(i) as number);
    const py = (i: number) => baseY + (values.at(i) as number);
    if (name === "z") [x, y] = [startX, startY];
    else {
      if (name !== "v") x = px(name === "h" ? 0 : -2);
      if (name !== "h") y = py(-1);
    }
    if (name === "m") {
      [startX, startY] = [x, y];
      // After a move, further pairs of coordinates are lines.
      command = command === "m" ? "l" : "L";
    }
    visit(x, y);
    if (name === "a") visitArc(values, { fromX, fromY, x, y }, visit);
    const own = { c: 3, s: 3, q: 2, t: 2 }[name as string] ?? 0;
    const mirror = (from: number, control: number) => (own === degree ? 2 * from - control : from);
    let [firstX, firstY] = [mirror(fromX, controlX), mirror(fromY, controlY)];
    if (name === "c" || name === "q") [firstX, firstY] = [px(0), py(1)];
    degree = own;
    if (!own) continue;
    [controlX, controlY] = own === 3 ? [px(-4), py(-3)] : [firstX, firstY];
    // Converts a quadratic curve to a cubic one. Its control points are at two thirds of the way to the quadratic one.
    const cubic = (from: number, first: number, second: number, to: number): Curve =>
      own === 3 ? [from, first, second, to] : [from, from + (first - from) / 1.5, to + (first - to) / 1.5, to];
    const [across, along] = [cubic(fromX, firstX, controlX, x), cubic(fromY, firstY, controlY, y)];
    for (let t = 1 / STEPS; t < 1; t += 1 / STEPS) visit(valueAt(t, across), valueAt(t, along));
  }
}

type Curve = readonly [from: number, first: number, second: number, to: number];

function valueAt(t: number, [from, first, second, to]: Curve): number {
  const u = 1 - t;
  return u * u * u * from + 3 * u * u * t * first + 3 * u * t * t * second + t * t * t * to;
}
/** Visits points on an elliptical arc. SVG 2, B.2.4. */
function visitArc(
  [rx = 0, ry = 0, degrees = 0, large, sweep]: readonly number[],
  { fromX, fromY, x, y }: { fromX: number; fromY: number; x: number; y: number },
  visit: Visit,
): void {
  if (rx === 0 || ry === 0 || (fromX === x && fromY === y)) return;
  const [cos, sin] = [Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180)];
  const [halfX, halfY] = [(fromX - x) / 2, (fromY - y) / 2];
  // On a unit circle, the arc goes from (u, v) to (-u, -v), relative to the middle between its ends.
  const [u, v] = [(cos * halfX + sin * halfY) / Math.abs(rx), (cos * halfY - sin * halfX) / Math.abs(ry)];
  // Radii that are too small are scaled up until the ellipse touches both ends.
  const scale = Math.max(1, Math.hypot(u, v));
  const [p, q] = [u / scale, v / scale];
  const distance = Math.sqrt(Math.max(0, 1 / (p * p + q * q) - 1)) * (large === sweep ? -1 : 1);
  const start = Math.atan2(q + distance * p, p - distance * q);
  let turn = Math.atan2(distance * p - q, -p - distance * q) - start;
  if (sweep === 1 && turn < 0) turn += 2 * Math.PI;
  if (sweep === 0 && turn > 0) turn -= 2 * Math.PI;
  for (let step = 1; step < STEPS; step++) {
    const angle = start + (turn * step) / STEPS;
    const a = Math.abs(rx) * scale * (distance * q + Math.cos(angle));
    const b = Math.abs(ry) * scale * (Math.sin(angle) - distance * p);
    visit((fromX + x) / 2 + cos * a - sin * b, (fromY + y) / 2 + sin * a + cos * b);
  }
}
