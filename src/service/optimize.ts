import type { ApiCall, Optimization } from "../api.ts";
import type { DrawingParts } from "../drawing/draw-plan.ts";
import { aspectOf, type ReadLogo, readLogo } from "../drawing/logo.ts";
import { QrError } from "../errors.ts";
import { checkValues } from "../options/kinds.ts";
import { checkOptions, type RawOptions } from "../options/parse.ts";
import { type SearchSettings, searchTable } from "../options/search-table.ts";
import { type Examination, examine } from "../report/examine.ts";
import { noScanIssue, toIssue } from "../report/issues.ts";
import { checkScan } from "../report/proof.ts";
import { searchDesign } from "../report/search.ts";
import { inTurns } from "../work/steps.ts";
import { generate } from "./generate.ts";

/** Milliseconds that estimating one design takes. */
const STEP_COST = 0.3;

/** Separates the settings of a search from the options of the design.
 *  @throws {QrError} INVALID_OPTION for an invalid setting. */
export function splitSearch(given: RawOptions): { readonly settings: SearchSettings; readonly input: RawOptions } {
  const isSetting = ([name]: readonly [string, unknown]) => Object.hasOwn(searchTable, name);
  const entries = Object.entries(given);
  const settings = checkValues(searchTable, Object.fromEntries(entries.filter(isSetting)));
  return { settings, input: Object.fromEntries(entries.filter((entry) => !isSetting(entry))) };
}

/** A search whose issues have no messages yet. */
export type Searched = Omit<Optimization, "before" | "after"> & Record<"before" | "after", Examination>;

/** Searches for a design that scans better than the one that `given` describes, whose options include the settings of the
 *  search. Takes one point of quota for each design that it scans. Rejects like `generate`, and with NOT_SUPPORTED if the given
 *  design cannot be scanned here. */
export async function searchBetter(
  given: RawOptions,
  parts: DrawingParts,
  takeQuota?: ApiCall["takeQuota"],
): Promise<Searched> {
  const { settings, input } = splitSearch(given);
  const { rows } = parts;
  const options = checkOptions(input, rows);
  // All designs have the same logo, which may be on a slow server.
  let opening: ReturnType<ReadLogo>;
  const read: ReadLogo = (...design) => {
    opening ??= readLogo(...design);
    return opening;
  };
  // Reports turn errors into issues. Drawing the picture rejects with them.
  await generate(input, parts, read);
  const logo = await read(options, parts);
  const subject = { input, options, aspect: logo && aspectOf(logo), rows };
  let count = 0;
  return searchDesign(subject, settings, {
    async measure(design) {
      await takeQuota?.(++count);
      const report = await examine(design, parts, checkScan, read);
      return design === input ? scanned(report) : report;
    },
    inTurns: (steps) => inTurns(steps, STEP_COST, parts),
    now: () => performance.now(),
  });
}

/** Returns a report if the design was scanned. @throws {QrError} NOT_SUPPORTED if it was not. */
function scanned(report: Examination): Examination {
  if (report.scan) return report;
  const { rule, values } = report.issues.find(({ code }) => code === "scan_skipped") ?? noScanIssue();
  throw new QrError("NOT_SUPPORTED", { rule, values });
}

/** Resolves to the result of `searchBetter`, with messages that use the API's names. */
export async function optimize(
  given: RawOptions,
  parts: DrawingParts,
  takeQuota?: ApiCall["takeQuota"],
): Promise<Optimization> {
  const { before, after, ...found } = await searchBetter(given, parts, takeQuota);
  const reportOf = (report: Examination) => ({ ...report, issues: report.issues.map(toIssue) });
  return { before: reportOf(before), after: reportOf(after), ...found };
}
