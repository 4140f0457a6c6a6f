import { randomFrom } from "../damage/random.ts";

/** Returns Spearman's rank correlation of two lists of the same length, -1 to 1. Equal values share their mean rank. */
export function spearman(one: readonly number[], other: readonly number[]): number {
  return correlation(ranks(one), ranks(other));
}

function ranks(values: readonly number[]): number[] {
  const order = values.map((_, at) => at).sort((a, b) => (values[a] as number) - (values[b] as number));
  const ranked = new Array<number>(values.length);
  for (let start = 0, end = 0; start < order.length; start = end) {
    const value = values[order[start] as number];
    while (end < order.length && values[order[end] as number] === value) end++;
    for (let at = start; at < end; at++) ranked[order[at] as number] = (start + end - 1) / 2;
  }
  return ranked;
}

function correlation(one: readonly number[], other: readonly number[]): number {
  const [a, b] = [centred(one), centred(other)];
  const product = (x: readonly number[], y: readonly number[]) =>
    x.reduce((sum, v, at) => sum + v * (y[at] as number), 0);
  return product(a, b) / Math.sqrt(product(a, a) * product(b, b));
}

function centred(values: readonly number[]): number[] {
  const middle = mean(values);
  return values.map((value) => value - middle);
}

export const mean = (values: readonly number[]): number => values.reduce((sum, v) => sum + v, 0) / values.length;

const RESAMPLES = 1000;

/** Returns the 95 % confidence interval of the rank correlation, computed by bootstrapping. */
export function spearmanInterval(one: readonly number[], other: readonly number[]): readonly [number, number] {
  const random = randomFrom(1);
  const found = Array.from({ length: RESAMPLES }, () => {
    const drawn = one.map(() => Math.floor(random() * one.length));
    return spearman(
      drawn.map((at) => one[at] as number),
      drawn.map((at) => other[at] as number),
    );
  }).sort((a, b) => a - b);
  return [found[Math.floor(0.025 * RESAMPLES)] as number, found[Math.ceil(0.975 * RESAMPLES) - 1] as number];
}

const ROUNDS = 500;

/** Returns the non-negative weights for which the weighted sums of `rows` are closest to `targets` (least squares).
 *  Regularization pulls each weight towards `towards`, with the strength of `by` extra rows. Uses coordinate
 *  descent. */
export function fitWeights(
  rows: readonly (readonly number[])[],
  targets: readonly number[],
  { towards, by }: { readonly towards: number; readonly by: number },
): number[] {
  const weights = (rows[0] ?? []).map(() => 0);
  const rests = [...targets];
  const squares = weights.map((_, column) => rows.reduce((sum, row) => sum + (row[column] as number) ** 2, by));
  for (let round = 0; round < ROUNDS; round++) {
    for (let column = 0; column < weights.length; column++) {
      const old = weights[column] as number;
      const gap = rows.reduce((sum, row, at) => sum + (row[column] as number) * (rests[at] as number), 0);
      const next = Math.max(0, old + (gap + by * (towards - old)) / (squares[column] || 1));
      for (const [at, row] of rows.entries())
        rests[at] = (rests[at] as number) - (next - old) * (row[column] as number);
      weights[column] = next;
    }
  }
  return weights;
}
