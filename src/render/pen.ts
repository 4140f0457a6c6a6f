/** Directions on a screen, clockwise, so that one more turns right. */
export const EAST = 0;
export type Direction = 0 | 1 | 2 | 3;

export function rightOf(direction: Direction): Direction {
  return ((direction + 1) & 3) as Direction;
}

export function leftOf(direction: Direction): Direction {
  return ((direction + 3) & 3) as Direction;
}

const ACROSS = [1, 0, -1, 0] as const;
const DOWN = [0, 1, 0, -1] as const;

/** Writes closed loops as one SVG path for the fill rule evenodd: few commands, relative, in whole numbers. */
export interface Pen {
  /** Begins a loop. */
  begin(x: number, y: number): void;
  /** Goes straight on; what follows in one direction becomes one line. */
  go(direction: Direction, length: number): void;
  /** Turns right out of `direction`, round where `radius` is not 0; two quarters of one circle become one arc. */
  turn(direction: Direction, radius: number): void;
  /** Ends a loop. The fill closes it, so that its last line is left out. */
  end(): void;
  /** The path so far. */
  path(): string;
}

interface Arc {
  readonly radius: number;
  readonly across: number;
  readonly down: number;
  /** Where it leads. */
  readonly heading: Direction;
  readonly isHalf: boolean;
}

const NO_ARC: Arc = { radius: 0, across: 0, down: 0, heading: EAST, isHalf: false };

export function createPen(): Pen {
  let path = "";
  let [x, y] = [0, 0];
  /** The line and the arc that may still grow; the line comes after the arc. */
  let line = { direction: EAST as Direction, length: 0 };
  let arc = NO_ARC;

  function writeArc(): void {
    const { radius, across, down } = arc;
    if (radius === 0) return;
    path += `a${radius} ${radius} 0 0 1${spaced(across)}${spaced(down)}`;
    x += across;
    y += down;
    arc = NO_ARC;
  }

  function writeLine(): void {
    const { direction, length } = line;
    if (length === 0) return;
    writeArc();
    const across = ACROSS[direction] * length;
    const down = DOWN[direction] * length;
    path += across === 0 ? `v${down}` : `h${across}`;
    x += across;
    y += down;
    line = { direction, length: 0 };
  }

  return {
    begin(toX, toY) {
      path += path === "" ? `M${toX}${spaced(toY)}` : `m${toX - x}${spaced(toY - y)}`;
      [x, y] = [toX, toY];
    },
    go(direction, length) {
      if (length === 0) return;
      if (direction !== line.direction) writeLine();
      line = { direction, length: line.length + length };
    },
    turn(direction, radius) {
      if (radius === 0) return;
      writeLine();
      const heading = rightOf(direction);
      const grows = arc.radius === radius && arc.heading === direction && !arc.isHalf;
      if (!grows) writeArc();
      arc = {
        radius,
        heading,
        isHalf: grows,
        across: arc.across + radius * (ACROSS[direction] + ACROSS[heading]),
        down: arc.down + radius * (DOWN[direction] + DOWN[heading]),
      };
    },
    end() {
      line = { direction: EAST, length: 0 };
      writeArc();
    },
    path: () => path,
  };
}

/** A number after another one: a minus sign parts them as well as a space. */
function spaced(value: number): string {
  return value < 0 ? String(value) : ` ${value}`;
}
