/** A polygon with round corners: x, y and radius of each corner, clockwise. A negative radius cuts a quarter of a circle out
 *  of a right angle. */
export type Polygon = readonly number[];

/** Distance of the control points of a cubic curve from the ends of a quarter of a circle, as a share of the radius. */
const ROUND = 0.5523;

/** Rounds to hundredths of a pixel. */
const n = (value: number) => Math.round(value * 100) / 100;

/** Returns the outline of a polygon as SVG path data. */
export function outlineOf(shape: Polygon): string {
  const count = shape.length / 3;
  const corner = (at: number) => {
    const from = 3 * ((at + count) % count);
    return [shape[from] as number, shape[from + 1] as number, shape[from + 2] as number] as const;
  };
  let path = "";
  const add = (letter: string, ...numbers: number[]) => {
    path += letter + numbers.map(n).join(" ").replaceAll(" -", "-");
  };
  for (let at = 0; at < count; at++) {
    const [x, y, radius] = corner(at);
    const [before, after] = [corner(at - 1), corner(at + 1)].map(([toX, toY, r]) => {
      const length = Math.sqrt((toX - x) ** 2 + (toY - y) ** 2);
      return { x: (toX - x) / length, y: (toY - y) / length, room: r ? length / 2 : length };
    }) as [Direction, Direction];
    const start = path ? "L" : "M";
    const room = Math.min(before.room, after.room);
    if (radius === 0) {
      add(start, x, y);
      continue;
    }
    // The curve touches both edges at this distance from the corner.
    const cosine = before.x * after.x + before.y * after.y;
    const steep = radius < 0 ? 1 : Math.sqrt((1 + cosine) / (1 - cosine));
    const reach = Math.min(Math.abs(radius) * steep, room);
    const handle = radius < 0 ? reach * ROUND : (reach * 4 * (Math.sqrt(1 + steep * steep) - 1)) / (3 * steep * steep);
    const [one, other] = radius < 0 ? [after, before] : [before, after];
    const [fromX, fromY] = [x + before.x * reach, y + before.y * reach];
    const [toX, toY] = [x + after.x * reach, y + after.y * reach];
    const sign = radius < 0 ? 1 : -1;
    add(start, fromX, fromY);
    add("C", fromX + sign * one.x * handle, fromY + sign * one.y * handle);
    add(" ", toX + sign * other.x * handle, toY + sign * other.y * handle);
    add(" ", toX, toY);
  }
  return `${path}z`;
}

/** The direction to the next corner, and the room for a curve on that edge. */
interface Direction {
  readonly x: number;
  readonly y: number;
  readonly room: number;
}
