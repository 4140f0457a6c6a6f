import { reportOf, type Skipped } from "../../src/list/report.ts";
import { button, el } from "../dom.ts";
import { download } from "../stage/download.ts";
import type { Run } from "./draw-all.ts";

/** Returns the result of a run: the counts, the downloads, and a table of the rows that were skipped. */
export function outcomeOf({ zip, created, skipped }: Run): HTMLElement[] {
  const save = button(`Download ZIP (${sizeOf(zip)})`, () => download(zip, "qr-codes.zip"), { class: "main" });
  const sorted = [...skipped].sort((a, b) => a.line - b.line);
  const report = button("Download report", () => {
    download(new Blob([reportOf(sorted)], { type: "text/csv" }), "skipped-rows.csv");
  });
  const rest = skipped.length > 0 ? `, ${skipped.length.toLocaleString("en")} skipped` : "";
  return [
    el("p", {}, `${created.toLocaleString("en")} created${rest}`),
    el("div", { class: "row start" }, created > 0 ? save : undefined, skipped.length > 0 ? report : undefined),
    ...(sorted.length > 0 ? [tableOf(sorted)] : []),
  ];
}

/** Formats a file size in kB or MB. */
function sizeOf({ size }: Blob): string {
  return size < 1e6 ? `${Math.ceil(size / 1e3)} kB` : `${(size / 1e6).toFixed(1)} MB`;
}

export function errorMessage(message: string): HTMLElement {
  return el("p", { class: "fault", role: "alert" }, message);
}

/** Maximum number of messages to show. */
const MAX_SHOWN = 200;

const HEADINGS = ["Row", "Cell", "Problem"];

/** Returns a table of skipped rows. */
function tableOf(skipped: readonly Skipped[]): HTMLElement {
  const rows = skipped
    .slice(0, MAX_SHOWN)
    .map(({ line, text, message }) => row(String(line), el("bdi", {}, text), message));
  const more = skipped.length - rows.length;
  return el(
    "div",
    { class: "scroll", tabindex: 0, role: "region", "aria-label": "Problems" },
    el(
      "table",
      {},
      el("thead", {}, el("tr", {}, ...HEADINGS.map((heading) => el("th", { scope: "col" }, heading)))),
      el("tbody", {}, ...rows, more > 0 ? row("", "", `and ${more} more`) : undefined),
    ),
  );
}

function row(...cells: readonly (Node | string)[]): HTMLElement {
  return el("tr", {}, ...cells.map((cell) => el("td", {}, cell)));
}
