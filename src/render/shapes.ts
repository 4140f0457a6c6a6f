import { memoize } from "../async/once.ts";
import {
  all,
  box,
  type Loops,
  moved,
  type Point,
  quarters,
  type Radii,
  type Stamp,
  sharp,
  stampOf,
  type Turn,
  turn,
} from "./turns.ts";

/** The shapes of finder patterns and alignment patterns. A unit is a tenth of a module. */

/** An outline by its corners: their radii, or how much is cut off. `beads` are separate modules along a ring. */
type Outline =
  | { readonly radii: Radii; readonly bend?: number }
  | { readonly cut: number }
  | { readonly beads: number };

const round = (radii: Radii, bend?: number) => ({ radii, ...(bend !== undefined && { bend }) });

/** The rings of finder patterns. The inner edge is the outer one moved inwards by a module, so radii differ by a module. */
const outlines = /* @__PURE__ */ (() =>
  ({
    square: round(all(0)),
    rounded: round(all(16)),
    "extra-rounded": round(all(24)),
    circle: round(all(35)),
    leaf: round([6, 32, 6, 32]),
    drop: round([35, 35, 4, 35]),
    fan: round([35, 4, 4, 4]),
    shield: round([9, 9, 34, 34]),
    arch: round([34, 34, 4, 4]),
    octagon: { cut: 20 },
    dotted: { beads: 5 },
    tiles: { beads: 1 },
  }) as const satisfies Readonly<Record<string, Outline>>)();

/** The rings that point to the middle of the code. Those above are for the pattern at the top left. */
const pointed: readonly string[] = ["drop", "fan"];

type EyeName = keyof typeof outlines;

/** Returns an outline of a square `width` units wide, moved inwards by `inset`. */
function outlineIn(outline: Exclude<Outline, { beads: number }>, width: number, inset: number): Turn[] {
  const side = width - 2 * inset;
  if ("radii" in outline) {
    const radii = outline.radii.map((radius) => Math.max(0, Math.min(radius, width / 2) - inset));
    return box(inset, inset, side, side, radii as unknown as Radii, outline.bend);
  }
  // A cut corner moves inwards by more than its sides.
  const cut = Math.max(0, outline.cut - inset * (2 - Math.SQRT2));
  const [near, far] = [inset, width - inset];
  return sharp([
    [near + cut, near],
    [far - cut, near],
    [far, near + cut],
    [far, far - cut],
    [far - cut, far],
    [near + cut, far],
    [near, far - cut],
    [near, near + cut],
  ]);
}

/** Returns the modules in a square `width` units wide for which `isBead` returns true, as separate shapes. */
function beadsIn(radius: number, width: number, isBead: (x: number, y: number, last: number) => boolean): Loops {
  const last = width / 10 - 1;
  const gap = radius === 5 ? 0 : 0.4;
  const loops: Turn[][] = [];
  for (let y = 0; y <= last; y++) {
    for (let x = 0; x <= last; x++) {
      if (isBead(x, y, last)) loops.push(box(10 * x + gap, 10 * y + gap, 10 - 2 * gap, 10 - 2 * gap, all(radius)));
    }
  }
  return loops;
}

const isEdge = (x: number, y: number, last: number) => x % last === 0 || y % last === 0;

/** Returns the ring of the finder pattern at the left or right, and at the top or bottom: 7 modules wide, from its top left. */
export function ringOf(name: EyeName, isRight: boolean, isBelow: boolean): Stamp {
  const outline: Outline = outlines[name];
  const loops =
    "beads" in outline
      ? beadsIn(outline.beads, 70, isEdge)
      : [outlineIn(outline, 70, 0), outlineIn(outline, 70, 10).reverse()];
  return stampOf(pointed.includes(name) ? pointing(loops, 70, isRight, isBelow) : loops);
}

/** Returns an alignment pattern that matches the rings of finder patterns: 5 modules wide, from its top left. */
export const alignmentOf = /* @__PURE__ */ memoize((name: EyeName): Stamp => {
  const outline: Outline = outlines[name];
  if ("beads" in outline) {
    return stampOf(beadsIn(outline.beads, 50, (x, y, last) => isEdge(x, y, last) || (x === 2 && y === 2)));
  }
  const smaller = "cut" in outline ? { cut: (outline.cut * 5) / 7 } : outline;
  return stampOf([outlineIn(smaller, 50, 0), outlineIn(smaller, 50, 10).reverse(), outlineIn(smaller, 50, 20)]);
});

