import type { StyleScans } from "./style-scans.ts";
import { scanTable } from "./table.ts";

const section = /(<!-- scan:start -->\n)[\s\S]*?(<!-- scan:end -->)/;

/** Returns `doc` with a new table between its markers. @throws {Error} if there are no markers. */
export function withScans(doc: string, results: readonly StyleScans[]): string {
  if (!section.test(doc)) throw new Error("docs/scan.md needs the lines <!-- scan:start --> and <!-- scan:end -->");
  return doc.replace(section, (_, start, end) => `${start}${scanTable(results)}\n${end}`);
}
