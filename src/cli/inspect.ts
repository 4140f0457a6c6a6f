import type { Report } from "../api.ts";
import { messageOf } from "../messages/message.ts";
import { freeTable } from "../options/table.ts";
import { examine } from "../report/examine.ts";
import { toIssue } from "../report/issues.ts";
import { checkScan } from "../report/proof.ts";
import { EXIT, flagNames } from "./errors.ts";
import { fileFlag, jsonFlag, optionFlags, readWords } from "./flags.ts";
import { contentOf, withFiles } from "./input.ts";
import { loadLogoParts } from "./service.ts";
import { countOf, escapeControls, print, type Terminal } from "./terminal.ts";

/** Runs `isoqr inspect TEXT`: prints whether the QR code can be scanned, and what to change. Resolves to the exit code:
 *  1 if there are errors. */
export async function inspectText(args: readonly string[], terminal: Terminal): Promise<number> {
  const { texts, given } = readWords(args, [jsonFlag, fileFlag, ...optionFlags]);
  const { json, file, ...options } = given;
  const content = await contentOf({ texts, file, options, fields: {} }, terminal);
  const input = await withFiles({ ...options, ...content }, terminal);
  const examination = await examine(input, { rows: freeTable, ...(await loadLogoParts()) }, checkScan);
  const nameOf = flagNames(args);
  const issues = examination.issues.map((finding) => ({ ...toIssue(finding), message: messageOf(finding, nameOf) }));
  const report: Report = { ...examination, issues };
  await print(terminal, json ? JSON.stringify(report, null, 2) : formatReport(report));
  return report.valid ? EXIT.ok : EXIT.failed;
}

/** The first line of a report without errors, by grade. */
const VERDICTS: Readonly<Record<string, string>> = {
  A: "This code scans very well.",
  B: "This code scans well.",
  C: "This code scans.",
  D: "This code scans poorly.",
};

function formatReport({ valid, qr, contrast, logo, scan, issues }: Report): string {
  const lines = [valid ? (VERDICTS[scan?.grade ?? ""] ?? "No errors found.") : "This code has errors."];
  const measure = (name: string, value: string) => lines.push(`  ${name.padEnd(12)}${value}`);
  if (qr) {
    measure("symbol", `version ${qr.version}, ${qr.size} x ${qr.size} modules, level ${qr.ec}, mask ${qr.mask}`);
    measure("content", qr.segments.map(({ mode, chars }) => lengthOf(mode, chars)).join(" + "));
    measure("capacity", `${qr.bits.used} of ${qr.bits.capacity} bits`);
    measure("module", `${qr.pixelsPerModule} px`);
  }
  measure("contrast", `${contrast.ratio.toFixed(2)}:1${contrast.inverted ? ", inverted" : ""}`);
  if (logo) {
    const { spoiled, correctable, worstBlock } = logo.budget;
    const share = Math.round(100 * logo.coverage);
    const damage = `damages ${countOf(spoiled, "codeword")} in block ${worstBlock}, the most affected (up to ${correctable} can be corrected)`;
    measure("logo", `covers ${share}%, ${damage}`);
  }
  if (scan) measureScan(scan, measure);
  for (const { severity, message } of issues) lines.push(`${severity}: ${escapeControls(message)}`);
  return lines.join("\n");
}

/** Returns the length of a segment with its unit: bytes, or the characters of the mode. */
function lengthOf(mode: string, chars: number): string {
  return mode === "byte" ? countOf(chars, "byte") : `${chars} ${mode}`;
}

function measureScan(
  {
    grade,
    score,
    decoder,
    decoders,
    conditions,
    margins,
    distance,
    unusedErrorCorrection,
    backgrounds,
  }: NonNullable<Report["scan"]>,
  measure: (name: string, value: string) => void,
): void {
  measure("scan check", `grade ${grade}, score ${score.toFixed(2)}`);
  for (const { name, version, passed, error } of decoders) {
    measure(
      "",
      error === undefined ? `${name} ${version} ${passed ? "reads" : "does not read"} the image` : `${name}: ${error}`,
    );
  }
  if (conditions.length > 0) {
    const read = conditions.filter((condition) => condition.passed).length;
    measure("", `${decoder.split(" ", 1)} reads ${read} of ${conditions.length} test images`);
  }
  const shown = margins.map(({ name, value, unit }) => `${name} ${value === null ? "not read" : `${value} ${unit}`}`);
  measure("tolerates", shown.join(", "));
  measure("distance", distance === null ? "not read" : `about ${Math.round(distance)} times the printed width`);
  if (backgrounds) measure("pages", `from #${backgrounds.from} to #${backgrounds.to}`);
  if (unusedErrorCorrection !== null) {
    measure("correction", `${Math.round(100 * unusedErrorCorrection)}% unused in the worst block`);
  }
}
