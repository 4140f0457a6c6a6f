import { createCache } from "../cache.ts";
import { gridOf } from "../logo/placement.ts";
import { memoize } from "../once.ts";
import { insideFrame } from "../options/frames.ts";
import type { OptionName, QrOptions } from "../options/table.ts";
import { contrastRatio, luminance, pageFor, pageForColor } from "../render/colors.ts";
import { colorAt, type GradientBox, parseGradient, shareAt } from "../render/gradient.ts";
import { isPlain } from "../render/styles.ts";
import { gradientLines, gridPoints, type Point, SQUARE } from "./gradient-points.ts";

/** The place in a picture where the code has the lowest contrast with its background. */
export interface Spot {
  /** The colours there, six hex digits each. A transparent background counts as the page that the code is meant for. */
  readonly front: string;
  readonly back: string;
  /** The options that set these colours. */
  readonly frontField: OptionName;
  readonly backField: OptionName;
  /** Whether the code is darker than its background in one place and lighter in another. No decoder supports such
   *  codes. */
  readonly isMixed: boolean;
}

/** A part of the picture, with the function that returns its colour. Positions are shares of the side of the picture, or of
 *  the code and its quiet zone inside a frame. In the quiet zone, the code has the colour of its nearest module. */
interface Part {
  readonly field: OptionName;
  readonly colorAt: (x: number, y: number) => string;
  /** Whether the part is drawn at a position. */
  readonly covers: (x: number, y: number) => boolean;
  /** Lines of the same colour. Together, they have every colour that may have the lowest contrast. Empty without a
   *  gradient. */
  readonly lines: readonly (readonly Point[])[];
}

/** The side of a finder pattern as a share of the symbol's side in version 1, where this share is largest. */
const FINDER = 7 / 21;

/** Sides of the smallest and the largest symbol, in modules. */
const EXTREMES = [21, 177];

/** Returns the weakest spot of a picture with a symbol of `side` modules, or of the smallest and the largest one if the side
 *  is not known. A gradient is compared with the background at every position, not on average. Spots are cached, because
 *  suggesting a change compares many sets of options with the same colours. */
export const weakestSpot: (options: QrOptions, side?: number) => Spot = /* @__PURE__ */ memoize(
  findSpot,
  /* @__PURE__ */ createCache({ maxEntries: 64 }),
  (options, side) => {
    const { color, bg, gradient, bgGradient, eyeColor, eyeGradient, pupilColor } = options;
    const boxes = symbolBoxes(options, side).map((box) => `${box.offset} ${box.side}`);
    return [color, bg, gradient, bgGradient, eyeColor, eyeGradient, pupilColor, ...boxes].join(" ");
  },
);

/** Returns the boxes that the symbol may have in the picture. Without a gradient of the background, the box does not affect
 *  the colours. */
function symbolBoxes(options: QrOptions, side?: number): readonly GradientBox[] {
  if (!options.bgGradient) return [SQUARE];
  const { size } = insideFrame(options);
  return (side ? [side] : EXTREMES).map((modules) => {
    const { offset, scale } = gridOf(modules, options);
    return { offset: offset / size, side: (scale * modules) / size };
  });
}

function findSpot(options: QrOptions, side?: number): Spot {
  const { color, bg } = options;
  if (isPlain(options)) {
    const back = bg === "transparent" ? pageForColor(color) : bg;
    return { front: color, back, frontField: "color", backField: "bg", isMixed: false };
  }
  const fronts = symbolBoxes(options, side).flatMap((box) => frontParts(options, box));
  const spots = spotsOn(fronts, options);
  const inModules = modulesIn(spots);
  const direction = Math.sign(inModules.reduce((sum, { difference }) => sum + difference, 0));
  const mixed = spots.filter(({ difference }) => Math.sign(difference) === -direction);
  const [first, ...others] = mixed.length > 0 ? mixed : spots;
  const worst = others.reduce((least, spot) => (spot.ratio < least.ratio ? spot : least), first as Candidate);
  return { ...worst, isMixed: mixed.length > 0 };
}

interface Candidate extends Omit<Spot, "isMixed"> {
  readonly ratio: number;
  /** The luminance of the front minus that of the back. */
  readonly difference: number;
}

