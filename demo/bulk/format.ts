import { el, field, setText, uniqueId } from "../dom.ts";
import { type TextId, text } from "../languages/text.ts";
import type { Encoding } from "../product/lists.ts";
import type { Choices, ReadList } from "./source.ts";

const ENCODINGS: Readonly<Record<Encoding, TextId>> = {
  "utf-8": "encodingUtf8",
  "utf-16le": "encodingUtf16le",
  "utf-16be": "encodingUtf16be",
  "windows-1252": "encodingWindows1252",
  "windows-1250": "encodingWindows1250",
  "windows-1251": "encodingWindows1251",
  "windows-1256": "encodingWindows1256",
  macintosh: "encodingMacRoman",
  shift_jis: "encodingShiftJis",
  gb18030: "encodingGb18030",
};

const DELIMITERS: Readonly<Record<string, TextId>> = {
  ",": "delimiterComma",
  ";": "delimiterSemicolon",
  "\t": "delimiterTab",
  "|": "delimiterBar",
  "": "delimiterNone",
};

/** Creates the controls for how a file is read: encoding, delimiter, sheet and header. Calls `change` with each choice. */
export function createFormat(change: (next: Choices) => void) {
  const select = (options: Readonly<Record<string, TextId>>) =>
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
    sheet: field(text("sheet"), sheet),
    encoding: field(text("encoding"), encoding, note),
    delimiter: field(text("delimiter"), delimiter),
  };
  const headerLabel = el("label", { for: header.id }, text("hasHeadings"));
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
      setText(note, list.isGuess ? text("encodingGuessed") : "");
      fields.delimiter.hidden = list.delimiter === undefined;
      sheet.replaceChildren(...sheets.map((name, at) => el("option", { value: at }, name)));
      sheet.value = String(list.sheet ?? 0);
      if (list.encoding) encoding.value = list.encoding;
      delimiter.value = list.delimiter ?? "";
      header.checked = list.header !== undefined;
    },
  };
}
