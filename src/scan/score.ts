import type { Margin, ScanReport } from "../ports.ts";
import { type Strain, strains } from "./margins.ts";

export type Grade = "A" | "B" | "C" | "D" | "F";

/** How much each margin counts. `npm run scan-lab -- --grades` fits the weights, so that the score predicts how often
 *  decoders outside the product read damaged copies of a picture. */
const WEIGHTS: Readonly<Record<string, number>> = {
  module: 0.2,
  noise: 0.3,
  light: 0.15,
  tilt: 0.2,
  "quiet zone": 0.15,
};

/** Minimum scores for the grades. */
const LEAST: readonly (readonly [Grade, number])[] = [
  ["A", 0.8],
  ["B", 0.7],
  ["C", 0.55],
  ["D", 0.35],
];

/** Returns how well a picture scans: the weighted mean of the margins of all decoders, from 0 to 1, rounded to
 *  hundredths. It is 0 if no decoder reads the picture. */
export function scoreOf(reports: readonly Pick<ScanReport, "margins">[]): number {
  if (reports.length === 0) return 0;
  const lost = reports.flatMap(({ margins }) => strains.map((strain) => lossOf(strain, margins)));
  return Math.round(100 * (1 - lost.reduce((sum, loss) => sum + loss, 0) / reports.length)) / 100;
}

/** Returns the name of the margin that lowers the score most. */
export function weakestMargin(margins: readonly Margin[]): string {
  return strains.reduce((worst, next) => (lossOf(next, margins) > lossOf(worst, margins) ? next : worst)).name;
}

/** Returns by how much a margin lowers the score: from 0 to its weight. */
function lossOf(strain: Strain, margins: readonly Margin[]): number {
  const { value } = margins.find(({ name }) => name === strain.name) ?? { value: null };
  return (WEIGHTS[strain.name] ?? 0) * (1 - shareOf(strain, value));
}

export function gradeOf(score: number): Grade {
  return LEAST.find(([, least]) => score >= least)?.[0] ?? "F";
}

/** Returns the position of a margin's value among the steps of its damage: 0 for null, 1 for the last step. Values
 *  between two steps are interpolated. */
export function shareOf({ steps }: Pick<Strain, "steps">, value: number | null): number {
  if (value === null) return 0;
  const falls = (steps[0] as number) > (steps.at(-1) as number);
  const after = steps.findIndex((step) => (falls ? step < value : step > value));
  if (after < 0) return 1;
  if (after === 0) return 0;
  const [from, to] = [steps[after - 1] as number, steps[after] as number];
  return (after + (value - from) / (to - from)) / steps.length;
}

/** Pixels across the preview of a phone's camera, and the width that it shows at a distance of 1. A horizontal field of
 *  view of 65 degrees shows 2 * tan(32.5 degrees). */
const PREVIEW = { pixels: 1920, width: 1.274 };

/** How much larger modules must be in a photo by hand than in an ideal one. */
const SAFETY = 1.5;

/** Returns from how far away a print can be read, as a multiple of its width with the quiet zone; null if it cannot.
 *  `modules` is the number of modules across that width. Assumes a phone with a preview of 1920 pixels and a horizontal
 *  field of view of 65 degrees. */
export function distanceOf(margins: readonly Margin[], modules: number): number | null {
  const pixels = margins.find(({ name }) => name === "module")?.value ?? null;
  if (pixels === null) return null;
  return Math.round((10 * PREVIEW.pixels) / (PREVIEW.width * SAFETY * modules * pixels)) / 10;
}
