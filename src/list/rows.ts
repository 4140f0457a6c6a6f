import { QrError } from "../errors.ts";
import {
  cellControls,
  cellNarrow,
  cellShortened,
  cellUnreadable,
  rowTooWide,
  rowWiderThanOne,
} from "../messages/list-rules.ts";
import type { Message } from "../messages/message.ts";
import type { Field, FieldTable, Given, PayloadKind } from "../payload/kind.ts";
import { plainText } from "../payload/payload.ts";
import { understand } from "../payload/typed-values.ts";
import type { ListRecord } from "./records.ts";
import { linkedText, SHORTENED } from "./shape.ts";

/** The columns of fields, options and "file", by name. */
export type Columns = Readonly<Record<string, number>>;

/** The cells of a row by the names of their columns. Empty cells are omitted. */
export type Cells = Readonly<Record<string, string>>;

/** Control characters other than tabs and line breaks. */
const CONTROL = /[^\P{Cc}\t\n\r]/u;

/** Returns the cells of `record`. `width` is the number of columns of the list. A cell can show one text and link to an
 *  address. If that text is not a URL, the address becomes the value of the field with the content, or of a field for a
 *  URL.
 *  @throws {QrError} INVALID_OPTION if the record cannot be read or has too many cells, or if a used cell contains
 *  invalid characters. The error names the column. */
export function readCells(record: ListRecord, columns: Columns, width: number, kind?: PayloadKind): Cells {
  const { cells, error, faults } = record;
  if (error !== undefined) throw fault(error);
  const extra = cells.slice(width).some((cell) => cell.trim() !== "");
  if (extra) throw fault(tooMany(cells.length, width));
  const found: Record<string, string> = {};
  for (const [name, at] of Object.entries(columns)) {
    const broken = faults?.get(at);
    if (broken !== undefined) throw fault({ rule: broken }, name);
    const isContent =
      kind === plainText || kind?.fields[name]?.opens === "web" || (kind === undefined && name === "data");
    const cell = isContent && name !== "file" ? linkedText(record, at) : (cells[at] ?? "");
    if (SHORTENED.test(cell.trim())) throw fault({ rule: cellShortened }, name);
    if (/^#{3,}$/.test(cell.trim())) throw fault({ rule: cellNarrow }, name);
    if (cell.includes("\uFFFD")) throw fault({ rule: cellUnreadable }, name);
    if (CONTROL.test(cell)) throw fault({ rule: cellControls }, name);
    if (cell !== "") found[name] = cell;
  }
  return found;
}

function tooMany(cells: number, columns: number): Message {
  return columns === 1
    ? { rule: rowWiderThanOne, values: { cells } }
    : { rule: rowTooWide, values: { cells, columns } };
}

/** Returns an error about a cell, or about the whole row if there is no `field`. */
export function fault(message: Message, field?: string): QrError {
  return new QrError("INVALID_OPTION", { field, ...message });
}

/** Returns the text to encode: the payload of `kind` with the fields in `cells`. @throws {QrError} INVALID_OPTION for the
 *  first invalid field. */
export function buildText(kind: PayloadKind, cells: Readonly<Record<string, unknown>>): string {
  const fields = Object.keys(kind.fields).flatMap((name) => {
    const cell = cells[name];
    if (cell === undefined) return [];
    return [[name, typeof cell === "string" ? settle(kind, name, cell) : cell] as const];
  });
  return kind.build(Object.fromEntries(fields) as Given<FieldTable>);
}

/** Returns the value of a field for a cell, in which every notation of forms is allowed. */
function settle(kind: PayloadKind, name: string, cell: string): string {
  const field = kind.fields[name] as Field;
  const value = field.kind === "raw" || field.secret ? cell : cell.trim();
  if (field.kind === "flag") return answer(value, YES) ? "true" : answer(value, NO) ? "false" : value;
  if (field.kind === "choice") {
    const same = (one: string) => one.toLowerCase() === value.toLowerCase();
    return field.of.find(same) ?? field.of.find((one) => one === SECURITY.get(value.toLowerCase())) ?? value;
  }
  return understand(kind.name, name, value).value;
}

const YES = ["true", "yes", "y", "1", "x", "ja", "wahr", "oui", "vrai", "sí", "si", "sim", "はい", "是", "نعم"];
const NO = ["false", "no", "n", "0", "-", "nein", "falsch", "non", "faux", "não", "いいえ", "否", "لا"];
const answer = (value: string, words: readonly string[]) => words.includes(value.toLowerCase());

/** Common names of WiFi security types. */
const SECURITY: ReadonlyMap<string, string> = new Map([
  ["wpa2", "WPA"],
  ["wpa/wpa2", "WPA"],
  ["wpa2/wpa3", "WPA"],
  ["wpa2-psk", "WPA"],
  ["wpa2-personal", "WPA"],
  ["wpa2 personal", "WPA"],
  ["wpa3-sae", "WPA3"],
  ["wpa3-personal", "WPA3"],
  ["wpa3 personal", "WPA3"],
  ["none", "nopass"],
  ["open", "nopass"],
  ["no", "nopass"],
  ["offen", "nopass"],
  ["keine", "nopass"],
  ["ouvert", "nopass"],
  ["aucune", "nopass"],
  ["abierta", "nopass"],
  ["ninguna", "nopass"],
  ["aberta", "nopass"],
  ["nenhuma", "nopass"],
]);
