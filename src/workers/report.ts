import type { Report } from "../api.ts";
import type { RawOptions } from "../options/parse.ts";
import { examine } from "../service/examine.ts";
import { toIssue } from "../service/issues.ts";
import type { LogoParts } from "../service/logo.ts";

/** Resolves to a report without a scan check. In a separate file, because workers import it when they first need it, and
 *  a bundler would add all exports of src/service/examine.ts. */
export async function inspectUnscanned(words: RawOptions, parts: LogoParts): Promise<Report> {
  const report = await examine(words, parts);
  return { ...report, issues: report.issues.map(toIssue) };
}
