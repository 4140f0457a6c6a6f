import { bytesOf, type Case, isStretchable, MAX_BYTES, type Recipe, stretched } from "./recipe.ts";
import { watchLoop } from "./stall.ts";
import { demand } from "./target.ts";

/** Maximum processor time in milliseconds for which a request may block other requests. The goal is 100, but test
 *  machines are slow. Work that takes quadratic time would exceed the limit by seconds. */
export const STALL = 250;

/** Returns the bytes of an input. If the input has repetitions, also returns a version of about `size` bytes with more
 *  repetitions, which reveals work that grows faster than the input. */
export function sizesOf({ input }: Case, size: number): readonly Buffer[] {
  const once = bytesOf(input);
  const large = isStretchable(input) && once.length < size ? stretchedTo(input, size) : undefined;
  return large ? [once, bytesOf(large)] : [once];
}

/** Returns `recipe` stretched to about `size` bytes, or undefined if it cannot be stretched. */
function stretchedTo(recipe: Recipe, size: number): Recipe | undefined {
  let result: Recipe | undefined;
  let [factor, length] = [1, bytesOf(recipe).length];
  // The size is not proportional to the number of repetitions: indices get longer, and deflated pieces hardly grow.
  // Several steps approximate the right factor.
  for (let step = 0; step < 3 && length < 0.9 * size; step++) {
    const twice = bytesOf(stretched(recipe, 2 * factor)).length;
    if (twice <= length) return result;
    factor *= 1 + (size - length) / (twice - length);
    if (factor * length > MAX_BYTES && twice < size) return result;
    const next = stretched(recipe, factor);
    length = bytesOf(next).length;
    if (length <= 1.05 * size) result = next;
    else factor *= (0.95 * size) / length;
  }
  return result;
}

/** Checks that no input in `all` makes `run` block the event loop for more than `most` milliseconds of processor time.
 *  Makes up to three attempts, because compilation and garbage collection may slow one down. */
export async function checkLoop(
  all: readonly Buffer[],
  run: (bytes: Buffer) => Promise<unknown>,
  most = STALL,
): Promise<void> {
  for (const bytes of all) {
    let least = Number.POSITIVE_INFINITY;
    for (let attempt = 0; attempt < 3 && least > most; attempt++) {
      least = Math.min(least, (await watchLoop(() => run(bytes))).longest);
    }
    const figure = `${Math.round(least)} ms of processor time`;
    const start = JSON.stringify(bytes.toString("latin1", 0, 100));
    demand(least <= most, `the event loop is blocked for ${figure} by ${bytes.length} bytes that start with ${start}`);
  }
}
