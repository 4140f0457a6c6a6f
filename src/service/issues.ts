import type { Issue, Report } from "../api.ts";
import { type ErrorRecord, literal, messageOf, type QrError } from "../errors.ts";
import { type OptionName, type QrOptions, rows, table } from "../options/table.ts";
import { GOOD_CONTRAST } from "../render/colors.ts";
import { contrastAdvice, contrastOf, LEAST_CONTRAST } from "./contrast.ts";

/** Pixels per module. Decoders need two samples to find an edge (sampling theorem); four allow for losses on screens,
 *  in prints and in cameras. */
export const LEAST_PIXELS = 2;
export const GOOD_PIXELS = 4;

/** Width of the quiet zone in modules. ISO/IEC 18004:2015, 6.3.8. */
const QUIET_ZONE = 4;

const order = rows.map(([name]) => name as string);

/** An issue without a message. Each interface composes the message with its own names. */
export interface Finding extends Pick<Issue, "code" | "severity" | "field">, Pick<ErrorRecord, "rule" | "whole"> {
  /** The fixes that the text in `rule` suggests. */
  readonly ways?: readonly Way[] | undefined;
}

type Scan = NonNullable<Report["scan"]>;

type Fault = Pick<Issue, "severity" | "field">;

/** Option values that together fix an issue. */
export type Way = { readonly [Name in OptionName]?: QrOptions[Name] };

/** Returns the issue for `finding`, with a message that uses the API's names. */
export function toIssue(finding: Finding): Issue {
  const { code, severity, field } = finding;
  return { code, severity, field, message: messageOf(finding) };
}

/** Sorts `findings` in the order of the option table; those without an option come last. */
export function inOrder(findings: readonly Finding[]): Finding[] {
  const place = ({ field }: Finding) => (order.includes(field) ? order.indexOf(field) : order.length);
  return [...findings].sort((a, b) => place(a) - place(b));
}

/** Returns the finding for an error about an option, the data or a logo.
 *  @throws {QrError} `error` itself if it is BUSY, because a report without the scan check might call an invalid
 *  picture valid. */
export function findingOf(error: QrError): Finding {
  if (error.code === "BUSY") throw error;
  const { rule, field, whole } = error;
  const code = ISSUE_CODES[error.code] ?? "logo_invalid";
  return field === undefined
    ? { code, severity: "error", field: "data", rule: literal(rule), whole: true }
    : { code, severity: "error", field, rule, whole };
}

const ISSUE_CODES: { readonly [Code in QrError["code"]]?: Issue["code"] } = {
  DATA_MISSING: "data_missing",
  DATA_TOO_LONG: "data_too_long",
  LOGO_UNREACHABLE: "logo_unreachable",
  INVALID_OPTION: "invalid_option",
};

export function contrastIssues({ color, bg }: QrOptions, contrast: Report["contrast"]): Finding[] {
  return bg === "transparent" ? clearIssues(color, contrast) : opaqueIssues(color, bg, contrast);
}

function opaqueIssues(color: string, bg: string, { ratio, inverted }: Report["contrast"]): Finding[] {
  const findings: Finding[] = [];
  if (ratio < GOOD_CONTRAST) {
    const { field, to, advice } = contrastAdvice(color, bg);
    const rule = `{color} and {bg} have a contrast of ${ratio.toFixed(2)}:1, but scanners need ${GOOD_CONTRAST}:1: ${advice}`;
    findings.push({ ...lowContrast(ratio), field, rule, ways: [{ [field]: to }] });
  }
  if (inverted) {
    const rule = "is lighter than {bg}, but some scanners cannot read inverted codes: swap {color} and {bg}";
    findings.push({ code: "inverted", severity: "warning", field: "color", rule });
  }
  return findings;
}

/** Returns the issues of a code on a transparent background, which must be readable on white and on black. */
function clearIssues(color: string, { ratio, inverted }: Report["contrast"]): Finding[] {
  const [white, black] = [contrastOf(color, "ffffff").ratio, contrastOf(color, "000000").ratio];
  const [better, worse] = white >= black ? (["ffffff", "black"] as const) : (["000000", "white"] as const);
  const ways = [{ bg: better }];
  const advice = `set {bg} to ${better}`;
  if (ratio < GOOD_CONTRAST) {
    const rule = `{color} has a contrast of ${ratio.toFixed(2)}:1 on ${worse}, but scanners need ${GOOD_CONTRAST}:1, and a transparent {bg} may be placed on any colour: ${advice}`;
    return [{ ...lowContrast(ratio), field: "bg", rule, ways }];
  }
  if (!inverted) return [];
  const rule = `{color} is lighter than black, but some scanners cannot read inverted codes, and a transparent {bg} may be placed on any colour: ${advice}`;
  return [{ code: "inverted", severity: "warning", field: "bg", rule, whole: true, ways }];
}

