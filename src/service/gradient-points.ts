import { directionOf, type Gradient, type GradientBox } from "../render/gradient.ts";

/** A position in a square, as shares of its side. */
export type Point = readonly [x: number, y: number];

/** The square in these units. */
export const SQUARE: GradientBox = { offset: 0, side: 1 };

/** Number of steps per side of the grid, and per line across the square. */
const STEPS = 24;

/** Positions that are evenly spread over the square. */
export const gridPoints: readonly Point[] = Array.from({ length: (STEPS + 1) ** 2 }, (_, at) => [
  (at % (STEPS + 1)) / STEPS,
  Math.floor(at / (STEPS + 1)) / STEPS,
]);

/** Number of steps between two stops. Colours between them may be darker than both, because luminance is not linear in
 *  sRGB values. */
const SEGMENT_STEPS = 8;

/** Distance from a stop, as a share of the gradient. The colour next to two stops at the same place depends on the
 *  side. */
const GAP = 1e-6;

/** Returns lines of the same colour, each as positions in the gradient's square: at every stop, next to it, and between the
 *  stops. A grid alone would miss narrow bands. */
export function gradientLines(gradient: Gradient): readonly (readonly Point[])[] {
  const lineAt = gradient.angle === undefined ? circleAt : straightLineAt(gradient.angle);
  return sharesOf(gradient).map((share) => lineAt(share).filter(isInside));
}

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

/** Returns the positions with this share of a radial gradient, which ends at the corners. */
function circleAt(share: number): Point[] {
  const radius = share * Math.SQRT1_2;
  return Array.from({ length: 4 * STEPS }, (_, step) => {
    const angle = (step * Math.PI) / (2 * STEPS);
    return [0.5 + radius * Math.cos(angle), 0.5 + radius * Math.sin(angle)];
  });
}

/** Returns the positions with a share of a linear gradient. */
function straightLineAt(angle: number): (share: number) => Point[] {
  const [across, down] = directionOf(angle);
  const length = Math.abs(across) + Math.abs(down);
  return (share) => {
    const [x, y] = [0.5 + across * length * (share - 0.5), 0.5 + down * length * (share - 0.5)];
    return Array.from({ length: 2 * STEPS + 1 }, (_, step) => {
      const aside = step / STEPS - 1;
      return [x - down * aside, y + across * aside];
    });
  };
}

function isInside([x, y]: Point): boolean {
  return Math.min(x, y) >= 0 && Math.max(x, y) <= 1;
}
