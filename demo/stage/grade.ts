import type { Report } from "../../src/api.ts";
import { el } from "../dom.ts";

const WORDS = { A: "very good", B: "good", C: "fair", D: "poor", F: "fails" } as const;

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
    show(scan: Report["scan"], isDrawn: boolean): void {
      letter.textContent = scan?.grade ?? "·";
      element.dataset.grade = scan?.grade ?? "";
      wasProved ||= scan !== undefined;
      element.hidden = !isDrawn || !wasProved;
      details.inert = !scan;
      if (!scan) {
        verdict.textContent = "Scan grade";
        count.textContent = "being read back";
        list.replaceChildren();
        details.open = false;
        return;
      }
      const passed = scan.conditions.filter((condition) => condition.passed).length;
      verdict.textContent = `Grade ${scan.grade}: ${WORDS[scan.grade]}`;
      count.textContent = `read in ${passed} of ${scan.conditions.length} tests`;
      list.replaceChildren(
        ...scan.conditions.map(({ name, passed }) => el("li", {}, `${passed ? "✓" : "✗"} ${name}`)),
        el("li", {}, `by ${scan.decoder}`),
      );
    },
  };
}
