import type { Encoding } from "../../src/list/encoding.ts";
import { el, field, setText, uniqueId } from "../dom.ts";
import { english, text } from "../languages/text.ts";
import type { Choices, ReadList } from "./source.ts";

/** The labels of encodings. */
const ENCODINGS: Readonly<Record<Encoding, string>> = english({
  "utf-8": "UTF-8",
  "utf-16le": "UTF-16 LE",
  "utf-16be": "UTF-16 BE",
  "windows-1252": "Windows-1252 (Western European)",
  "windows-1250": "Windows-1250 (Central European)",
  "windows-1251": "Windows-1251 (Cyrillic)",
  "windows-1256": "Windows-1256 (Arabic)",
  macintosh: "Mac OS Roman",
  shift_jis: "Shift JIS (Japanese)",
  gb18030: "GB 18030 (Chinese)",
});

/** The labels of delimiters. */
const DELIMITERS: Readonly<Record<string, string>> = english({
  ",": "Comma",
  ";": "Semicolon",
  "\t": "Tab",
  "|": "Vertical bar",
  "": "None: one code per line",
});

/** Creates the controls for how a file is read: encoding, delimiter, sheet and header. Calls `change` with each choice. */
export function createFormat(change: (next: Choices) => void) {
  const select = (options: Readonly<Record<string, string>>) =>
    el(
      "select",
      { id: uniqueId("format") },
      ...Object.entries(options).map(([value, label]) => el("option", { value }, text(label))),
    );
  const encoding = select(ENCODINGS);
  const delimiter = select(DELIMITERS);
  const sheet = select({});
  const header = el("input", { type: "checkbox", id: uniqueId("format") });
  const note = el("p", { class: "about" });
  encoding.addEventListener("change", () => change({ encoding: encoding.value as Encoding }));
  delimiter.addEventListener("change", () => change({ delimiter: delimiter.value }));
  sheet.addEventListener("change", () => change({ sheet: Number(sheet.value) }));
  header.addEventListener("change", () => change({ hasHeader: header.checked }));
  const fields = {
    sheet: field(text("Sheet"), sheet),
    encoding: field(text("Encoding"), encoding, note),
    delimiter: field(text("Columns are separated by"), delimiter),
  };
  const headerLabel = el("label", { for: header.id }, text("The list has headings"));
  const element = el(
    "div",
    { class: "fields", hidden: true },
    ...Object.values(fields),
    el("div", { class: "field flag" }, header, headerLabel),
  );
  return {
    element,
    show(list: ReadList | undefined): void {
      element.hidden = list === undefined;
      if (!list) return;
      const { sheets = [] } = list;
      fields.sheet.hidden = sheets.length < 2;
      fields.encoding.hidden = list.encoding === undefined;
      setText(note, list.isGuess ? text("Guessed. Check letters such as ä or é below") : "");
      fields.delimiter.hidden = list.delimiter === undefined;
      sheet.replaceChildren(...sheets.map((name, at) => el("option", { value: at }, name)));
      sheet.value = String(list.sheet ?? 0);
      if (list.encoding) encoding.value = list.encoding;
      delimiter.value = list.delimiter ?? "";
      header.checked = list.header !== undefined;
    },
  };
}
