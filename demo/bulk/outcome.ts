import { button, el } from "../dom.ts";
import { excerptOf } from "../reading.ts";
import { download } from "../stage/download.ts";
import type { Run } from "./draw-all.ts";
import type { Remark } from "./table.ts";

/** Returns the result of a run: the counts, the download, and a table of the lines that failed and of the columns that
 *  were ignored. */
export function outcomeOf({ zip, created, failures }: Run, notes: readonly Remark[]): HTMLElement[] {
  const save = button(`Download ZIP (${sizeOf(zip)})`, () => download(zip, "qr-codes.zip"));
  const remarks = [...notes, ...failures].sort((a, b) => a.line - b.line);
  const counts = `${created.toLocaleString("en")} created, ${failures.length.toLocaleString("en")} failed`;
  return [
    el("div", { class: "row" }, el("p", {}, counts), created > 0 ? save : undefined),
    ...(remarks.length > 0 ? [tableOf(remarks)] : []),
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
const MAX_REMARKS = 200;

const HEADINGS = ["Line", "Content", "Problem"];

/** Returns a table of messages with their line numbers. */
function tableOf(remarks: readonly Remark[]): HTMLElement {
  const rows = remarks
    .slice(0, MAX_REMARKS)
    .map(({ line, text, message }) => row(String(line), el("bdi", {}, excerptOf(text)), message));
  const more = remarks.length - rows.length;
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
