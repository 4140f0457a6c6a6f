import type { Issue, Report } from "../api.ts";
import { allOf, withAdvice } from "../messages/advice.ts";
import type { Message, Rule } from "../messages/message.ts";
import {
  doesNotScan,
  doesNotScanWith,
  doesNotScanWithBoth,
  scansOnlyFront,
  scansOnlyInverted,
  scansOnlyLit,
  scansOnlyNear,
  scansOnlySharp,
  scansOnlyWithSpace,
  scansWellOnlyFront,
  scansWellOnlyInverted,
  scansWellOnlyLit,
  scansWellOnlyNear,
  scansWellOnlySharp,
  scansWellOnlyWithSpace,
} from "../messages/report-rules.ts";
import { formats } from "../options/formats.ts";
import type { QrOptions } from "../options/table.ts";
import { gradeOf, isSmall, weakestMargin } from "../scan/score.ts";
import type { Steps } from "../work/steps.ts";
import { bestChange, changesToScan, type Sizes } from "./advice.ts";
import { transparencyIssue } from "./contrast-issues.ts";
import { bestGradeOfShapes, type Finding, GOOD_PIXELS, type ShapeOptions, type Way } from "./issues.ts";
import { GOOD_UNUSED } from "./logo-report.ts";

type Scan = NonNullable<Report["scan"]>;

/** Issues that only predict bad scans from the options. Most of them are dropped if the scan gets a good grade. */
const PREDICTIONS: readonly Issue["code"][] = ["low_contrast", "quiet_zone_missing", "too_small", "logo_too_large"];

/** The predictions that stay in the report despite a good grade. Grade B also keeps predictions that are errors. Lower
 *  grades keep all predictions. All grades keep a narrow quiet zone, because the standard forbids it, and faults in a
 *  part of the picture, such as the low contrast of a gradient. */
const REMAINING: { readonly [Grade in Scan["grade"]]?: readonly Issue["code"][] } = {
  A: ["quiet_zone_missing"],
  B: ["quiet_zone_missing", "low_contrast"],
};

/** Returns the issues of a scanned picture, adjusted to its grade. `findings` are the issues that are known without the
 *  scan, and `pixels` is the width of a module. From grade C on, predictions are only warnings. Below grade B, an issue says
 *  how the picture scans, unless one of the other issues is all that limits the grade. */
export function* judge(
  options: QrOptions,
  findings: readonly Finding[],
  scan: Scan,
  pixels: number = GOOD_PIXELS,
): Steps<Finding[]> {
  const { grade } = scan;
  const judged = findings.flatMap((finding): readonly Finding[] => {
    const { code, severity, isLocal } = finding;
    if (code === "transparent_background" && scan.backgrounds) return [transparencyIssue(options, scan.backgrounds)];
    if (!PREDICTIONS.includes(code)) return [finding];
    const isLeft = isLocal || (REMAINING[grade]?.includes(code) ?? true);
    if (!isLeft && !(grade === "B" && severity === "error")) return [];
    return [grade < "D" ? { ...finding, severity: "warning" } : finding];
  });
  const limit = limitOf(options, scan, pixels);
  const isExplained = limit !== undefined && judged.some(({ code }) => code === LIMITS[limit]);
  return grade < "C" || isExplained ? judged : [...judged, yield* scanIssue(options, scan, judged)];
}

/** The shares of error correction that must be unused. With less than B, a code gets at most grade B; with less than C,
 *  at most grade C. In the lab, decoders read 15 or 31 percentage points fewer damaged copies of such codes. */
export const UNUSED = { B: GOOD_UNUSED, C: 0.1 } as const;

/** The faults that can limit a grade, with the issues that explain them. */
const LIMITS = {
  shape: "risky_shape",
  unused: "logo_too_large",
  quiet: "quiet_zone_missing",
  size: "too_small",
} as const satisfies Readonly<Record<string, Issue["code"]>>;

/** The options that decide which fault limits the grade. */
export type LimitOptions = ShapeOptions & Pick<QrOptions, "margin">;

