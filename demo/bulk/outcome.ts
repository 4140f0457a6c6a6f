import { button, el } from "../dom.ts";
import { isEnglish } from "../languages/language.ts";
import { text } from "../languages/text.ts";
import { localeOf } from "../product/languages.ts";
import { reportOf, type Skipped } from "../product/lists.ts";
import { download } from "../stage/download.ts";
import type { Run } from "./draw-all.ts";

/** Returns the result of a run: the counts, the downloads, and a table of the rows that were skipped. */
export function outcomeOf({ zip, created, skipped }: Run): HTMLElement[] {
  const save = button(text("downloadZip", { size: sizeOf(zip) }), () => download(zip, "qr-codes.zip"), {
    class: "main",
  });
  const sorted = [...skipped].sort((a, b) => a.line - b.line);
  const report = button(text("downloadReport"), () => {
    const headings = isEnglish() ? undefined : REPORT_HEADINGS.map((heading) => text(heading));
    download(new Blob([reportOf(sorted, headings)], { type: "text/csv" }), "skipped-rows.csv");
  });
  return [
    el(
      "p",
      {},
      skipped.length > 0 ? text("createdAndSkipped", { created, skipped: skipped.length }) : countOf(created),
    ),
    el("div", { class: "row start" }, created > 0 ? save : undefined, skipped.length > 0 ? report : undefined),
    ...(sorted.length > 0 ? [tableOf(sorted)] : []),
  ];
}

const countOf = (created: number) => text("createdCount", { created });

/** Returns the size of a file in kB or MB. */
function sizeOf({ size }: Blob): string {
  const [unit, value] = size < 1e6 ? ["kilobyte", Math.ceil(size / 1e3)] : ["megabyte", size / 1e6];
  const style = { style: "unit", unit, maximumFractionDigits: 1 } as const;
  return new Intl.NumberFormat(localeOf(document.documentElement.lang), style).format(value);
}

export function errorMessage(message: string): HTMLElement {
  return el("p", { class: "fault", role: "alert" }, message);
}

/** Maximum number of messages to show. */
const MAX_SHOWN = 200;

const REPORT_HEADINGS = ["row", "column", "cell", "problem"] as const;
const HEADINGS = ["row", "cell", "problem"] as const;

function tableOf(skipped: readonly Skipped[]): HTMLElement {
  const rows = skipped
    .slice(0, MAX_SHOWN)
    .map(({ line, text: cell, message }) => row(String(line), el("bdi", {}, cell), message));
  const more = skipped.length - rows.length;
  return el(
    "div",
    { class: "scroll", tabindex: 0, role: "region", "aria-label": text("problems") },
    el(
      "table",
      {},
      el("thead", {}, el("tr", {}, ...HEADINGS.map((heading) => el("th", { scope: "col" }, text(heading))))),
      el("tbody", {}, ...rows, more > 0 ? row("", "", text("andMore", { count: more })) : undefined),
    ),
  );
}

function row(...cells: readonly (Node | string)[]): HTMLElement {
  return el("tr", {}, ...cells.map((cell) => el("td", {}, cell)));
}