/** Returns the spots of all parts of a code. If the background is transparent, these are on the page that the modules are
 *  meant for. */
function spotsOn(fronts: readonly Part[], { bg, bgGradient }: QrOptions): readonly Candidate[] {
  const spotsWith = (back: Part) => fronts.flatMap((part) => spotsOf(part, back));
  if (bgGradient) return spotsWith(groundPart("bgGradient", bgGradient));
  if (bg !== "transparent") return spotsWith(groundPart("bg", bg));
  const [white, black] = ["ffffff", "000000"].map((page) => spotsWith(groundPart("bg", page))) as [
    Candidate[],
    Candidate[],
  ];
  const [onWhite, onBlack] = [white, black].map((spots) => Math.min(...modulesIn(spots).map(({ ratio }) => ratio)));
  return pageFor(onWhite as number, onBlack as number) === "ffffff" ? white : black;
}

/** Returns the spots of the modules, which come first. They decide whether the code is dark on light. */
function modulesIn(spots: readonly Candidate[]): readonly Candidate[] {
  return spots.filter(({ frontField }) => frontField === spots[0]?.frontField);
}

function spotsOf(part: Part, back: Part): Candidate[] {
  const found = new Map<string, Candidate>();
  for (const [x, y] of pointsOf(part, back)) {
    const [front, ground] = [part.colorAt(x, y), back.colorAt(x, y)];
    const key = front + ground;
    if (found.has(key)) continue;
    const [a, b] = [luminance(front), luminance(ground)];
    const fields = { frontField: part.field, backField: back.field };
    found.set(key, { front, back: ground, ...fields, ratio: contrastRatio(a, b), difference: a - b });
  }
  return [...found.values()];
}

/** Returns the positions at which to compare two parts. If only one of them is a gradient, one position on each line is
 *  enough. */
function pointsOf(part: Part, back: Part): readonly Point[] {
  const isCovered = ([x, y]: Point) => part.covers(x, y);
  const lines = [...part.lines, ...back.lines].map((line) => line.filter(isCovered));
  const areBoth = part.lines.length > 0 && back.lines.length > 0;
  return [...gridPoints.filter(isCovered), ...lines.flatMap((line) => (areBoth ? line : line.slice(0, 1)))];
}

function frontParts(options: QrOptions, box: GradientBox): readonly Part[] {
  const { color, gradient, eyeColor, eyeGradient, pupilColor } = options;
  const isEye = (...position: Point) => {
    const [x, y] = position.map((value) => (value - box.offset) / box.side) as unknown as Point;
    const [left, top] = [x <= FINDER, y <= FINDER];
    return (left && top) || (left && y >= 1 - FINDER) || (top && x >= 1 - FINDER);
  };
  const modules = partOf(gradient ? "gradient" : "color", gradient ?? color, () => true, box);
  const ring = eyeGradient ?? eyeColor;
  const eyes = ring ? [partOf(eyeGradient ? "eyeGradient" : "eyeColor", ring, isEye, box)] : [];
  return [modules, ...eyes, ...(pupilColor ? [partOf("pupilColor", pupilColor, isEye, box)] : [])];
}

/** The background spans the picture, including the quiet zone. */
function groundPart(field: "bg" | "bgGradient", paint: string): Part {
  return partOf(field, paint, () => true, SQUARE);
}

function partOf(field: OptionName, paint: string, covers: Part["covers"], box: GradientBox): Part {
  if (!paint.includes(",")) return { field, covers, colorAt: () => paint, lines: [] };
  const { offset, side } = box;
  const gradient = parseGradient(paint);
  const share = shareAt(gradient, box);
  const clamp = (value: number) => Math.min(offset + side, Math.max(offset, value));
  const colorOf = (x: number, y: number) =>
    hexOf(colorAt(gradient, Math.min(1, Math.max(0, share(clamp(x), clamp(y))))));
  const lines = gradientLines(gradient).map((line) =>
    line.map(([x, y]): Point => [offset + side * x, offset + side * y]),
  );
  return { field, covers, colorAt: colorOf, lines };
}

function hexOf(channels: readonly number[]): string {
  return channels.map((value) => value.toString(16).padStart(2, "0")).join("");
}
