import { memoize } from "../async/once.ts";
import { createCache } from "../cache.ts";
import { gridOf } from "../logo/placement.ts";
import { insideFrame } from "../options/frames.ts";
import type { OptionName, QrOptions } from "../options/table.ts";
import { contrastRatio, hexOf, luminanceOf, pageFor, pageForColor } from "../render/colors.ts";
import { colorsOf, type Gradient, type GradientBox, parseGradient, shareAt } from "../render/gradient.ts";
import { isGradient, type Paints, type PartPaint, paintsOf } from "../render/paints.ts";
import { isPlain } from "../render/styles.ts";
import { gradientLines, gridPoints, type Points, SQUARE } from "./gradient-points.ts";

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

/** A part of the picture, with the function that returns its colour, 0xRRGGBB. Positions are shares of the side of the
 *  picture, or of the code and its quiet zone inside a frame. In the quiet zone, the code has the colour of its nearest
 *  module. */
interface Part {
  readonly field: OptionName;
  readonly colorAt: (x: number, y: number) => number;
  /** Whether the part is drawn at a position. */
  readonly covers: (x: number, y: number) => boolean;
  /** Lines of the same colour, as positions in `box`. Together, they have every colour that may have the lowest contrast.
   *  Empty without a gradient. */
  readonly lines: readonly Points[];
  readonly box: GradientBox;
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
    const { modules, ring, pupil, background } = paintsOf(options);
    const paints = [modules, ring, pupil, background].map(({ field, value }) => `${field} ${value}`);
    const boxes = symbolBoxes(options, side).map((box) => `${box.offset} ${box.side}`);
    return [...paints, ...boxes].join(" ");
  },
);

/** Returns the expected time, in milliseconds, of work that finds the weakest spot of one set of options and settles the place
 *  of its logo. */
export function costOfSpot(options: QrOptions): number {
  return isPlain(options) ? 1 : 3;
}

/** Returns the boxes that the symbol may have in the picture. Without a gradient of the background, the box does not affect
 *  the colours. */
function symbolBoxes(options: QrOptions, side?: number): readonly GradientBox[] {
  if (!isGradient(paintsOf(options).background.value)) return [SQUARE];
  const { size } = insideFrame(options);
  return (side ? [side] : EXTREMES).map((modules) => {
    const { offset, scale } = gridOf(modules, options);
    return { offset: offset / size, side: (scale * modules) / size };
  });
}

function findSpot(options: QrOptions, side?: number): Spot {
  const paints = paintsOf(options);
  if (isPlain(options)) {
    const { modules, background } = paints;
    const back = background.value === "transparent" ? pageForColor(modules.value) : background.value;
    return { front: modules.value, back, frontField: modules.field, backField: background.field, isMixed: false };
  }
  const fronts = symbolBoxes(options, side).flatMap((box) => frontParts(paints, box));
  const samples = samplesOf(fronts, paints.background);
  const direction = directionOf(modulesIn(samples));
  const mixed = weakest(samples, -direction);
  const { front, back, frontField, backField } = mixed ?? (weakest(samples) as Candidate);
  return { front: hexOf(front), back: hexOf(back), frontField, backField, isMixed: mixed !== undefined };
}

interface Candidate extends Pick<Spot, "frontField" | "backField"> {
  readonly front: number;
  readonly back: number;
  readonly ratio: number;
}

/** The colours of a part of a code and of the background at the same positions. These are columns of numbers, because
 *  objects for all positions would take most of the time. */
interface Sample extends Pick<Spot, "frontField" | "backField"> {
  readonly fronts: Int32Array;
  readonly backs: Int32Array;
}

/** Returns the samples of all parts of a code. If the background is transparent, these are on the page that the modules are
 *  meant for. */
function samplesOf(fronts: readonly Part[], background: PartPaint): readonly Sample[] {
  const samplesOn = (back: Part) => fronts.map((part) => sampleOf(part, back));
  if (background.value !== "transparent") return samplesOn(backgroundPart(background));
  const samplesOnPage = (value: string) => samplesOn(backgroundPart({ ...background, value }));
  const [white, black] = [samplesOnPage("ffffff"), samplesOnPage("000000")];
  const ratioOf = (samples: readonly Sample[]) => (weakest(modulesIn(samples)) as Candidate).ratio;
  return pageFor(ratioOf(white), ratioOf(black)) === "ffffff" ? white : black;
}

/** Returns the samples of the modules, which come first. They decide whether the code is dark on light. */
function modulesIn(samples: readonly Sample[]): readonly Sample[] {
  return samples.filter(({ frontField }) => frontField === samples[0]?.frontField);
}

