/** Computes how much of each pixel a path covers. */

/** One of the commands M, L, H, V, C or Z, absolute or relative, and its numbers. The paths of isoqr have no others. */
const COMMAND = /([a-z])([^a-z]*)/gi;
const NUMBER = /-?(?:\d+\.?\d*|\.\d+)/g;

/** Number of line segments per pixel of distance between the ends of a curve and its control points, and maximum number
 *  of line segments per curve. */
const PARTS_PER_PIXEL = 0.5;
export const MAX_PARTS = 64;

/** Adds the line from (x0, y0) to (x1, y1). */
type AddLine = (x0: number, y0: number, x1: number, y1: number) => void;

/** Part of a picture that is drawn: `height` rows from row `top`, of `width` pixels each. */
export interface Band {
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** Returns the share of each pixel in a band that `path` covers, row by row, 0 to 1. A unit of the path is `scale` pixels. Sums signed areas, so shapes must not overlap, and holes must run in the opposite direction. Uses
 *  only operations whose results IEEE 754 defines, so that all engines agree. */
export function coverageOf(path: string, scale: number, { top, width, height }: Band): Float64Array {
  // Each edge adds the change in coverage at the pixels that it crosses. The running sums of each row are the coverage.
  const sums = new Float64Array(width * height + 2);
  forEachLine(path, scale, (x0, y0, x1, y1) => addEdge(sums, width, height, x0, y0 - top, x1, y1 - top));
  let sum = 0;
  for (let at = 0; at < width * height; at++) {
    if (at % width === 0) sum = 0;
    sum += sums[at] as number;
    sums[at] = Math.min(1, Math.abs(sum));
  }
  return sums.subarray(0, width * height);
}

function addEdge(
  sums: Float64Array,
  width: number,
  height: number,
  x0: number,
  y0: number,
  x1: number,
  y1: number,
): void {
  if (y0 === y1) return;
  const sign = y0 < y1 ? 1 : -1;
  const [topX, topY, lowX, lowY] = y0 < y1 ? [x0, y0, x1, y1] : [x1, y1, x0, y0];
  const slope = (lowX - topX) / (lowY - topY);
  const last = Math.min(height, Math.ceil(lowY));
  for (let row = Math.max(0, Math.floor(topY)); row < last; row++) {
    const [from, to] = [Math.max(topY, row), Math.min(lowY, row + 1)];
    const tall = to - from;
    if (tall <= 0) continue;
    const [a, b] = [topX + (from - topY) * slope, topX + (to - topY) * slope];
    addSpan(sums, row * width, width, Math.min(a, b), Math.max(a, b), sign * tall);
  }
}

/** Adds the part of an edge within one row, from `left` to `right`. `tall` is the height of that part, negative for an
 *  edge that goes up. */
function addSpan(sums: Float64Array, start: number, width: number, left: number, right: number, tall: number): void {
  const clamp = (x: number) => Math.min(width, Math.max(0, x));
  const [from, to] = [clamp(left), clamp(right)];
  if (from >= width) return;
  const first = Math.floor(from);
  const end = Math.ceil(to);
  const add = (column: number, value: number) => {
    if (column < width) sums[start + column] = (sums[start + column] as number) + value;
  };
  if (end <= first + 1) {
    const share = 1 - ((from + to) / 2 - first);
    add(first, tall * share);
    add(first + 1, tall * (1 - share));
    return;
  }
  // The edge crosses several pixels. Each gets the increase in `area`, which grows from 0 to 1.
  const inverse = 1 / (to - from);
  let before = 0;
  for (let column = first; column <= end; column++) {
    const x0 = Math.max(from, column);
    const x1 = Math.min(to, column + 1);
    // The part right of the edge in this column. `passed` is the part of the edge that ends left of the column.
    const inside = x1 > x0 ? (x1 - x0) * inverse * (column + 1 - (x0 + x1) / 2) : 0;
    const passed = Math.min(1, Math.max(0, (column - from) * inverse));
    const area = passed + inside;
    add(column, tall * (area - before));
    before = area;
  }
}

function forEachLine(path: string, scale: number, add: AddLine): void {
  let [x, y, startX, startY] = [0, 0, 0, 0];
  const line = (toX: number, toY: number) => {
    add(x * scale, y * scale, toX * scale, toY * scale);
    [x, y] = [toX, toY];
  };
  const close = () => {
    if (x !== startX || y !== startY) line(startX, startY);
  };
  const curve = (x1: number, y1: number, x2: number, y2: number, toX: number, toY: number) => {
    const [fromX, fromY] = [x, y];
    const reach = Math.abs(x1 - fromX) + Math.abs(y1 - fromY) + Math.abs(toX - x2) + Math.abs(toY - y2);
    const parts = Math.min(MAX_PARTS, 4 + Math.ceil(reach * scale * PARTS_PER_PIXEL));
    for (let part = 1; part <= parts; part++) {
      const t = part / parts;
      const s = 1 - t;
      const [a, b, c, d] = [s * s * s, 3 * s * s * t, 3 * s * t * t, t * t * t];
      line(a * fromX + b * x1 + c * x2 + d * toX, a * fromY + b * y1 + c * y2 + d * toY);
    }
  };
  for (const [, letter = "", rest = ""] of path.matchAll(COMMAND)) {
    const numbers = Array.from(rest.matchAll(NUMBER), Number);
    const command = letter.toUpperCase();
    const arity = { M: 2, L: 2, H: 1, V: 1, C: 6 }[command] ?? 0;
    for (let at = 0; at + arity <= numbers.length; at += arity || 1) {
      const [dx, dy] = letter === command ? [0, 0] : [x, y];
      const n = (index: number) => (numbers[at + index] as number) + (index & 1 ? dy : dx);
      if (command === "M") {
        close();
        [x, y] = [startX, startY] = [n(0), n(1)];
      } else if (command === "L") line(n(0), n(1));
      else if (command === "H") line(n(0), y);
      else if (command === "V") line(x, (numbers[at] as number) + dy);
      else if (command === "C") curve(n(0), n(1), n(2), n(3), n(4), n(5));
      else close();
    }
  }
  close();
}
