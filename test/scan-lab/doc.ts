import { resultTables } from "./result-tables.ts";
import type { Results } from "./results.ts";

const section = /(<!-- scan:start -->\n)[\s\S]*?(<!-- scan:end -->)/;

/** Returns `doc` with new tables between its markers. @throws {Error} if there are no markers. */
export function withScans(doc: string, results: Results): string {
  if (!section.test(doc)) throw new Error("docs/scan.md needs the lines <!-- scan:start --> and <!-- scan:end -->");
  return doc.replace(section, (_, start, end) => `${start}${resultTables(results)}\n${end}`);
}
