import { ABOVE, BELOW, LEFT, RIGHT } from "./styles.ts";
import { all, box, halves, type Loops, type Point, quarters, sharp, type Turn, turn } from "./turns.ts";

/** The shapes of modules that only designs have. A unit is a tenth of a module. */

interface Shape {
  /** The width of a module, unless `dotSize` sets another: 0.5 to 1, or undefined if modules always have full width. */
  readonly size?: number;
  /** The shape of a module that is not joined to others, of full width around (0, 0). It may extend into its neighbours. */
  readonly mark?: () => Loops;
  /** For lines with round ends through the centres of modules: the neighbours to which they lead. Without any, a line is a
   *  circle. */
  readonly joins?: number;
  /** Whether the inner corners between joined modules are filled with curves. */
  readonly isFilled?: boolean;
}

const centred = (width: number, radius: number, bend?: number): Loops => [
  box(-width / 2, -width / 2, width, width, all(radius), bend),
];

/** The tips of a star and the corners between them, from the top to the bottom. Not computed, because the last digit of
 *  Math.sin differs between engines. */
const STAR: readonly Point[] = [
  [0, -6],
  [1.76, -2.43],
  [5.71, -1.85],
  [2.85, 0.93],
  [3.53, 4.85],
  [0, 3],
];

/** Half the width of the part of a heart that is a square on its tip. */
const HEART = 4.2;

const bars: readonly Turn[] = [turn(-2, -2, 0), turn(-2, -4.8, 1), turn(2, -4.8, 1)];

const shapes = {
  dots: { size: 1, joins: 0 },
  "small-square": { size: 0.9, mark: () => centred(10, 0) },
  squircle: { size: 0.96, mark: () => centred(10, 5, 0.2) },
  leaf: { size: 0.96, mark: () => [box(-5, -5, 10, 10, [5, 0, 5, 0])] },
  drop: { size: 0.96, mark: () => [box(-5, -5, 10, 10, [5, 0, 5, 5])] },
  diamond: {
    size: 1,
    mark: () => [
      sharp([
        [0, -5.8],
        [5.8, 0],
        [0, 5.8],
        [-5.8, 0],
      ]),
    ],
  },
  hexagon: {
    size: 1,
    mark: () =>
      halves(
        sharp([
          [0, -5.5],
          [4.8, -2.75],
          [4.8, 2.75],
          [0, 5.5],
        ] as const),
      ),
  },
  star: { size: 1, mark: () => halves(sharp(STAR)) },
  heart: {
    size: 1,
    mark: () => {
      const round = HEART * Math.SQRT1_2;
      const half = [
        turn(0, -3.9, 0),
        turn(HEART / 2, -3.9 - HEART / 2, round),
        turn(HEART * 1.5, -3.9 + HEART / 2, round),
        turn(0, -3.9 + 2 * HEART, 0),
      ];
      return halves(half);
    },
  },
  flower: {
    size: 1,
    // Four leaves, each a circle.
    mark: () => quarters([turn(0, -2.5, 0), turn(0, -5, 2.5), turn(5, -5, 2.5), turn(5, 0, 2.5)]),
  },
  plus: { size: 1, mark: () => quarters(bars) },
  "vertical-line": { size: 0.9, joins: ABOVE | BELOW },
  "horizontal-line": { size: 0.9, joins: LEFT | RIGHT },
  pebble: { joins: ABOVE | RIGHT | BELOW | LEFT },
  fluid: { joins: ABOVE | RIGHT | BELOW | LEFT, isFilled: true },
} as const satisfies Readonly<Record<string, Shape>>;

/** Returns the shape of modules with this style; undefined for the plain styles. */
export function shapeOf(dotStyle: string): Shape | undefined {
  return Object.hasOwn(shapes, dotStyle) ? shapes[dotStyle as keyof typeof shapes] : undefined;
}

/** Widths of modules that are not joined, unless `dotSize` sets another. */
export const sizes: Readonly<Record<string, number>> = /* @__PURE__ */ (() =>
  Object.fromEntries(
    Object.entries<Shape>(shapes).flatMap(([name, { size }]) => (size === undefined ? [] : [[name, size]])),
  ))();
