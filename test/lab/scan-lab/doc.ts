import { type LookResults, lookTables } from "./look-results.ts";
import { type RuleResults, ruleTables } from "./optimize-results.ts";
import { resultTables } from "./result-tables.ts";
import type { Results } from "./results.ts";
import { type SearchResults, searchTables } from "./search-results.ts";

/** Returns `doc` with new tables between its markers. @throws {Error} if there are no markers. */
export function withScans(doc: string, results: Results): string {
  return withTables(doc, "scan", resultTables(results));
}

/** Returns `doc` with new tables of the rules that choose the version and the error correction level. */
export function withRules(doc: string, results: RuleResults): string {
  return withTables(doc, "optimize", ruleTables(results));
}

/** Returns `doc` with new tables of searches for better designs. */
export function withSearches(doc: string, results: SearchResults): string {
  return withTables(doc, "search", searchTables(results));
}

/** Returns `doc` with new tables of the presets, frames and logos of designs. */
export function withLooks(doc: string, results: LookResults): string {
  return withTables(doc, "looks", lookTables(results));
}

/** Returns `doc` with new tables of the shapes that only designs have. */
export function withShapes(doc: string, results: LookResults): string {
  return withTables(doc, "shapes", lookTables(results));
}

/** Returns `doc` with `tables` between the markers called `name`. @throws {Error} if there are no such markers. */
export function withTables(doc: string, name: string, tables: string): string {
  const [start, end] = [`<!-- ${name}:start -->`, `<!-- ${name}:end -->`];
  const section = new RegExp(`(${start}\n)[\\s\\S]*?(${end})`);
  if (!section.test(doc)) throw new Error(`the page must have the lines ${start} and ${end}`);
  return doc.replace(section, (_, first, last) => `${first}${tables}\n${last}`);
}
