import type { Issue, Report } from "../api.ts";
import type { QrOptions } from "../options/table.ts";
import { gradeOf, weakestMargin } from "../scan/score.ts";
import { bestChange, type Change, changesToScan, isLightOnDark } from "./advice.ts";
import { bestGradeOfShapes, type Finding, type Way } from "./issues.ts";

type Scan = NonNullable<Report["scan"]>;

/** Issues that predict from the options how well a picture scans. */
const PREDICTIONS: readonly Issue["code"][] = ["low_contrast", "quiet_zone_missing", "too_small", "logo_too_large"];

/** The predictions that stay in the report despite a good grade. Grade B also keeps predictions that are errors. Lower
 *  grades keep all predictions. All grades keep a narrow quiet zone, because the standard forbids it, and faults in a
 *  part of the picture, such as the low contrast of a gradient. */
const REMAINING: { readonly [Grade in Scan["grade"]]?: readonly Issue["code"][] } = {
  A: ["quiet_zone_missing"],
  B: ["quiet_zone_missing", "low_contrast"],
};

/** Returns the issues of a scanned picture, adjusted to its grade. `findings` are the issues that are known without the
 *  scan. From grade C on, predictions are only warnings. Below grade B, an issue says how the picture scans. */
export function judge(options: QrOptions, findings: readonly Finding[], scan: Scan): Finding[] {
  const { grade } = scan;
  const judged = findings.flatMap((finding): readonly Finding[] => {
    const { code, severity, isLocal } = finding;
    if (!PREDICTIONS.includes(code)) return [finding];
    const isLeft = isLocal || (REMAINING[grade]?.includes(code) ?? true);
    if (!isLeft && !(grade === "B" && severity === "error")) return [];
    return [grade < "D" ? { ...finding, severity: "warning" } : finding];
  });
  return grade < "C" || isShapeOnly(options, scan) ? judged : [...judged, scanIssue(options, scan)];
}

/** Returns whether only a shape limits the grade to C. The warning about the shape then says so. */
function isShapeOnly(options: QrOptions, { grade, score }: Scan): boolean {
  return grade === "C" && gradeOf(score) < grade && bestGradeOfShapes(options) === "C";
}

/** Returns the issue to report for a picture that scans poorly or not at all, with the change that probably helps most.
 *  If the picture does not scan, suggests several changes, because one may not be enough. */
export function scanIssue(options: QrOptions, scan: Scan): Finding {
  const { grade, passed, score } = scan;
  const changes = passed ? [bestChange(options, score)] : changesToScan(options);
  const [first] = changes as [Change];
  const way: Way = Object.assign({}, ...changes.map((change) => change.way));
  const isUninverted = isLightOnDark(options) && !isLightOnDark(first.options);
  const isFailed = !passed || grade === "F";
  return {
    code: isFailed ? "scan_failed" : "scan_weak",
    severity: isFailed ? "error" : "warning",
    field: first.field,
    rule: `${outcomeOf(scan, isUninverted)}: ${changes.map(({ advice }) => advice).join(" and ")}`,
    whole: true,
    ways: Object.keys(way).length > 0 ? [way] : [],
  };
}

/** What a code needs to scan, by its weakest margin. */
const NEEDS: Readonly<Record<string, string>> = {
  module: "from a short distance",
  noise: "with a good camera",
  light: "under even lighting",
  tilt: "from the front",
  "quiet zone": "with free space around it",
};

/** Describes how the picture scans. `isInverted` is true if a light-on-dark code is the main problem. */
function outcomeOf({ decoders, grade, margins, passed }: Scan, isInverted: boolean): string {
  if (passed) {
    const need = isInverted ? "with scanners that read inverted codes" : NEEDS[weakestMargin(margins)];
    return `the code scans ${grade === "C" ? "reliably " : ""}only ${need}`;
  }
  const failed = decoders.filter((decoder) => decoder.passed === false).map(({ name }) => name);
  return decoders.some((decoder) => decoder.passed)
    ? `the code does not scan with ${failed.join(" and ")}`
    : "the code does not scan";
}
