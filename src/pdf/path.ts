/** A path with absolute coordinates: lines, cubic curves, and the ends of subpaths. */
export interface PathSink {
  move(x: number, y: number): void;
  line(x: number, y: number): void;
  curve(x1: number, y1: number, x2: number, y2: number, x: number, y: number): void;
  close(): void;
}

const COMMAND = /[MmLlHhVvCcSsQqTtAaZz]/y;
const NUMBER = /[\s,]*([+-]?(?:\d{1,20}(?:\.\d{0,20})?|\.\d{1,20})(?:e[+-]?\d{1,3})?)/iy;
const FLAG = /[\s,]*([01])/y;
const SPACE = /[\s,]*/y;

const LENGTHS: Readonly<Record<string, number>> = { M: 2, L: 2, H: 1, V: 1, C: 6, S: 4, Q: 4, T: 2, A: 7, Z: 0 };

/** Passes the segments of SVG path data (SVG 2, 9.3) to `sink`. Stops at the first error, as SVG demands. */
export function tracePath(d: string, sink: PathSink): void {
  let at = 0;
  const next = (pattern: RegExp): RegExpExecArray | null => {
    pattern.lastIndex = at;
    const found = pattern.exec(d);
    if (found) at = pattern.lastIndex;
    return found;
  };
  let [x, y, startX, startY, controlX, controlY] = [0, 0, 0, 0, 0, 0];
  let [command, last] = ["", ""];
  for (;;) {
    next(SPACE);
    const letter = next(COMMAND)?.[0];
    if (letter === undefined && (command === "" || /[Zz]/.test(command) || at >= d.length)) return;
    // Further points after a move are lines.
    command = letter ?? (command === "M" ? "L" : command === "m" ? "l" : command);
    const kind = command.toUpperCase();
    const values: number[] = [];
    for (let index = 0; index < (LENGTHS[kind] as number); index++) {
      const found = next(kind === "A" && (index === 3 || index === 4) ? FLAG : NUMBER);
      if (!found) return;
      values.push(Number(found[1]));
    }
    const isRelative = command !== kind;
    const [ox, oy] = isRelative ? [x, y] : [0, 0];
    const point = (index: number) => [ox + (values[index] as number), oy + (values[index + 1] as number)] as const;
    const end = values.length >= 2 ? point(values.length - 2) : ([x, y] as const);
    switch (kind) {
      case "M":
        sink.move(...end);
        [startX, startY] = end;
        break;
      case "L":
        sink.line(...end);
        break;
      case "H":
        sink.line(ox + (values[0] as number), y);
        break;
      case "V":
        sink.line(x, oy + (values[0] as number));
        break;
      case "C":
        sink.curve(...point(0), ...point(2), ...end);
        [controlX, controlY] = point(2);
        break;
      case "S": {
        const first = /[CS]/.test(last) ? ([2 * x - controlX, 2 * y - controlY] as const) : ([x, y] as const);
        sink.curve(...first, ...point(0), ...end);
        [controlX, controlY] = point(0);
        break;
      }
      case "Q":
      case "T": {
        const reflected = /[QT]/.test(last) ? ([2 * x - controlX, 2 * y - controlY] as const) : ([x, y] as const);
        [controlX, controlY] = kind === "Q" ? point(0) : reflected;
        const towards = (from: number, to: number) => from + (2 / 3) * (to - from);
        sink.curve(
          towards(x, controlX),
          towards(y, controlY),
          towards(end[0], controlX),
          towards(end[1], controlY),
          ...end,
        );
        break;
      }
      case "A":
        traceArc(sink, [x, y], values, end);
        break;
      default:
        sink.close();
    }
    if (kind === "H") x = ox + (values[0] as number);
    else if (kind === "V") y = oy + (values[0] as number);
    else if (kind === "Z") [x, y] = [startX, startY];
    else [x, y] = end;
    last = kind;
  }
}