/** Returns the fault that limits the grade to B or C; undefined if the score alone does. Grade C is blamed on a large logo,
 *  a missing quiet zone or small modules even if the score is as low, because they also lower the score. `pixels` is the
 *  width of a module. */
export function limitOf(
  options: LimitOptions,
  {
    grade,
    passed,
    score,
    unusedErrorCorrection: unused,
  }: Pick<Scan, "grade" | "passed" | "score" | "unusedErrorCorrection">,
  pixels: number,
): keyof typeof LIMITS | undefined {
  if (!passed || (grade !== "B" && grade !== "C")) return undefined;
  const isLimited = gradeOf(score) < grade;
  if (isLimited && bestGradeOfShapes(options) === grade) return "shape";
  if (unused !== null && unused < UNUSED[grade] && (isLimited || grade === "C")) return "unused";
  if (grade === "C" && options.margin === 0) return "quiet";
  return grade === "C" && isSmall(pixels, formats[options.format].vector === true) ? "size" : undefined;
}

/** Returns the issue to report for a picture that scans poorly or not at all, with the change that probably helps most.
 *  If the picture does not scan, suggests several changes, because one may not be enough. If `findings` suggest a size of
 *  the picture or the logo, suggests no other, except a smaller logo for a picture that does not scan. */
export function* scanIssue(options: QrOptions, scan: Scan, findings: readonly Finding[] = []): Steps<Finding> {
  const { grade, passed, score } = scan;
  const sizes = sizesIn(findings);
  const changes = passed
    ? [yield* bestChange(options, score, sizes)]
    : yield* changesToScan(options, { size: sizes.size });
  const [first] = changes as [(typeof changes)[number]];
  const way: Way = Object.assign({}, ...changes.map((change) => change.way));
  const isFailed = !passed || grade === "F";
  return {
    code: isFailed ? "scan_failed" : "scan_weak",
    severity: isFailed ? "error" : "warning",
    field: first.field,
    ...withAdvice(outcomeOf(scan, first.uninverts), allOf(changes.map(({ advice }) => advice))),
    ways: Object.keys(way).length > 0 ? [way] : [],
  };
}

/** Returns the sizes that predictions suggest. */
function sizesIn(findings: readonly Finding[]): Sizes {
  const waysOf = (wanted: Issue["code"]) => findings.flatMap(({ code, ways }) => (code === wanted ? (ways ?? []) : []));
  const [larger] = waysOf("too_small");
  const smaller = waysOf("logo_too_large").find(({ logoSize }) => logoSize !== undefined);
  return { size: larger?.size, logoSize: smaller?.logoSize };
}

/** The rules for what a code needs to scan, and to scan reliably, by its weakest margin. */
const NEEDS: Readonly<Record<string, readonly [Rule, Rule]>> = {
  module: [scansOnlyNear, scansWellOnlyNear],
  noise: [scansOnlySharp, scansWellOnlySharp],
  light: [scansOnlyLit, scansWellOnlyLit],
  tilt: [scansOnlyFront, scansWellOnlyFront],
  "quiet zone": [scansOnlyWithSpace, scansWellOnlyWithSpace],
};
const INVERTED = [scansOnlyInverted, scansWellOnlyInverted] as const;

/** Describes how the picture scans. `isInverted` is true if a light-on-dark code is the main problem. */
function outcomeOf({ decoders, grade, margins, passed }: Scan, isInverted: boolean): Message {
  if (passed) {
    const [only, reliably] = (isInverted ? INVERTED : NEEDS[weakestMargin(margins)]) as readonly [Rule, Rule];
    return { rule: grade === "C" ? reliably : only };
  }
  const failed = decoders.filter((decoder) => decoder.passed === false).map(({ name }) => name);
  if (!decoders.some((decoder) => decoder.passed)) return { rule: doesNotScan };
  const [name = "", ...others] = failed;
  return others.length === 0
    ? { rule: doesNotScanWith, values: { name } }
    : { rule: doesNotScanWithBoth, values: { name, name2: others.join(" and ") } };
}
