import type { Margin, ScanReport } from "../ports.ts";

export type Grade = "A" | "B" | "C" | "D" | "F";

/** A kind of damage for which reports state a margin. */
interface Ladder {
  readonly name: string;
  readonly unit: string;
  /** Strengths from weak to strong. A picture that is read at one of them is assumed to be readable at all weaker
   *  ones. */
  readonly steps: readonly number[];
}

/** A kind of damage that counts towards the score. */
interface ScoredLadder extends Ladder {
  /** The weight of this margin in the score. All weights add up to 1. */
  readonly weight: number;
  /** How the margins of several decoders are combined: their mean, or the margin of the least tolerant decoder. */
  readonly of: "mean" | "least";
}

/** `npm run scan-lab -- --grades` fits the weights. The score predicts how often decoders that isoqr does not use read
 *  damaged copies of a picture. Each kind has seven steps, so that bisection takes three reads. */
export const ladders = [
  { name: "module", unit: "px", steps: [2.5, 2.2, 1.9, 1.7, 1.5, 1.4, 1.2], weight: 0.13, of: "mean" },
  { name: "noise", unit: "levels", steps: [16, 28, 40, 52, 64, 80, 100], weight: 0.32, of: "mean" },
  { name: "light", unit: "%", steps: [30, 12, 7, 4, 2, 1, 0], weight: 0.08, of: "mean" },
  { name: "tilt", unit: "%", steps: [4, 8, 12, 16, 24, 32, 48], weight: 0.21, of: "least" },
  { name: "quiet zone", unit: "modules", steps: [3, 2, 1.3, 1, 0.7, 0.3, 0], weight: 0.26, of: "mean" },
] as const satisfies readonly ScoredLadder[];

/** Kinds of damage whose margins do not affect the score or the grade, because they improve its prediction only slightly. */
export const unscored = [
  { name: "blur", unit: "%", steps: [26, 34, 40, 44] },
  { name: "covered area", unit: "%", steps: [1, 2, 4, 6, 9, 13, 18] },
] as const satisfies readonly Ladder[];

/** All kinds of damage in the order of reports. */
export const allLadders: readonly (Ladder & { readonly name: MarginName })[] = [...ladders, ...unscored];

export type MarginName = (typeof ladders | typeof unscored)[number]["name"];

/** Factor for the score of a light-on-dark code, because two of the lab's seven decoders cannot read such codes. The
 *  best grade of such a code is C. */
export const LIGHT_ON_DARK = 0.6;

/** Minimum scores for the grades. */
export const LEAST: readonly (readonly [Grade, number])[] = [
  ["A", 0.77],
  ["B", 0.74],
  ["C", 0.5],
  ["D", 0.3],
];

/** Returns how well a picture scans: the weighted mean of the margins of all decoders, from 0 to 1, rounded to
 *  hundredths. It is 0 if no decoder reads the picture. */
export function scoreOf(reports: readonly Pick<ScanReport, "margins">[], isLightOnDark = false): number {
  const shares = sharesOf(reports);
  const sum = ladders.reduce((all, { weight }, at) => all + weight * (shares[at] as number), 0);
  return Math.round(100 * sum * (isLightOnDark ? LIGHT_ON_DARK : 1)) / 100;
}

/** Returns how much of each kind of damage the decoders tolerate, 0 to 1, in the order of `ladders`. */
export function sharesOf(reports: readonly Pick<ScanReport, "margins">[]): number[] {
  return ladders.map((ladder) => {
    const shares = reports.map(({ margins }) => shareOf(ladder, valueIn(ladder.name, margins)));
    if (shares.length === 0) return 0;
    if (ladder.of === "least") return Math.min(...shares);
    return shares.reduce((sum, share) => sum + share, 0) / shares.length;
  });
}

/** Returns the name of the margin that costs the most points of the score. */
export function weakestMargin(margins: readonly Margin[]): MarginName {
  const loss = (ladder: ScoredLadder) => ladder.weight * (1 - shareOf(ladder, valueIn(ladder.name, margins)));
  return [...ladders].reduce((worst, next) => (loss(next) > loss(worst) ? next : worst)).name;
}

/** Returns whether a margin that counts towards the score is null. */
export function hasNullMargin(margins: readonly Margin[]): boolean {
  return margins.some(({ name, value }) => value === null && ladders.some((ladder) => ladder.name === name));
}

function valueIn(name: string, margins: readonly Margin[]): number | null {
  return margins.find((margin) => margin.name === name)?.value ?? null;
}

/** Returns whether the picture is so small that some decoders may not read it, even if its score is high. An SVG needs
 *  more pixels, because the edges of its modules are between pixels. */
export function isSmall(pixelsPerModule: number, isVector: boolean): boolean {
  return pixelsPerModule < (isVector ? 3 : 2);
}

export function gradeOf(score: number): Grade {
  return LEAST.find(([, least]) => score >= least)?.[0] ?? "F";
}

/** Returns the position of a margin's value among the steps of its damage: 0 for null, 1 for the last step. Values
 *  between two steps are interpolated. */
export function shareOf({ steps }: Pick<Ladder, "steps">, value: number | null): number {
  if (value === null) return 0;
  const falls = (steps[0] as number) > (steps.at(-1) as number);
  const after = steps.findIndex((step) => (falls ? step < value : step > value));
  if (after < 0) return 1;
  if (after === 0) return 0;
  const [from, to] = [steps[after - 1] as number, steps[after] as number];
  return (after + (value - from) / (to - from)) / steps.length;
}

/** Pixels across the preview of a phone's camera, and the width that the preview shows at a distance of 1: with a horizontal
 *  field of view of 65 degrees, 2 * tan(32.5 degrees). */
const PREVIEW = { pixels: 1920, width: 1.274 };

/** How many times larger modules must be in a handheld photo than in an ideal one. */
const SAFETY = 1.5;

/** Returns the maximum reading distance of a print, as a multiple of its width including the quiet zone; null if it
 *  cannot be read. `modules` is the number of modules across that width. Assumes a phone with a preview of 1920 pixels
 *  and a horizontal field of view of 65 degrees. */
export function distanceOf(margins: readonly Margin[], modules: number): number | null {
  const pixels = valueIn("module", margins);
  if (pixels === null) return null;
  return Math.round((10 * PREVIEW.pixels) / (PREVIEW.width * SAFETY * modules * pixels)) / 10;
}