/** Draws an elliptical arc as cubic curves of at most a quarter turn. SVG 2, appendix B.2. */
function traceArc(
  sink: PathSink,
  [x, y]: readonly [number, number],
  [rx = 0, ry = 0, degrees = 0, large = 0, sweep = 0]: readonly number[],
  [toX, toY]: readonly [number, number],
): void {
  let [a, b] = [Math.abs(rx), Math.abs(ry)];
  if (x === toX && y === toY) return;
  if (a === 0 || b === 0) {
    sink.line(toX, toY);
    return;
  }
  const turn = (degrees * Math.PI) / 180;
  const [cos, sin] = [Math.cos(turn), Math.sin(turn)];
  const [dx, dy] = [(x - toX) / 2, (y - toY) / 2];
  const [px, py] = [cos * dx + sin * dy, cos * dy - sin * dx];
  const excess = Math.sqrt((px / a) ** 2 + (py / b) ** 2);
  if (excess > 1) [a, b] = [a * excess, b * excess];
  const square = Math.max(0, (a * b) ** 2 / ((a * py) ** 2 + (b * px) ** 2) - 1);
  const root = Math.sqrt(square) * (large === sweep ? -1 : 1);
  const [qx, qy] = [(root * a * py) / b, (-root * b * px) / a];
  const [cx, cy] = [cos * qx - sin * qy + (x + toX) / 2, sin * qx + cos * qy + (y + toY) / 2];
  const from = Math.atan2((py - qy) / b, (px - qx) / a);
  let sum = Math.atan2((-py - qy) / b, (-px - qx) / a) - from;
  if (sweep && sum < 0) sum += 2 * Math.PI;
  if (!sweep && sum > 0) sum -= 2 * Math.PI;
  const parts = Math.max(1, Math.ceil(Math.abs(sum) / (Math.PI / 2) - 1e-9));
  const step = sum / parts;
  const handle = (4 / 3) * Math.tan(step / 4);
  const place = (across: number, down: number) =>
    [cx + cos * a * across - sin * b * down, cy + sin * a * across + cos * b * down] as const;
  for (let part = 0; part < parts; part++) {
    const [start, end] = [from + part * step, from + (part + 1) * step];
    const [c0, s0, c1, s1] = [Math.cos(start), Math.sin(start), Math.cos(end), Math.sin(end)];
    const last = part === parts - 1 ? ([toX, toY] as const) : place(c1, s1);
    sink.curve(...place(c0 - handle * s0, s0 + handle * c0), ...place(c1 + handle * s1, s1 - handle * c1), ...last);
  }
}

/** A rectangle: left, top, width, height. */
export type Run = readonly [x: number, y: number, width: number, height: number];

/** Returns rectangles that do not overlap and cover the same area as a path of horizontal and vertical lines with the
 *  even-odd rule, as the outline of square modules is; undefined for other paths. They are shorter than the outline. */
export function runsOf(d: string): readonly Run[] | undefined {
  const edges: { x: number; top: number; bottom: number }[] = [];
  let isStraight = true;
  let [x, y, startX, startY] = [0, 0, 0, 0];
  const line = (toX: number, toY: number) => {
    if (toX !== x && toY !== y) isStraight = false;
    else if (toY !== y) edges.push({ x, top: Math.min(y, toY), bottom: Math.max(y, toY) });
    [x, y] = [toX, toY];
  };
  tracePath(d, {
    move(toX, toY) {
      line(startX, startY);
      [x, y, startX, startY] = [toX, toY, toX, toY];
    },
    line,
    curve() {
      isStraight = false;
    },
    close: () => line(startX, startY),
  });
  line(startX, startY);
  return isStraight && edges.length > 0 ? sweep(edges) : undefined;
}

function sweep(edges: readonly { x: number; top: number; bottom: number }[]): readonly Run[] {
  const rows = [...new Set(edges.flatMap(({ top, bottom }) => [top, bottom]))].sort((a, b) => a - b);
  const starting = new Map<number, { x: number; bottom: number }[]>();
  for (const { x, top, bottom } of edges) {
    const list = starting.get(top);
    if (list) list.push({ x, bottom });
    else starting.set(top, [{ x, bottom }]);
  }
  const runs: Run[] = [];
  let crossing: { x: number; bottom: number }[] = [];
  let open = new Map<string, { x: number; right: number; top: number }>();
  for (const y of rows) {
    crossing = crossing.filter(({ bottom }) => bottom > y).concat(starting.get(y) ?? []);
    const xs = crossing.map(({ x }) => x).sort((a, b) => a - b);
    const now = new Map<string, { x: number; right: number; top: number }>();
    for (let at = 0; at + 1 < xs.length; at += 2) {
      const [x, right] = [xs[at] as number, xs[at + 1] as number];
      if (x === right) continue;
      const name = `${x} ${right}`;
      now.set(name, open.get(name) ?? { x, right, top: y });
      open.delete(name);
    }
    for (const { x, right, top } of open.values()) runs.push([x, top, right - x, y - top]);
    open = now;
  }
  return runs;
}
