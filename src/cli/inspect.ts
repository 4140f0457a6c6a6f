import type { Report } from "../api.ts";
import { examine } from "../service/inspect.ts";
import { toIssue } from "../service/issues.ts";
import { EXIT, errorMessage, flagNames } from "./errors.ts";
import { jsonFlag, optionFlags, readWords } from "./flags.ts";
import { textOf, withLogoFile } from "./input.ts";
import { loadLogoParts } from "./service.ts";
import { harmless, print, type Terminal } from "./terminal.ts";

/** Runs `isoqr inspect TEXT`: prints whether the code scans, and what to change. Resolves to 0 if there is no error. */
export async function inspectText(args: readonly string[], terminal: Terminal): Promise<number> {
  const { texts, given } = readWords(args, [jsonFlag, ...optionFlags]);
  const { json, ...options } = given;
  const data = await textOf(texts, {}, undefined, terminal);
  const words = await withLogoFile({ ...options, data }, terminal);
  const examination = await examine(words, await loadLogoParts());
  const nameOf = flagNames(args);
  const issues = examination.issues.map((finding) => ({ ...toIssue(finding), message: errorMessage(finding, nameOf) }));
  const report: Report = { ...examination, issues };
  await print(terminal, json ? JSON.stringify(report, null, 2) : told(report));
  return report.valid ? EXIT.fine : EXIT.failed;
}

/** Formats a report: the verdict, the measures and the issues. */
function told({ valid, qr, contrast, logo, scan, issues }: Report): string {
  const lines = [valid ? "This code will be read." : "This code will not do."];
  const measure = (name: string, value: string) => lines.push(`  ${name.padEnd(12)}${value}`);
  if (qr) {
    measure("symbol", `version ${qr.version}, ${qr.size} x ${qr.size} modules, level ${qr.ec}, mask ${qr.mask}`);
    measure("content", qr.segments.map(({ mode, chars }) => `${chars} ${mode}`).join(" + "));
    measure("room", `${qr.bits.used} of ${qr.bits.capacity} bits`);
    measure("module", `${qr.pixelsPerModule} px`);
  }
  measure("contrast", `${contrast.ratio}:1${contrast.inverted ? ", inverted" : ""}`);
  if (logo) {
    const { spoiled, correctable } = logo.budget;
    const share = Math.round(100 * logo.coverage);
    measure("logo", `covers ${share} %, spoils ${spoiled} of ${correctable} codewords that can be brought back`);
  }
  if (scan) {
    const passed = scan.conditions.filter((condition) => condition.passed).length;
    measure("read back", `grade ${scan.grade}: ${passed} of ${scan.conditions.length} pictures, by ${scan.decoder}`);
  }
  for (const { severity, message } of issues) lines.push(`${severity}: ${harmless(message)}`);
  return lines.join("\n");
}
