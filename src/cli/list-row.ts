import type { QrError } from "../errors.ts";
import type { RawOptions } from "../options/parse.ts";
import { usage } from "./faults.ts";

/** One line of a list: what it says, or what is wrong with it. */
export interface ListRow {
  /** Where it begins, from 1. */
  readonly line: number;
  readonly words: RawOptions | QrError;
}

/** Characters of one line: room for the largest logo in base64. */
export const LONGEST = 8 * 1024 * 1024;

/** The list cannot be read on: without an end to this line, nobody knows where the next one begins. */
export function tooLong(name: string, line: number): QrError {
  return usage(`${name}, line ${line}: the line is longer than ${LONGEST / 1024 / 1024} MB`);
}
