import type { Issue, Report } from "../api.ts";
import { type QrOptions, table } from "../options/table.ts";
import { weakestMargin } from "../scan/score.ts";
import { type Change, type Finding, gains, type Way } from "./issues.ts";

type Scan = NonNullable<Report["scan"]>;

/** Issues that predict from the options how well a picture scans. */
const PREDICTIONS: readonly Issue["code"][] = ["low_contrast", "quiet_zone_missing", "too_small", "logo_too_large"];

/** The predictions that good grades keep. Grade B also keeps predictions that are errors. Lower grades keep all
 *  predictions. All grades keep a narrow quiet zone, because the standard forbids it. */
const REMAINING: { readonly [Grade in Scan["grade"]]?: readonly Issue["code"][] } = {
  A: ["quiet_zone_missing"],
  B: ["quiet_zone_missing", "low_contrast"],
};

/** Returns the issues of a scanned picture, adjusted to its grade. `findings` are the issues that are known without the
 *  scan. With grade A, B or C, predictions are only warnings. With grade D or F, an issue describes how the picture
 *  scans. */
export function judge(options: QrOptions, findings: readonly Finding[], scan: Scan): Finding[] {
  const { grade } = scan;
  const judged = findings.flatMap((finding): readonly Finding[] => {
    const { code, severity } = finding;
    if (!PREDICTIONS.includes(code)) return [finding];
    const isLeft = REMAINING[grade]?.includes(code) ?? true;
    if (!isLeft && !(grade === "B" && severity === "error")) return [];
    return [grade < "D" ? { ...finding, severity: "warning" } : finding];
  });
  return grade < "D" ? judged : [...judged, scanIssue(options, findings, scan)];
}

/** Returns the issue of a picture that scans poorly or not at all, with the change that probably helps most. If the
 *  picture does not scan, suggests the changes for all errors, because it may need several. */
export function scanIssue(options: QrOptions, findings: readonly Finding[], scan: Scan): Finding {
  const errors = findings.filter(({ severity }) => severity === "error").flatMap(({ change }) => change ?? []);
  const isRead = scan.passed || errors.length === 0;
  const chosen = isRead ? byGain(changesFor(options, findings, scan)).slice(0, 1) : compatible(byGain(errors));
  const way = Object.assign({}, ...chosen.map((change) => change.way));
  const names = Object.keys(way);
  const isInverted = findings.some(({ code, change }) => code === "inverted" && change?.way === chosen[0]?.way);
  const rule = `${outcomeOf(scan, isInverted)}: ${chosen.map(({ advice }) => advice).join(" and ") || "shorten {data}"}`;
  return {
    code: "scan_failed",
    severity: scan.passed && scan.grade !== "F" ? "warning" : "error",
    // Only the advice to remove the logo sets no option.
    field: names[0] ?? (chosen.length > 0 ? "logoSize" : "data"),
    rule,
    whole: true,
    ways: names.length > 0 ? [way] : [],
  };
}

/** What a code needs to scan, by its weakest margin. */
const NEEDS: Readonly<Record<string, string>> = {
  module: "from a short distance",
  noise: "with a good camera",
  light: "in even light",
  tilt: "from the front",
  "quiet zone": "with free space around it",
};

/** Describes how the picture scans. `isInverted` is true if a light-on-dark code is the main problem. */
function outcomeOf({ decoders, margins, passed }: Scan, isInverted: boolean): string {
  if (passed && isInverted) return "the code scans only with scanners that read inverted codes";
  if (passed) return `the code scans only ${NEEDS[weakestMargin(margins)] ?? "under good conditions"}`;
  const failed = decoders.filter((decoder) => decoder.passed === false).map(({ name }) => name);
  return decoders.some((decoder) => decoder.passed)
    ? `the code does not scan with ${failed.join(" and ")}`
    : "the code does not scan";
}

const byGain = (changes: readonly Change[]) => [...changes].sort((a, b) => b.gain - a.gain);

/** Returns `changes` without those that change the same option as an earlier one. */
function compatible(changes: readonly Change[]): readonly Change[] {
  const taken = new Set<string>();
  return changes.filter(({ way }) => {
    const names = Object.keys(way);
    if (names.some((name) => taken.has(name))) return false;
    for (const name of names) taken.add(name);
    return true;
  });
}

/** How much smaller the suggested logo size is. */
const LOGO_STEP = 0.1;

/** Returns all changes that may help, including those that no other issue suggests. */
function changesFor(options: QrOptions, findings: readonly Finding[], { score }: Scan): readonly Change[] {
  const { logo, logoData, logoSize, dotStyle, size, ec } = options;
  const knows = (code: Issue["code"]) => findings.some((finding) => finding.code === code);
  const changes = findings.flatMap(({ code, change }) =>
    change && code === "inverted" ? { ...change, gain: score * change.gain } : (change ?? []),
  );
  const add = (advice: string, way: Way, gain: number) => changes.push({ advice, way, gain });
  if ((logo ?? logoData) !== undefined && !knows("logo_too_large")) {
    const smaller = Math.max(table.logoSize.min, Math.round(100 * (logoSize - LOGO_STEP)) / 100);
    if (smaller < logoSize) add(`lower {logoSize} to ${smaller}`, { logoSize: smaller }, gains.logoSize(options));
    if (ec !== "H") add("raise {ec} to H", { ec: "H" }, gains.ec(options));
  }
  if (dotStyle !== "square") add("set {dotStyle} to square", { dotStyle: "square" }, gains.dotStyle);
  const larger = Math.min(table.size.max, 2 * size);
  if (!knows("too_small") && size < larger) add(`raise {size} to ${larger}`, { size: larger }, 0);
  return changes;
}
