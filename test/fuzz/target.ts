import type fc from "fast-check";
import type { Case } from "./recipe.ts";

/** A part of the system that the fuzzer sends inputs to. */
export interface Target {
  /** The name of its file, and of its folder in the corpus. */
  readonly name: string;
  /** Generates inputs that are almost valid, with defects that are relevant to the target. */
  readonly inputs: fc.Arbitrary<Case>;
  /** Fixed inputs that every test run checks in addition to generated ones. */
  readonly every?: readonly Case[];
  /** Prepares to check inputs in this process. */
  open(): Promise<OpenTarget>;
}

export interface OpenTarget {
  /** Rejects if the input breaks a property. Called with one input at a time. */
  check(input: Case): Promise<void>;
  close(): Promise<void>;
}

/** Thrown if an input breaks a property. The message names the property. */
export class Broken extends Error {}

/** @throws {Broken} with `message` unless `holds`. */
export function demand(holds: boolean, message: string): asserts holds {
  if (!holds) throw new Broken(message);
}
