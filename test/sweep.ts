/** Whether every case of a sweep is tested, as in `npm run test:full`. */
export const isFull = process.env.SWEEP === "full";

/** Returns every `step`-th case, or all of them in `npm run test:full`. `start` is the index of the first one, modulo
 *  `step`. Choose a `step` without a common divisor with the lengths of the tables that the cases combine, so that the
 *  sample has every value of each table. */
export function sample<T>(cases: readonly T[], step: number, start = 0): readonly T[] {
  return isFull ? cases : cases.filter((_, at) => at % step === start % step);
}

/** Returns the number of random cases to test: `count` in `npm run test:full`, and otherwise a quarter. */
export const rounds = (count: number): number => (isFull ? count : Math.ceil(count / 4));
