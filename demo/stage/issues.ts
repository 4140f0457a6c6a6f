import { announce, button, el } from "../dom.ts";
import { inLabels } from "../labels.ts";
import { text } from "../languages/text.ts";
import { logoLost } from "../product/logos.ts";
import { fromSent } from "../product/messages.ts";
import type { QrOptions } from "../product/options.ts";
import { atOnce, type Finding, scanIssue, transparencyIssue } from "../product/report.ts";
import type { Report } from "../product/service.ts";
import { changeLook, downloadLook, replaceForm, type State, type Store } from "../state.ts";
import { adviceFor } from "./fixes.ts";

/** The issue for a URL that names an uploaded logo that this browser does not have. */
export const LOST_LOGO: Finding = {
  code: "logo_unreachable",
  severity: "error",
  field: "logoData",
  rule: logoLost,
};

/** Creates the list of issues with their fixes. The focus moves to `fallback` when the last fix disappears. */
export function createIssues(store: Store, fallback: HTMLElement) {
  const list = el("ul", { class: "issues" });
  const element = el("section", { "aria-label": text("issues"), class: "advice" }, list);
  let shown = "";
  return {
    element,
    show(found: readonly Finding[], options: QrOptions): void {
      const issues = [...found].sort((a, b) => rankOf(a) - rankOf(b));
      const chooser = document.querySelector<HTMLElement>('[data-option="logoData"]');
      const key = JSON.stringify([issues, chooser !== null]);
      if (key === shown) return;
      shown = key;
      const focused = list.contains(document.activeElement) ? document.activeElement?.textContent : undefined;
      list.replaceChildren(...adviceFor(issues, options).map((advice) => row(advice, chooser)));
      element.hidden = issues.length === 0;
      if (focused === undefined) return;
      const buttons = [...list.querySelectorAll("button")];
      (buttons.find(({ textContent }) => textContent === focused) ?? buttons[0] ?? fallback).focus();
    },
  };

  function row({ issue, fixes }: ReturnType<typeof adviceFor>[number], chooser: HTMLElement | null): HTMLElement {
    const buttons = fixes.map(({ label, done, look, url }) =>
      button(label, () => {
        if (url === undefined) changeLook(store, { ...paddingFor(look, store), ...look });
        else if (store.state.kind === "text") replaceForm(store, "text", { text: url });
        else replaceForm(store, "url", { url });
        announce(done);
      }),
    );
    if (chooser && issue.code === "logo_unreachable") {
      // Focused first, so that the focus stays there if the user chooses no file.
      const choose = () => {
        chooser.focus();
        chooser.click();
      };
      const label = issue.field === "logoData" ? text("option.logoData") : text("chooseFileInstead");
      buttons.unshift(button(label, choose));
    }
    return el(
      "li",
      { class: issue.severity },
      el(
        "p",
        {},
        el("strong", {}, `${issue.severity === "error" ? text("problemPrefix") : text("warningPrefix")} `),
        inLabels(issue),
      ),
      buttons.length > 0 ? el("div", { class: "row start" }, ...buttons) : undefined,
    );
  }
}

/** Returns the padding of the logo to set together with the size. Until a padding is chosen, that of the PNG to download
 *  depends on the size. */
function paddingFor({ size }: Parameters<typeof changeLook>[1], { state: { look } }: Store): Partial<State["look"]> {
  const { logoMargin } = downloadLook(look);
  return size === undefined || logoMargin === undefined ? {} : { logoMargin };
}

/** Returns the position of an issue in the list: errors come first. A shape that scans poorly comes before the result of the
 *  scan, which it causes. */
export function rankOf({ code, severity }: Finding): number {
  if (code === "risky_shape") return 1;
  if (severity !== "error") return 3;
  return code === "scan_failed" ? 2 : 0;
}

/** Returns the issues that depend on a scan. */
function issuesOf(scan: NonNullable<Report["scan"]>, known: readonly Finding[], options: QrOptions): Finding[] {
  return [
    atOnce(scanIssue(options, scan, known)),
    ...(scan.backgrounds ? [transparencyIssue(options, scan.backgrounds)] : []),
  ];
}

/** Converts the issues in a report from the service to findings. Uses the finding that this page has computed
 *  (`known`), or recomputes it from the scan, or else keeps the service's message. The severity always comes from the service,
 *  because it depends on the scan. */
export function findingsIn(report: Report, known: readonly Finding[], options: QrOptions): readonly Finding[] {
  return report.issues.map(({ code, severity, field, message, ...sent }) => {
    const candidates = report.scan ? [...issuesOf(report.scan, known, options), ...known] : known;
    const found = candidates.find((finding) => finding.code === code && finding.field === field);
    return found ? { ...found, severity } : { ...fromSent(message, field, sent), code, severity, field };
  });
}
