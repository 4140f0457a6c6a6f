import { integer, type ReadingOf, type ValuesOf } from "./kinds.ts";

/** What a search for a design that scans better may change. By default, a search may change all of them except shapes. */
export const searchParts = ["margin", "ec", "version", "logoSize", "colors", "shapes"] as const;

export type SearchPart = (typeof searchParts)[number];

export const PARTS_LIST = "{field} must list one or more of {text}";

/** Lists of parts: an array, or a text with commas. The value is a text in the order of `searchParts`. */
const partList = <const R extends { readonly default: string }>(rules: R): R & ReadingOf<"text"> => ({
  ...rules,
  kind: "text",
  read(word: unknown) {
    const names = Array.isArray(word) ? word : typeof word === "string" ? word.split(",") : [];
    const wanted: readonly unknown[] = names.map((name) => (typeof name === "string" ? name.trim() : name));
    const isValid = wanted.length > 0 && wanted.every((name) => searchParts.some((part) => part === name));
    return isValid ? searchParts.filter((part) => wanted.includes(part)).join() : undefined;
  },
  rule: () => ({ rule: PARTS_LIST, values: { text: searchParts.join(", ") } }),
});

const allow = /* @__PURE__ */ partList({ default: searchParts.slice(0, -1).join() });
const candidates = /* @__PURE__ */ integer({ min: 2, max: 100, default: 40 });
const seconds = /* @__PURE__ */ integer({ min: 1, max: 60, default: 20 });

/** The settings of a search, in addition to the options of the code. */
export const searchTable = { allow, candidates, seconds };

/** The checked settings of a search. */
export type SearchSettings = ValuesOf<typeof searchTable>;

/** The settings of a search. A type and not an interface, so that records of options may contain them. */
export type SearchInput = {
  /** What the search may change: "margin" (the quiet zone), "ec", "version", "logoSize", "colors", "shapes". All other options
   *  stay. Default: all but "shapes". */
  readonly allow?: string | readonly SearchPart[] | undefined;
  /** Maximum number of designs to draw and scan, 2 to 100; default 40. */
  readonly candidates?: number | undefined;
  /** Seconds after which the search stops early, 1 to 60; default 20. How far it gets then depends on the machine. */
  readonly seconds?: number | undefined;
};
