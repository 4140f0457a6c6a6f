import { el } from "../dom.ts";
import { brief, fieldLabel, labelOf, message, shownValue } from "../labels.ts";
import { inSentence } from "../languages/language.ts";
import { quoted, text } from "../languages/text.ts";
import type { ListTable, Skipped } from "../product/lists.ts";
import type { QrError } from "../product/messages.ts";
import { detect, plainText, url } from "../product/payload.ts";
import { excerptOf } from "../reading.ts";
import { columnName } from "./columns.ts";
import { type BadRow, isBad, type Mapping, missingField, nameOf, readRow } from "./list.ts";

/** Number of rows to show. */
const MAX_SHOWN = 10;

/** Creates a table with the first rows of a list: the content of their codes, and their cells. */
export function previewOf(table: ListTable, mapping: Mapping): HTMLElement {
  const used = new Set([...Object.values(mapping.fields), ...(mapping.file === undefined ? [] : [mapping.file])]);
  const columns = Array.from({ length: table.width }, (_, at) => at);
  const secrets = new Set(columns.filter((at) => isSecret(mapping, at)));
  const head = [
    el("th", { scope: "col" }, text("row")),
    el("th", { scope: "col", class: "result" }, text("codeContains")),
    ...columns.map((at) => el("th", { scope: "col", class: used.has(at) ? "used" : "" }, columnName(table, at))),
  ];
  // If a required field has no column, all rows would have the same error.
  const isIncomplete = missingField(mapping) !== undefined;
  const body = table.rows.slice(0, MAX_SHOWN).map((record) => {
    const row = readRow(record, mapping, table.width);
    const result = isIncomplete
      ? el("td", { class: "result" })
      : isBad(row)
        ? el(
            "td",
            { class: "result fault" },
            text("skippedProblem", { problem: skippedOf(row, table, mapping).message }),
          )
        : el("td", { class: "result" }, el("bdi", {}, summaryOf(row.options.data)));
    const cells = columns.map((at) => {
      const cell = record.cells[at] ?? "";
      const shown = secrets.has(at) && cell !== "" ? "••••••" : excerptOf(cell);
      return el("td", { class: used.has(at) ? "used" : "" }, el("bdi", {}, shown));
    });
    return el("tr", {}, el("td", {}, String(record.line)), result, ...cells);
  });
  return el(
    "div",
    { class: "scroll bulk-preview", tabindex: 0, role: "region", "aria-label": text("firstRows") },
    el("table", {}, el("thead", {}, el("tr", {}, ...head)), el("tbody", {}, ...body)),
  );
}

function isSecret({ kind, fields }: Mapping, at: number): boolean {
  return Object.entries(fields).some(([name, column]) => column === at && kind.fields[name]?.secret === true);
}

/** Returns what a phone displays for the content of a code, without secrets. */
function summaryOf(data: string): string {
  const { kind, title, secret, fields } = detect(data);
  if (kind === plainText.name || kind === url.name) return excerptOf(data);
  const shown = fields.filter((field) => !field.secret).map((field) => shownValue(kind, field));
  return [excerptOf(shown.join(" · ") || title), ...(secret ? [text("secretValue")] : [])].join(" · ");
}

/** Returns the description of a skipped row: its line, the invalid cell, and the error message in the page's language. */
export function skippedOf({ line, error, record }: BadRow, table: ListTable, mapping: Mapping): Skipped {
  const { field = "" } = error;
  const at = mapping.fields[field] ?? mapping.options[field];
  const column = at === undefined ? "" : columnName(table, at);
  const cell = at === undefined || isSecret(mapping, at) ? "" : (record.cells[at] ?? "");
  return {
    line,
    column,
    text: excerptOf(cell || nameOf(record, mapping)),
    message: messageFor(error, mapping, column),
  };
}

function messageFor(error: QrError, { kind, fields }: Mapping, column: string): string {
  const problem = message(brief(error), (name, first) => {
    if (name === error.field && column !== "") return quoted(column);
    const label = kind.fields[name]?.label;
    if (label === undefined) return fields[name] === undefined ? labelOf(name, first) : name;
    const shown = fieldLabel(kind.name, name);
    return first ? shown : inSentence(shown);
  });
  return `${problem.charAt(0).toUpperCase()}${problem.slice(1)}`;
}
