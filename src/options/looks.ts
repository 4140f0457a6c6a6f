/** The property of a design that holds its drawing functions. It survives spreading, and is the same in all copies of the
 *  library. */
export const DESIGN: unique symbol = /* @__PURE__ */ Symbol.for("isoqr.design");

/** Matches the names of `designTable` that are not in `svgTable`. For dotStyle, a space and its value follow. A pattern
 *  adds less code to pages than a list. */
const LOOK = /^(preset|eye|pupil|dotSize|dotStyle (small-|diam|star|.*-line)|.*[gG]radient)/;

/** Returns the name of the first option that only designs have; undefined if there is none. */
export function lookIn(options: object = {}): string | undefined {
  const words = options as Readonly<Record<string, unknown>>;
  for (const name in words) {
    const word = words[name];
    if (word !== undefined && LOOK.test(name === "dotStyle" ? `${name} ${word}` : name)) return name;
  }
  return undefined;
}
