import fc from "fast-check";
import type { Case } from "./recipe.ts";
import type { OpenTarget } from "./target.ts";

/** An input that breaks a property, after shrinking. */
export interface Found {
  readonly input: Case;
  readonly message: string;
  /** The path from which fast-check can reproduce the input with the same seed. */
  readonly path: string;
}

/** Maximum number of shrinking attempts. Each of them may take as long as the original failure. */
const MAX_SHRINKS = 80;

/** Checks `runs` values of `inputs`, which depend only on the seed. Resolves to the first value that breaks a property,
 *  or undefined if none does. */
export async function search(
  inputs: fc.Arbitrary<Case>,
  { check }: Pick<OpenTarget, "check">,
  { seed, runs }: { readonly seed: number; readonly runs: number },
): Promise<Found | undefined> {
  let shrinks = 0;
  let hasFailed = false;
  const property = fc.asyncProperty(inputs, async (input) => {
    if (hasFailed && ++shrinks > MAX_SHRINKS) return;
    try {
      await check(input);
    } catch (error) {
      // Skips mutations that describe too many bytes.
      if (error instanceof RangeError && /too many bytes/.test(error.message)) return;
      hasFailed = true;
      throw error;
    }
  });
  const { failed, counterexample, errorInstance, counterexamplePath } = await fc.check(property, {
    seed,
    numRuns: runs,
  });
  if (!failed || !counterexample) return undefined;
  return { input: counterexample[0], message: describe(errorInstance), path: counterexamplePath ?? "" };
}

export function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.constructor.name === "Broken" ? error.message : (error.stack ?? error.message);
}
