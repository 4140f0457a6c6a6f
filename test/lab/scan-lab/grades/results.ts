import { contrastOf } from "../../../../src/report/contrast.ts";
import { type Grade, gradeOf, isSmall, LEAST, ladders, scoreOf, sharesOf } from "../../../../src/scan/score.ts";
import { readers, slowest } from "../readers.ts";
import { CLEAN } from "../tasks.ts";
import { planMixed } from "./mix.ts";
import type { MixedReadings } from "./perform.ts";
import { fitWeights, mean, spearman, spearmanInterval } from "./statistics.ts";

/** The numbers of the pictures that the weights are fitted to, and of those that the score is tested on. */
export const FITTED = { first: 1, count: 200 };
export const HELD_OUT = { first: 1001, count: 420 };

/** Regularization strength: how strongly the fit pulls the weights towards equal weights. */
const PULL = 10;
/** Contrast ratio that small text needs. WCAG 2.2, 1.4.3. */
const GOOD_CONTRAST = 4.5;

/** The decoders that isoqr uses. */
export const OWN = ["zxing-wasm", "zbar-wasm"];

export interface Fit {
  readonly pictures: number;
  /** The weight of each margin. Their sum is 1. */
  readonly weights: Readonly<Record<string, number>>;
  /** The factor that multiplies the score of light-on-dark codes. */
  readonly lightOnDark: number;
}

export interface Correlation {
  readonly pictures: number;
  readonly value: number;
  /** The bounds of the 95 % confidence interval. */
  readonly interval: readonly [number, number];
}

export interface GradeRow {
  readonly pictures: number;
  /** The share of pictures that decoders other than isoqr's read, damaged copies included. */
  readonly rate: number;
  /** For each decoder, the number of undamaged pictures that it was given, and the number that it read. */
  readonly clean: Readonly<Record<string, readonly [given: number, read: number]>>;
  /** The number of dark-on-light pictures that at least two decoders fail to read even without damage. The slowest
   *  decoder is ignored. */
  readonly missed: number;
}

export interface GradeResults {
  readonly date: string;
  readonly fit: Fit;
  readonly correlations: Readonly<Record<string, Correlation>>;
  /** How well the pass rate of each small set of decoders predicts that of the decoders outside it. */
  readonly sets: { readonly date: string; readonly correlations: Readonly<Record<string, Correlation>> };
  readonly grades: Readonly<Record<Grade, GradeRow>>;
}

/** Returns the share of the picture and its damaged copies that `decoders` read, or NaN if they were given none. */
export function rateOf({ read }: MixedReadings, decoders: (name: string) => boolean): number {
  const verdicts = Object.values(read).flatMap((found) =>
    Object.entries(found).flatMap(([name, isRead]) => (decoders(name) ? [isRead ? 1 : 0] : [])),
  );
  return mean(verdicts);
}

/** Returns true for decoders that isoqr does not use and that are given every picture. */
const isQuick = (name: string): boolean => !OWN.includes(name) && name !== slowest;

const isLightOnDark = ({ seed }: MixedReadings): boolean => {
  const { color, bg } = planMixed(seed).options;
  return contrastOf(color, bg).inverted;
};

const reportsOf = ({ margins }: MixedReadings) => Object.values(margins).map((margins) => ({ margins }));

/** Returns the weights with which the score best predicts the rates, and the factor for light-on-dark codes. */
export function fitted(all: readonly MixedReadings[]): Fit {
  const rows = all.filter((one) => !isLightOnDark(one));
  const rates = rows.map((one) => rateOf(one, isQuick));
  const shares = rows.map((one) => sharesOf(reportsOf(one)));
  const equal = mean(rates) / mean(shares.map((row) => row.reduce((sum, share) => sum + share, 0)));
  const weights = fitWeights(shares, rates, { towards: equal, by: PULL });
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const predict = (one: MixedReadings) =>
    sharesOf(reportsOf(one)).reduce((sum, share, at) => sum + share * (weights[at] as number), 0);
  const inverted = all.filter(isLightOnDark);
  const [given, wanted] = [inverted.map(predict), inverted.map((one) => rateOf(one, isQuick))];
  const product = (a: readonly number[], b: readonly number[]) =>
    a.reduce((sum, v, at) => sum + v * (b[at] as number), 0);
  return {
    pictures: all.length,
    weights: Object.fromEntries(ladders.map(({ name }, at) => [name, rounded((weights[at] as number) / total, 2)])),
    lightOnDark: rounded(product(given, wanted) / product(given, given), 2),
  };
}

