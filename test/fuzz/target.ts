import type fc from "fast-check";
import type { Case } from "./recipe.ts";

/** What the fuzzer sends inputs to. */
export interface Target {
  /** The name of its file and of its folder in the corpus. */
  readonly name: string;
  /** Inputs that look like what it expects and are broken in ways that matter. */
  readonly inputs: fc.Arbitrary<Case>;
  /** Inputs that are always checked, if there are few enough. */
  readonly every?: readonly Case[];
  /** Gets ready to check inputs in this process. */
  open(): Promise<OpenTarget>;
}

export interface OpenTarget {
  /** Rejects with the property that the input breaks. Called with one input at a time. */
  check(input: Case): Promise<void>;
  close(): Promise<void>;
}

/** A property that an input breaks, in one sentence. */
export class Broken extends Error {}

/** @throws {Broken} with `sentence` unless `holds`. */
export function demand(holds: boolean, message: string): asserts holds {
  if (!holds) throw new Broken(message);
}