/** Returns `loops` mirrored for another finder pattern than that at the top left. */
function pointing(loops: Loops, width: number, isRight: boolean, isBelow: boolean): Loops {
  const mirror = ([x, y]: Point): Point => [isRight ? width - x : x, isBelow ? width - y : y];
  return moved(loops, mirror, isRight !== isBelow);
}

/** The part of a star with eight tips that is copied around its middle. The tips reach 0.3 modules into the light modules
 *  around the centre. */
const EIGHT_TIPS: readonly Point[] = [
  [0, -18],
  [4.97, -12.01],
  [12.73, -12.73],
  [12.01, -4.97],
];

const inCentre = (loops: Loops): Loops => moved(loops, ([x, y]) => [15 + x, 15 + y]);

/** The centres of finder patterns. All are dark over three modules along both centre lines, which decoders measure. */
const centres = /* @__PURE__ */ (() =>
  ({
    square: round(all(0)),
    rounded: round(all(15), 0),
    "extra-rounded": round(all(11)),
    circle: round(all(15)),
    squircle: round(all(15), 0.2),
    leaf: round([0, 10, 0, 10]),
    drop: round([15, 15, 2, 15]),
    fan: round([15, 2, 2, 2]),
    shield: round([4, 4, 15, 15]),
    arch: round([15, 15, 2, 2]),
    octagon: { cut: 8.8 },
    plus: () => inCentre(quarters([turn(-9, -9, 0), turn(-9, -15, 2), turn(9, -15, 2)])),
    star: () => inCentre(quarters(sharp(EIGHT_TIPS))),
  }) as const satisfies Readonly<Record<string, Outline | (() => Loops)>>)();

type PupilName = keyof typeof centres;

/** Returns the centre of a finder pattern: 3 modules wide, from its top left. */
export function pupilOf(name: PupilName, isRight: boolean, isBelow: boolean): Stamp {
  const outline: Exclude<Outline, { beads: number }> | (() => Loops) = centres[name];
  if (typeof outline === "function") return stampOf(outline());
  const loops = [outlineIn(outline, 30, 0)];
  return stampOf(pointed.includes(name) ? pointing(loops, 30, isRight, isBelow) : loops);
}

/** Returns the centre that matches a ring. A centre of separate modules would confuse most decoders. */
export function pupilFor(eye: EyeName): PupilName {
  if (eye === "tiles") return "square";
  return eye === "dotted" ? "circle" : eye;
}

/** The smallest `dotSize` of which every decoder of the scan lab reads more than half as many codes as of square ones. */
export const readableSizes = { dots: 0.8 } as const;

export interface RiskyShape {
  /** The most percentage points that a decoder loses. */
  readonly points: number;
  /** Number of decoders that cannot read half of the undamaged codes that they read with square shapes. */
  readonly unread?: number;
}

/** The shapes that a decoder of the scan lab reads more than 3 percentage points less often than square ones.
 *  `npm run scan-lab -- --shapes` measures them. */
export const riskyShapes = {
  dotStyle: {
    dots: { points: 7 },
    "small-square": { points: 8 },
    squircle: { points: 10 },
    leaf: { points: 10 },
    drop: { points: 11 },
    diamond: { points: 14 },
    hexagon: { points: 9 },
    star: { points: 50, unread: 1 },
    heart: { points: 18 },
    flower: { points: 6 },
    plus: { points: 50, unread: 1 },
    "vertical-line": { points: 13 },
    "horizontal-line": { points: 13 },
    pebble: { points: 8 },
    fluid: { points: 8 },
  },
  eyeStyle: {
    rounded: { points: 88, unread: 1 },
    "extra-rounded": { points: 88, unread: 1 },
    circle: { points: 88, unread: 1 },
    leaf: { points: 88, unread: 1 },
    drop: { points: 88, unread: 1 },
    fan: { points: 88, unread: 1 },
    shield: { points: 88, unread: 1 },
    arch: { points: 88, unread: 1 },
    octagon: { points: 88, unread: 1 },
    dotted: { points: 81, unread: 2 },
    tiles: { points: 8 },
  },
  pupilStyle: {
    "extra-rounded": { points: 25 },
    circle: { points: 81, unread: 2 },
    squircle: { points: 3 },
    drop: { points: 31 },
    fan: { points: 3 },
    shield: { points: 8 },
    arch: { points: 4 },
    octagon: { points: 81, unread: 2 },
    plus: { points: 94, unread: 2 },
    star: { points: 12 },
  },
} as const satisfies Readonly<Record<string, Readonly<Record<string, RiskyShape>>>>;

/** The shapes to suggest instead of risky ones. */
export const saferShapes = { dotStyle: "square", eyeStyle: "square", pupilStyle: "rounded" } as const;