/** Returns how well the score predicts the rates, and the rates of the pictures with each grade. */
export function tested(all: readonly MixedReadings[], fit: Fit, date: string): GradeResults {
  const scores = new Map(all.map((one) => [one, scoreOf(reportsOf(one), isLightOnDark(one))]));
  const gradeIs = (one: MixedReadings): Grade => {
    const grade = gradeOf(scores.get(one) as number);
    return grade < "C" && isSmall(one.scale, planMixed(one.seed).options.format === "svg") ? "C" : grade;
  };
  const correlation = (some: readonly MixedReadings[], decoders: (name: string) => boolean) =>
    correlationOf(
      some.map((one) => scores.get(one) as number),
      some.map((one) => rateOf(one, decoders)),
    );
  const isReadable = ({ read }: MixedReadings) => OWN.every((name) => read[CLEAN]?.[name]);
  const isPlain = ({ seed }: MixedReadings) => {
    const { color, bg } = planMixed(seed).options;
    const { ratio, inverted } = contrastOf(color, bg);
    return !inverted && ratio >= GOOD_CONTRAST;
  };
  const slow = all.filter(({ read }) => slowest in (read[CLEAN] ?? {}));
  const names = readers.map(({ name }) => name).filter((name) => !OWN.includes(name));
  return {
    date,
    fit,
    correlations: {
      "all pictures": correlation(all, isQuick),
      "pictures that both decoders read": correlation(all.filter(isReadable), isQuick),
      "dark on light with good contrast": correlation(all.filter(isPlain), isQuick),
      ...Object.fromEntries(
        names.map((name) => [name, correlation(name === slowest ? slow : all, (one) => one === name)]),
      ),
    },
    sets: { date, correlations: compareSets(all) },
    grades: Object.fromEntries(
      [...LEAST.map(([grade]) => grade), "F" as const].map((grade) => [
        grade,
        gradeRow(all.filter((one) => gradeIs(one) === grade)),
      ]),
    ) as Record<Grade, GradeRow>,
  };
}

function correlationOf(given: readonly number[], rates: readonly number[]): Correlation {
  const [least, most] = spearmanInterval(given, rates);
  const value = rounded(spearman(given, rates), 3);
  return { pictures: given.length, value, interval: [rounded(least, 3), rounded(most, 3)] };
}

/** Maximum number of decoders in a set. */
const MAX_IN_SET = 3;

/** Returns the name of a set of decoders, such as "jsqr + quirc". */
export const setName = (set: readonly string[]): string => set.join(" + ");

/** Returns how well each set of up to three decoders predicts the others: the rank correlation between the share of copies
 *  that the set reads and the share that the others read. Small sets come first. Uses the pictures whose damaged copies all decoders have read, and ignores the
 *  slowest decoder, as the other totals do. */
export function compareSets(all: readonly MixedReadings[]): Record<string, Correlation> {
  const some = all.filter(({ read }) => Object.values(read).every((found) => OWN.every((name) => name in found)));
  const names = readers.map(({ name }) => name).filter((name) => name !== slowest);
  const sets = subsets(names).filter(({ length }) => length > 0 && length <= MAX_IN_SET);
  return Object.fromEntries(
    sets
      .sort((a, b) => a.length - b.length)
      .map((set) => {
        const inside = some.map((one) => rateOf(one, (name) => set.includes(name)));
        const outside = some.map((one) => rateOf(one, (name) => name !== slowest && !set.includes(name)));
        return [setName(set), correlationOf(inside, outside)];
      }),
  );
}

/** Returns all subsets of the list, including the empty set and the whole list, each in the order of the list. */
function subsets([first, ...rest]: readonly string[]): string[][] {
  if (first === undefined) return [[]];
  const others = subsets(rest);
  return [...others.map((set) => [first, ...set]), ...others];
}

function gradeRow(some: readonly MixedReadings[]): GradeRow {
  const cleans = some.map(({ read }) => read[CLEAN] ?? {});
  const count = (name: string): readonly [number, number] => {
    const given = cleans.filter((clean) => name in clean);
    return [given.length, given.filter((clean) => clean[name]).length];
  };
  const misses = (clean: Readonly<Record<string, boolean>>) =>
    Object.entries(clean).filter(([name, isRead]) => name !== slowest && !isRead).length;
  return {
    pictures: some.length,
    rate: some.length === 0 ? 0 : rounded(mean(some.map((one) => rateOf(one, isQuick))), 3),
    clean: Object.fromEntries(readers.map(({ name }) => [name, count(name)])),
    missed: some.filter((one, at) => !isLightOnDark(one) && misses(cleans[at] ?? {}) > 1).length,
  };
}

function rounded(value: number, digits: number): number {
  return Math.round(value * 10 ** digits) / 10 ** digits;
}
