import type { Issue, Report } from "../api.ts";
import type { QrError } from "../errors.ts";
import { type QrOptions, rows, table } from "../options/table.ts";
import type { ScanReport } from "../ports.ts";
import { GOOD_CONTRAST } from "../render/contrast.ts";
import { contrastAdvice, LEAST_CONTRAST } from "./contrast.ts";
import { scanGrade } from "./grade.ts";

/** Pixels a module: decoders sample every module, and need two samples to find an edge between them (the sampling
 *  theorem); cameras are given four, as resampled screens and prints lose some. */
export const LEAST_PIXELS = 2;
export const GOOD_PIXELS = 4;

/** Modules of the quiet zone. ISO/IEC 18004:2015, 6.3.8. */
const QUIET_ZONE = 4;

const order = rows.map(([name]) => name as string);

/** `issues` in the order of the table; what belongs to no option is last. */
export function inOrder(issues: readonly Issue[]): Issue[] {
  const place = ({ field }: Issue) => (order.includes(field) ? order.indexOf(field) : order.length);
  return [...issues].sort((a, b) => place(a) - place(b));
}

/** Returns the issue for an invalid option, for data that do not fit, or for a logo.
 *  @throws {QrError} `error` itself if it is BUSY: it says nothing about the picture, and a report without the proof might
 *  call an invalid picture valid. */
export function issueOf(error: QrError): Issue {
  const { code, message, field = "data" } = error;
  switch (code) {
    case "DATA_MISSING":
      return { code: "data_missing", severity: "error", field, message };
    case "DATA_TOO_LONG":
      return { code: "data_too_long", severity: "error", field, message };
    case "LOGO_UNREACHABLE":
      return { code: "logo_unreachable", severity: "error", field, message };
    case "INVALID_OPTION":
      return { code: "invalid_option", severity: "error", field, message };
    case "BUSY":
      throw error;
    default:
      return { code: "logo_invalid", severity: "error", field, message };
  }
}

/** What is wrong with the colours. */
export function contrastIssues({ color, bg }: QrOptions, { ratio, inverted }: Report["contrast"]): Issue[] {
  const issues: Issue[] = [];
  if (ratio < GOOD_CONTRAST) {
    const { field, advice } = contrastAdvice(color, bg);
    const severity = ratio < LEAST_CONTRAST ? "error" : "warning";
    const message = `color and bg have a contrast of ${ratio.toFixed(2)}:1 and need ${GOOD_CONTRAST}:1: ${advice}`;
    issues.push({ code: "low_contrast", severity, field, message });
  }
  if (inverted) {
    const message = "color is lighter than bg, and some scanners read dark codes only: exchange color and bg";
    issues.push({ code: "inverted", severity: "warning", field: "color", message });
  }
  return issues;
}

/** What is wrong with the quiet zone. */
export function marginIssues({ margin }: QrOptions): Issue[] {
  if (margin >= QUIET_ZONE) return [];
  const quiet =
    margin === 0
      ? "margin is 0, and scanners need a quiet zone"
      : `margin is ${margin}, less than the standard asks for`;
  const severity = margin === 0 ? "error" : "warning";
  return [{ code: "quiet_zone_missing", severity, field: "margin", message: `${quiet}: set margin to ${QUIET_ZONE}` }];
}

/** What is wrong with the size of the modules of a symbol of `side` modules, `pixels` each. */
export function sizeIssues({ size, margin }: QrOptions, side: number, pixels: number): Issue[] {
  if (pixels >= GOOD_PIXELS) return [];
  const enough = GOOD_PIXELS * (side + 2 * margin);
  const advice =
    enough <= table.size.max
      ? `raise size from ${size} to at least ${enough}`
      : `raise size to ${table.size.max} and shorten data`;
  const severity = pixels < LEAST_PIXELS ? "error" : "warning";
  const message = `a module is ${tidy(pixels)} px wide, and scanners want ${GOOD_PIXELS} px: ${advice}`;
  return [{ code: "too_small", severity, field: "size", message }];
}

/** What reading back says, with `others` already found. Where a picture is read, but from few of its damaged copies, that
 *  is a warning. */
export function scanIssues(options: QrOptions, scan: ScanReport, others: readonly Issue[]): Issue[] {
  if (scan.passed && scanGrade(scan) < "D") return [];
  const { field, advice } = scanAdvice(options, others);
  const failed = scan.conditions.filter(({ passed }) => !passed).map(({ name }) => name);
  const message = scan.passed
    ? `the code is read, but not under ${failed.join(", ")}: ${advice}`
    : `the code cannot be read: ${advice}`;
  return [{ code: "scan_failed", severity: scan.passed ? "warning" : "error", field, message }];
}

/** Why there is no proof. */
export function skippedIssue(reason: string, severity: Issue["severity"] = "warning"): Issue {
  return {
    code: "scan_skipped",
    severity,
    field: "data",
    message: `the picture was not read back, because ${reason}`,
  };
}

/** What most probably keeps a code from being read: what is wrong already, else what takes from it most. */
function scanAdvice({ logo, logoData, dotStyle }: QrOptions, others: readonly Issue[]) {
  const errors = others.filter(({ severity }) => severity === "error");
  const mended = (errors.length > 0 ? errors : others)
    .map(({ field }) => field)
    .filter((field) => order.includes(field));
  const [first] = mended;
  if (first) return { field: first, advice: `first change ${[...new Set(mended)].join(", ")} as the other issues say` };
  if (logo !== undefined || logoData !== undefined) return { field: "logoSize", advice: "lower logoSize" };
  if (dotStyle !== "square") return { field: "dotStyle", advice: "use dotStyle square" };
  return { field: "size", advice: "raise size or shorten data" };
}

/** `value` with at most two decimals. */
function tidy(value: number): string {
  return String(Math.round(value * 100) / 100);
}
