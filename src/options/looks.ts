/** The property of a design that holds its drawing functions. It survives spreading, and is the same in all copies of the
 *  library. */
export const DESIGN: unique symbol = /* @__PURE__ */ Symbol.for("isoqr.design");

/** Matches the names of `createDesignTable` that are not in `svgTable`. Also matches `dotStyle`, followed by a value that
 *  is only in the former. A pattern adds less code to pages than a list. */
const LOOK = /^(preset|eye|pupil|gradient|bgGradient|dotSize|dotStyle(sm|di|st|.+-l))/;

/** Returns the name of the first option that only designs have; undefined if there is none. */
export function lookIn(options: object): string | undefined {
  const words = options as Readonly<Record<string, unknown>>;
  return Object.keys(words).find((name) => words[name] !== undefined && LOOK.test(name + words.dotStyle));
}
