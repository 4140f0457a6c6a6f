import type { Issue } from "../../src/api.ts";
import type { QrOptions } from "../../src/options/table.ts";
import { announce, el } from "../dom.ts";
import { inLabels } from "../labels.ts";
import { changeLook, type Store } from "../state.ts";
import { type Fix, fixesFor } from "./fixes.ts";

/** The list of what keeps the code from being read, each with its way out. The focus goes to `home` when a way out was the
 *  last one. */
export function createIssues(store: Store, home: HTMLElement) {
  const list = el("ul", { class: "issues" });
  const element = el("section", { "aria-label": "What to change", class: "advice" }, list);
  let shown = "";
  return {
    element,
    show(found: readonly Issue[], options: QrOptions): void {
      const issues = worstFirst(found);
      const key = JSON.stringify(issues);
      if (key === shown) return;
      shown = key;
      const held = list.contains(document.activeElement) ? document.activeElement?.textContent : undefined;
      list.replaceChildren(...issues.map((issue) => row(issue, options)));
      element.hidden = issues.length === 0;
      if (held === undefined) return;
      const buttons = [...list.querySelectorAll("button")];
      (buttons.find(({ textContent }) => textContent === held) ?? buttons[0] ?? home).focus();
    },
  };

  function row(issue: Issue, options: QrOptions): HTMLElement {
    const buttons = fixesFor(issue, options).map(button);
    return el(
      "li",
      { class: issue.severity },
      el("p", {}, el("strong", {}, issue.severity === "error" ? "Must change: " : "Risky: "), sentenceOf(issue)),
      buttons.length > 0 ? el("div", { class: "row start" }, ...buttons) : undefined,
    );
  }

  function button({ label, look }: Fix): HTMLElement {
    const element = el("button", { type: "button" }, label);
    element.addEventListener("click", () => {
      changeLook(store, look);
      announce(`Done: ${label}`);
    });
    return element;
  }
}

/** What is wrong with a picture is wrong with a logo from anywhere, and not with the option of its address. */
function sentenceOf({ code, field, message }: Issue): string {
  return code.startsWith("logo_") ? inLabels(message) : inLabels(message, field);
}

function worstFirst(issues: readonly Issue[]): Issue[] {
  return [...issues].sort((a, b) => Number(b.severity === "error") - Number(a.severity === "error"));
}
