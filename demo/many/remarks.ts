import { el } from "../dom.ts";
import { holdsSecret } from "../fragment.ts";
import type { Remark } from "./table.ts";

/** Remarks that are shown; failures are all counted. */
const MOST_SHOWN = 200;

/** Characters of a text that are shown. */
const MOST_CHARACTERS = 60;

const HEADINGS = ["Line", "Text", "What is wrong"];

/** What is to be said of the lines of a table, in a table of its own. */
export function tableOf(remarks: readonly Remark[]): HTMLElement {
  const rows = remarks
    .slice(0, MOST_SHOWN)
    .map(({ line, text, sentence }) => row(String(line), el("bdi", {}, shownOf(text)), sentence));
  const more = remarks.length - rows.length;
  return el(
    "div",
    { class: "scroll", tabindex: 0, role: "region", "aria-label": "Codes that failed" },
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

/** Characters in which a secret is looked for: those that are shown may be the beginning of one. */
const MOST_SEARCHED = 10_000;

/** The beginning of `text`, for a list that anybody may look at. */
export function shownOf(text: string): string {
  if (holdsSecret(text.slice(0, MOST_SEARCHED))) return "not shown: it holds a secret";
  const characters = [...text.slice(0, 2 * MOST_CHARACTERS + 2)];
  return characters.slice(0, MOST_CHARACTERS).join("") + (characters.length > MOST_CHARACTERS ? "…" : "");
}
