import type fc from "fast-check";
import type { Case } from "./recipe.ts";

/** A part of the system that the fuzzer sends inputs to. */
export interface Target {
  /** The name of its file, and of its folder in the corpus. */
  readonly name: string;
  /** Generates inputs that are almost valid, with defects that are relevant to the target. */
  readonly inputs: fc.Arbitrary<Case>;
  /** Fixed inputs that tests check in addition to generated ones. `npm test` checks every fifth. */
  readonly every?: readonly Case[];
  /** Number of inputs that `npm run fuzz` checks per process. Default: 1,000. */
  readonly runs?: number;
  /** Prepares to check inputs in this process. */
  open(): Promise<OpenTarget>;
}

export interface OpenTarget {
  /** Rejects if the input breaks a property. Called with one input at a time. */
  check(input: Case): Promise<void>;
  /** Returns a generator of the next inputs, which depends on the results so far. The search then does not stop at the
   *  first failure, and does not measure coverage, which would slow the code down. */
  climb?(): fc.Arbitrary<Case>;
  /** Returns what `npm run fuzz` prints at the end. */
  report?(): string;
  close(): Promise<void>;
}

/** Thrown if an input breaks a property. The message names the property. If several inputs break it, the one with the
 *  largest `weight` is reported. */
export class Broken extends Error {
  readonly weight: number;

  constructor(message: string, weight = 0) {
    super(message);
    this.weight = weight;
  }
}

/** @throws {Broken} with `message` unless `holds`. */
export function demand(holds: boolean, message: string): asserts holds {
  if (!holds) throw new Broken(message);
}