function lowContrast(ratio: number): Pick<Finding, "code" | "severity" | "whole"> {
  return { code: "low_contrast", severity: ratio < LEAST_CONTRAST ? "error" : "warning", whole: true };
}

export function marginIssues({ margin }: QrOptions): Finding[] {
  if (margin >= QUIET_ZONE) return [];
  const quiet =
    margin === 0 ? "is 0, but scanners need a quiet zone" : `is ${margin}, but the standard requires ${QUIET_ZONE}`;
  const severity = margin === 0 ? "error" : "warning";
  return [{ code: "quiet_zone_missing", severity, field: "margin", rule: `${quiet}: set {margin} to ${QUIET_ZONE}` }];
}

/** Returns an issue if modules are narrower than GOOD_PIXELS. `side` is the number of modules per side, and `pixels` is
 *  the width of a module. */
export function sizeIssues({ size, margin }: QrOptions, side: number, pixels: number): Finding[] {
  if (pixels >= GOOD_PIXELS) return [];
  const enough = GOOD_PIXELS * (side + 2 * margin);
  const advice =
    enough <= table.size.max
      ? `raise {size} from ${size} to at least ${enough}`
      : `raise {size} to ${table.size.max} and shorten {data}`;
  const severity = pixels < LEAST_PIXELS ? "error" : "warning";
  const rule = `modules are ${tidy(pixels)} px wide, but scanners need ${GOOD_PIXELS} px: ${advice}`;
  const ways = [{ size: Math.min(enough, table.size.max) }];
  return [{ code: "too_small", severity, field: "size", rule, whole: true, ways }];
}

/** Returns the issues found by `scan`. `others` are all other issues of the report. An issue is only a warning if a
 *  decoder reads the picture itself, but others do not, or if few of its damaged copies scan. */
export function scanIssues(options: QrOptions, scan: Scan, others: readonly Fault[]): Finding[] {
  if (scan.passed && scan.grade < "D") return [];
  const { field, advice } = scanAdvice(options, others);
  const failed = scan.conditions.filter(({ passed }) => !passed).map(({ name }) => name);
  const ran = scan.decoders.filter(({ passed }) => passed !== null);
  const blind = ran.filter(({ passed }) => !passed).map(({ name }) => name);
  const isUnread = blind.length === ran.length;
  const rule = scan.passed
    ? `the code scans, but fails ${failed.length} of ${scan.conditions.length} conditions (${failed.join(", ")}): ${advice}`
    : `the code does not scan${isUnread ? "" : ` with ${blind.join(" and ")}`}: ${advice}`;
  return [{ code: "scan_failed", severity: isUnread ? "error" : "warning", field, rule, whole: true }];
}

export function skippedIssue(reason: string, severity: Issue["severity"] = "warning"): Finding {
  const rule = `the scan check was skipped: ${reason}`;
  return { code: "scan_skipped", severity, field: "data", rule, whole: true };
}

/** Suggests fixing the other issues first. If there are none, suggests changing the most probable cause. */
function scanAdvice({ logo, logoData, dotStyle }: QrOptions, others: readonly Fault[]) {
  const errors = others.filter(({ severity }) => severity === "error");
  const fields = (errors.length > 0 ? errors : others)
    .map(({ field }) => field)
    .filter((field) => order.includes(field));
  const [first] = fields;
  if (first) {
    const names = [...new Set(fields)].map((name) => `{${name}}`).join(", ");
    return { field: first, advice: `fix the issues with ${names} first` };
  }
  if (logo !== undefined || logoData !== undefined) return { field: "logoSize", advice: "lower {logoSize}" };
  if (dotStyle !== "square") return { field: "dotStyle", advice: "use {dotStyle} square" };
  return { field: "size", advice: "raise {size} or shorten {data}" };
}

function tidy(value: number): number {
  return Math.round(value * 100) / 100;
}