/** Returns the sign of the sum of the differences in luminance between all pairs of colours: -1 if the code is darker than
 *  its background. */
function directionOf(samples: readonly Sample[]): number {
  let sum = 0;
  for (const { fronts, backs } of samples) {
    const known = new Set<number>();
    for (let at = 0; at < fronts.length; at++) {
      const [front, back] = [fronts[at] as number, backs[at] as number];
      const pair = front * 0x1000000 + back;
      if (known.has(pair)) continue;
      known.add(pair);
      sum += luminanceOf(front) - luminanceOf(back);
    }
  }
  return Math.sign(sum);
}

/** Returns the first of the spots with the lowest contrast; undefined if there is none. With `direction`, considers only
 *  spots whose difference in luminance has this sign. */
function weakest(samples: readonly Sample[], direction?: number): Candidate | undefined {
  let found: Candidate | undefined;
  let least = Number.POSITIVE_INFINITY;
  for (const { fronts, backs, frontField, backField } of samples) {
    for (let at = 0; at < fronts.length; at++) {
      const [front, back] = [fronts[at] as number, backs[at] as number];
      const [one, other] = [luminanceOf(front), luminanceOf(back)];
      const ratio = contrastRatio(one, other);
      if (ratio >= least || (direction !== undefined && Math.sign(one - other) !== direction)) continue;
      least = ratio;
      found = { front, back, frontField, backField, ratio };
    }
  }
  return found;
}

/** Compares two parts at all positions. If only one of them is a gradient, one position on each line is enough. */
function sampleOf(part: Part, back: Part): Sample {
  const areas: readonly Pick<Part, "lines" | "box">[] = [{ lines: [gridPoints], box: SQUARE }, part, back];
  const most = areas.reduce((sum, { lines }) => lines.reduce((count, line) => count + line.length / 2, sum), 0);
  const [fronts, backs] = [new Int32Array(most), new Int32Array(most)];
  const areBoth = part.lines.length > 0 && back.lines.length > 0;
  let count = 0;
  for (const { lines, box } of areas) {
    for (const line of lines) {
      for (let at = 0; at < line.length; at += 2) {
        const x = box.offset + box.side * (line[at] as number);
        const y = box.offset + box.side * (line[at + 1] as number);
        if (!part.covers(x, y)) continue;
        fronts[count] = part.colorAt(x, y);
        backs[count++] = back.colorAt(x, y);
        if (!areBoth && line !== gridPoints) break;
      }
    }
  }
  const { field: frontField } = part;
  return { frontField, backField: back.field, fronts: fronts.subarray(0, count), backs: backs.subarray(0, count) };
}

function frontParts({ modules, ring, pupil }: Paints, box: GradientBox): readonly Part[] {
  const isEye = (x: number, y: number) => {
    const [across, down] = [(x - box.offset) / box.side, (y - box.offset) / box.side];
    const [left, top] = [across <= FINDER, down <= FINDER];
    return (left && top) || (left && down >= 1 - FINDER) || (top && across >= 1 - FINDER);
  };
  const parts = [partOf(modules, () => true, box)];
  if (ring !== modules) parts.push(partOf(ring, isEye, box));
  if (pupil !== ring) parts.push(partOf(pupil, isEye, box));
  return parts;
}

/** The background spans the picture, including the quiet zone. */
function backgroundPart(paint: PartPaint): Part {
  return partOf(paint, () => true, SQUARE);
}

function partOf({ field, value }: PartPaint, covers: Part["covers"], box: GradientBox): Part {
  if (!isGradient(value)) {
    const color = Number.parseInt(value, 16);
    return { field, covers, colorAt: () => color, lines: [], box };
  }
  const { offset, side } = box;
  const { gradient, colorOf, lines } = readGradient(value);
  const share = shareAt(gradient, box);
  const clamp = (value: number) => Math.min(offset + side, Math.max(offset, value));
  const colorAt = (x: number, y: number) => colorOf(Math.min(1, Math.max(0, share(clamp(x), clamp(y)))));
  return { field, covers, colorAt, lines, box };
}

/** Reads a gradient. Gradients are cached, because suggesting a change compares the same ones in boxes of many sizes. */
const readGradient = /* @__PURE__ */ memoize(
  (paint: string) => {
    const gradient = parseGradient(paint);
    return { gradient, colorOf: colorsOf(gradient), lines: gradientLines(gradient) };
  },
  /* @__PURE__ */ createCache<string, PaintedGradient>({ maxEntries: 8 }),
);

interface PaintedGradient {
  readonly gradient: Gradient;
  readonly colorOf: ReturnType<typeof colorsOf>;
  readonly lines: readonly Points[];
}
