import type { Report } from "../api.ts";
import type { LogoParts } from "../drawing/logo.ts";
import type { RawOptions } from "../options/parse.ts";
import { examine } from "../report/examine.ts";
import { toIssue } from "../report/issues.ts";

/** Resolves to a report without a scan check. A separate file, because workers import it when they first need it, and
 *  because a bundler would add all exports of src/report/examine.ts. */
export async function inspectUnscanned(input: RawOptions, parts: LogoParts): Promise<Report> {
  const report = await examine(input, parts);
  return { ...report, issues: report.issues.map(toIssue) };
}
