import { directionOf, type Gradient, type GradientBox } from "../render/gradient.ts";

/** Positions in a square, as shares of its side: the x and the y of each in turn. Tens of thousands of positions are
 *  compared, and an array for each would take most of the time. */
export type Points = readonly number[];

/** The square in these units. */
export const SQUARE: GradientBox = { offset: 0, side: 1 };

/** Number of steps per side of the grid, and per line across the square. */
const STEPS = 24;

/** Positions that are evenly spread over the square. */
export const gridPoints: Points = Array.from({ length: (STEPS + 1) ** 2 }, (_, at) => [
  (at % (STEPS + 1)) / STEPS,
  Math.floor(at / (STEPS + 1)) / STEPS,
]).flat();

/** Number of steps between two stops. Colours between them may be darker than both, because luminance is not linear in
 *  sRGB values. */
const SEGMENT_STEPS = 8;

/** Distance from a stop, as a share of the gradient. The colour next to two stops at the same place depends on the
 *  side. */
const GAP = 1e-6;

/** Returns lines of the same colour, each as positions in the gradient's square: at every stop, next to it, and between the
 *  stops. A grid alone would miss narrow bands. */
export function gradientLines(gradient: Gradient): readonly Points[] {
  const draw = gradient.angle === undefined ? drawCircle : straightLine(gradient.angle);
  return sharesOf(gradient).map((share) => {
    const line: number[] = [];
    draw(share, (x, y) => {
      if (Math.min(x, y) >= 0 && Math.max(x, y) <= 1) line.push(x, y);
    });
    return line;
  });
}

/** Calls `add` with the positions that have a share of a gradient. */
type DrawLine = (share: number, add: (x: number, y: number) => void) => void;

function sharesOf({ stops }: Gradient): readonly number[] {
  return stops.flatMap(({ at: to }, index) => {
    const from = stops[index - 1]?.at ?? 0;
    if (to - from <= 2 * GAP) return [];
    const steps = Array.from(
      { length: SEGMENT_STEPS - 1 },
      (_, step) => from + ((to - from) * (step + 1)) / SEGMENT_STEPS,
    );
    return [from + GAP, ...steps, to - GAP];
  });
}

/** The directions from the centre in which circles are sampled. */
const directions = /* @__PURE__ */ Array.from({ length: 4 * STEPS }, (_, step) => {
  const angle = (step * Math.PI) / (2 * STEPS);
  return [Math.cos(angle), Math.sin(angle)] as const;
});

/** Draws a line of a radial gradient, which ends at the corners. */
const drawCircle: DrawLine = (share, add) => {
  const radius = share * Math.SQRT1_2;
  for (const [across, down] of directions) add(0.5 + radius * across, 0.5 + radius * down);
};

/** Returns the function that draws the lines of a linear gradient. */
function straightLine(angle: number): DrawLine {
  const [across, down] = directionOf(angle);
  const length = Math.abs(across) + Math.abs(down);
  return (share, add) => {
    const [x, y] = [0.5 + across * length * (share - 0.5), 0.5 + down * length * (share - 0.5)];
    for (let step = 0; step <= 2 * STEPS; step++) {
      const aside = step / STEPS - 1;
      add(x - down * aside, y + across * aside);
    }
  };
}
