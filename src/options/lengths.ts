import { lengthRange } from "../messages/option-rules.ts";
import type { ReadingOf } from "./kinds.ts";

/** Millimetres per unit. */
const UNITS: Readonly<Record<string, number>> = { mm: 1, cm: 10, in: 25.4, pt: 25.4 / 72 };

/** A number with a unit. Runs in linear time, because no two adjacent parts match the same character. */
export const LENGTH: RegExp = /^(\d{1,5}(?:\.\d{1,6})?)(mm|cm|in|pt)$/;

interface Limits {
  /** In millimetres. */
  readonly min: number;
  readonly max: number;
}

/** Returns a checked length in millimetres. */
export function millimetresOf(length: string): number {
  const [, number, unit = ""] = LENGTH.exec(length) ?? [];
  return Number(number) * (UNITS[unit] ?? Number.NaN);
}

/** Lengths with a unit. The value is the text, such as "40mm". */
export const length = <const R extends Limits>(rules: R): R & ReadingOf<"length"> => ({
  ...rules,
  kind: "length",
  read(word: unknown) {
    const long = millimetresOf(word as string);
    return typeof word === "string" && long >= rules.min && long <= rules.max ? word : undefined;
  },
  rule: () => ({ rule: lengthRange, values: { min: rules.min, max: rules.max, option: { option: "size" } } }),
});
