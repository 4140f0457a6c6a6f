/** CSS pixels per unit. CSS Values 4, 6.2. */
const UNITS: ReadonlyMap<string, number> = new Map(
  Object.entries({ "": 1, px: 1, pt: 96 / 72, pc: 16, mm: 96 / 25.4, cm: 96 / 2.54, in: 96 }),
);

/** Different parts of the pattern never match the same digits: `\d*\.?\d+` would backtrack over every way to split
 *  them. */
const LENGTH = /^\s*((?:\d+(?:\.\d+)?|\.\d+)(?:e[+-]?\d+)?)([a-z]*)\s*$/i;

/** Returns a length in CSS pixels; undefined if it is missing, negative or relative. */
export function lengthOf(text: string | undefined): number | undefined {
  const [, number, unit = ""] = LENGTH.exec(text ?? "") ?? [];
  const factor = UNITS.get(unit.toLowerCase());
  return number === undefined || factor === undefined ? undefined : Number(number) * factor;
}
