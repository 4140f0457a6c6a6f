import type { QrSymbol } from "../core/symbol.ts";
import { CELL_KINDS, FILLED } from "./cells.ts";
import { type Line, MARK } from "./look.ts";
import { spaced } from "./outline.ts";
import { ABOVE, BELOW, LEFT, RIGHT } from "./styles.ts";

/** Returns the path of lines through the centres of modules, in modules, with a quiet zone of `margin` modules. Modules in a
 *  row or a column share a line, and a single module is a line of no length, so the path is short. */
export function drawLines(cells: Uint8Array, { side }: QrSymbol, { isFilled }: Line, margin: number): string {
  const isOwn = (at: number) => (cells[at] as number) >= MARK;
  const sumAt = (at: number) => (cells[at] as number) - MARK;
  let path = "";
  let [x, y] = [0, 0];
  const begin = (toX: number, toY: number) => {
    path += path ? `m${toX - x}${spaced(toY - y)}` : `M${toX + margin + 0.5} ${toY + margin + 0.5}`;
    [x, y] = [toX, toY];
  };
  /** Draws the line that begins at a module and leads to its neighbour at `towards`, `step` cells away. */
  const drawLine = (at: number, back: number, towards: number, step: number) => {
    if ((sumAt(at) & (back | towards)) !== towards) return 0;
    begin(at % side, Math.floor(at / side));
    let length = 1;
    while (sumAt(at + length * step) & towards) length++;
    return length;
  };
  for (let at = 0; at < cells.length; at++) {
    if (!isOwn(at)) continue;
    if (sumAt(at) === 0) {
      begin(at % side, Math.floor(at / side));
      path += "h0";
      continue;
    }
    const length = drawLine(at, LEFT, RIGHT, 1);
    if (length) path += `h${length}`;
    x += length;
  }
  // Column by column, so that the numbers are small.
  for (let column = 0; column < side; column++) {
    for (let at = column; at < cells.length; at += side) {
      const length = isOwn(at) ? drawLine(at, ABOVE, BELOW, side) : 0;
      if (length) path += `v${length}`;
      y += length;
    }
  }
  if (!isFilled) return path;
  // Curves from one neighbour of a module to the next: their edges fill the inner corners between them. Bit n of `corners`
  // is the corner between neighbours n and n + 1.
  const corners = new Uint8Array(cells.length);
  for (let at = 0; at < cells.length; at++) {
    const sum = isOwn(at) ? sumAt(at) : 0;
    for (let corner = 0; corner < 4; corner++) {
      const next = (corner + 1) & 3;
      if (!((sum >> corner) & (sum >> next) & 1)) continue;
      const [[fromX, fromY], [toX, toY]] = [stepTo(corner), stepTo(next)];
      if (isFilledCell(cells[at + (fromY + toY) * side + fromX + toX]))
        corners[at] = (corners[at] as number) | (1 << corner);
    }
  }
  const isLeft = (at: number, corner: number) => ((corners[at] as number) >> corner) & 1;
  let command = "";
  /** Draws a curve that fills a corner of the module `at` and ends `across` and `down` from here. */
  const draw = (letter: string, at: number, corner: number, control: string, across: number, down: number) => {
    corners[at] = (corners[at] as number) & ~(1 << corner);
    const numbers = control ? `${control}${spaced(across)}${spaced(down)}` : `${across}${spaced(down)}`;
    path += letter !== command ? letter + numbers : numbers[0] === "-" ? numbers : ` ${numbers}`;
    command = letter;
    x += across;
    y += down;
  };
  /** Draws a curve around the module `at` from its neighbour `from` to the neighbour `to`. */
  const drawAround = (at: number, from: number, to: number) => {
    const [[fromX, fromY], [toX, toY]] = [stepTo(from), stepTo(to)];
    draw("q", at, cornerOf(from, to), `${-fromX}${spaced(-fromY)}`, toX - fromX, toY - fromY);
  };
  for (let start = 0; start < cells.length; start++) {
    while (corners[start]) {
      let first = 0;
      while (!isLeft(start, first)) first++;
      const [fromX, fromY] = stepTo(first);
      begin((start % side) + fromX, Math.floor(start / side) + fromY);
      command = "";
      let [at, to] = [start, (first + 1) & 3];
      drawAround(at, first, to);
      for (;;) {
        const [stepX, stepY] = stepTo(to);
        const [left, right, back] = [(to + 3) & 3, (to + 1) & 3, (to + 2) & 3];
        // A curve around the module straight ahead mirrors the last control point, so it needs only its end.
        const middle = at + stepY * side + stepX;
        const ahead = sumAt(middle) & (1 << to) ? middle + stepY * side + stepX : middle;
        let next = ahead === middle ? NONE : sideWith(left, right, (one) => isLeft(ahead, cornerOf(back, one)));
        if (next !== NONE) {
          const [nextX, nextY] = stepTo(next);
          draw("t", ahead, cornerOf(back, next), "", stepX + nextX, stepY + nextY);
          at = ahead;
        } else {
          next = sideWith(left, right, (one) => isLeft(at, cornerOf(to, one)));
          if (next === NONE) break;
          drawAround(at, to, next);
        }
        to = next;
      }
    }
  }
  return path;
}

type Step = readonly [x: number, y: number];

/** To the neighbours ABOVE, RIGHT, BELOW and LEFT. */
const STEPS: readonly Step[] = [
  [0, -1],
  [1, 0],
  [0, 1],
  [-1, 0],
];

/** Returns whether corners of a light module are filled. Those of alignment patterns that are drawn as a whole are not. */
const isFilledCell = (cell = 0) => cell >= FILLED && cell < CELL_KINDS;

const stepTo = (neighbour: number) => STEPS[neighbour] as Step;

const NONE = -1;

/** Returns the first of two neighbours for which `fits` returns true, or NONE. */
function sideWith(left: number, right: number, fits: (side: number) => number): number {
  return fits(left) ? left : fits(right) ? right : NONE;
}

/** Returns the corner between two neighbours. */
const cornerOf = (one: number, other: number) => (((one + 1) & 3) === other ? one : other);
