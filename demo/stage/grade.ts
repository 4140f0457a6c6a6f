import type { Report } from "../../src/api.ts";
import { weakest } from "../../src/service/grade.ts";
import { el } from "../dom.ts";

const WORDS = { A: "very good", B: "good", C: "fair", D: "poor", F: "not to be relied on" } as const;

/** The grade as a letter, and how it came about. */
export function createGrade() {
  const letter = el("span", { class: "letter", "aria-hidden": "true" });
  const verdict = el("strong", {});
  const count = el("span", {});
  const words = el("summary", {}, verdict, count);
  const list = el("ul", {});
  const details = el("details", {}, words, list);
  const element = el("div", { class: "grade" }, letter, details);
  /** Where nobody proves codes there is no grade to wait for. */
  let wasProved = false;
  return {
    element,
    /** Shows the grade of `report`; where there is none yet, or none to be had, `why`. */
    show(report: Report | undefined, isDrawn: boolean, why = ""): void {
      const scan = report?.scan;
      letter.textContent = scan?.grade ?? "·";
      element.dataset.grade = scan?.grade ?? "";
      wasProved ||= scan !== undefined;
      element.hidden = !isDrawn || !(wasProved || why);
      details.inert = !scan;
      if (!scan) {
        verdict.textContent = why ? "No scan grade" : "Scan grade";
        count.textContent = why || "being read back";
        list.replaceChildren();
        details.open = false;
        return;
      }
      const passed = scan.conditions.filter((condition) => condition.passed).length;
      verdict.textContent = `Grade ${scan.grade}: ${WORDS[scan.grade]}`;
      count.textContent = `read in ${passed} of ${scan.conditions.length} tests${reasonFor(report)}`;
      list.replaceChildren(
        ...scan.conditions.map(({ name, passed }) => el("li", {}, `${passed ? "✓" : "✗"} ${name}`)),
        el("li", {}, `by ${scan.decoder}`),
      );
    },
  };
}

/** What keeps a code from the best grade; nothing for what the number of tests says already. */
function reasonFor({ scan, contrast, logo, options, qr }: Report): string {
  if (!scan || scan.grade === "A") return "";
  const unused = logo?.unusedErrorCorrection ?? 1;
  const pixelsPerModule = qr?.pixelsPerModule ?? 0;
  const { symbolContrast } = contrast;
  const measures = { scan, symbolContrast, unusedErrorCorrection: unused, margin: options.margin, pixelsPerModule };
  const reasons = {
    scan: "",
    symbolContrast: "; the colours are too close",
    unusedErrorCorrection: `; the logo uses ${Math.round((1 - unused) * 100)}\u00a0% of the error correction`,
    margin: "; the quiet zone is narrow",
    pixelsPerModule: "; the modules are small",
  };
  return reasons[weakest(measures).name];
}
