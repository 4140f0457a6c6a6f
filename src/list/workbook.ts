import type { ListRecord } from "./records.ts";
import { elements, tags } from "./xml.ts";
import { openZip, unusable } from "./zip.ts";

/** `readSheet` of read-excel-file, which is loaded only when a workbook is opened. It gets unpacked parts instead of a ZIP
 *  archive. */
export type SheetReader = (
  parts: Readonly<Record<string, Uint8Array>>,
  sheet: number,
  options: { readonly trim: false; readonly parseNumber: (digits: string) => { readonly digits: string } },
) => Promise<readonly (readonly unknown[])[]>;

export interface Workbook {
  /** The names of the visible sheets. */
  readonly sheets: readonly string[];
  /** Resolves to the rows of the sheet at `index`. @throws {QrError} if the sheet is damaged or too large. */
  read(index: number): Promise<ListRecord[]>;
}

/** Maximum size in bytes of a workbook, and of the unpacked parts of it that are read. */
export const MAX_WORKBOOK = 20 * 1024 * 1024;
const MAX_UNPACKED = 80 * 1024 * 1024;

const MAX_ROWS = 100_000;
const MAX_COLUMNS = 1_000;
const MAX_CELLS = 2_000_000;

const UNREADABLE = "could not be read: open it in a spreadsheet program and save it again, or save it as CSV";

/** Returns why a file with these first bytes is not a list, or "xlsx" for a ZIP archive, or undefined for text. */
export function formatOf([a, b, c, d]: Uint8Array): "xlsx" | Error | undefined {
  const magic = [a, b, c, d].map((byte = 0) => byte.toString(16).padStart(2, "0")).join("");
  if (magic === "504b0304") return "xlsx";
  if (magic === "d0cf11e0")
    return unusable("is an old .xls file or has a password: save it as .xlsx without a password");
  const isOther = ["25504446", "89504e47", "ffd8ffe0", "ffd8ffe1", "47494638"].includes(magic);
  return isOther ? unusable("must be a table or a list: a CSV file, a text file or an .xlsx file") : undefined;
}

/** Opens an .xlsx workbook (ECMA-376, part 1). Checks sizes before unpacking, and unpacks only what a sheet needs.
 *  @throws {QrError} if it is damaged, too large or another type of file. The rule follows the name of the file. */
export async function openWorkbook(bytes: Uint8Array<ArrayBuffer>, readSheet: SheetReader): Promise<Workbook> {
  if (bytes.length > MAX_WORKBOOK) throw unusable("must be at most 20 MB: split it, or save it as CSV");
  const zip = openZip(bytes);
  if (!zip.has("xl/workbook.xml")) throw unusable("must be an .xlsx workbook: save it as .xlsx or CSV");
  const parts: Record<string, Uint8Array> = {};
  let unpacked = 0;

  async function readPart(name: string): Promise<string> {
    unpacked += parts[name] ? 0 : zip.sizeOf(name);
    if (unpacked > MAX_UNPACKED) throw unusable("unpacks to more than 80 MB: split it, or save it as CSV");
    parts[name] ??= await zip.read(name);
    const text = new TextDecoder().decode(parts[name]);
    // Spreadsheet programs never write these, and entities could expand to any length.
    if (/<!(?:DOCTYPE|ENTITY)/i.test(text)) throw unusable(UNREADABLE);
    return text;
  }

  const relations = relationsIn(await readPart("xl/_rels/workbook.xml.rels"));
  const all = elements(await readPart("xl/workbook.xml"), "sheet").filter(({ name }) => name !== undefined);
  const sheets = all
    .map(({ name = "", id = "", state = "visible" }, at) => ({
      name,
      state,
      number: at + 1,
      path: relations.get(id)?.path,
    }))
    .filter(({ state, path }) => state === "visible" && path !== undefined && zip.has(path));
  if (sheets.length === 0) throw unusable("has no sheet with cells");

  return {
    sheets: sheets.map(({ name }) => name),
    async read(index) {
      const sheet = sheets[index];
      if (!sheet?.path) throw unusable("has no such sheet");
      const others = [...relations.values()].filter(
        ({ type, path }) => /^(?:styles|sharedStrings)$/.test(type) && zip.has(path),
      );
      const texts = new Map<string, string>();
      for (const { type, path } of others) texts.set(type, await readPart(path));
      const findings = examine(await readPart(sheet.path), paddedStyles(texts.get("styles") ?? ""));
      const { [sheet.path]: xml, ...shared } = parts;
      // The package gets only the parts that were checked, and unpacks nothing.
      const input = { ...shared, [sheet.path]: xml as Uint8Array };
      delete parts[sheet.path];
      unpacked -= zip.sizeOf(sheet.path);
      const parseNumber = (digits: string) => ({ digits });
      const rows = await readSheet(input, sheet.number, { trim: false, parseNumber }).catch(() => {
        throw unusable(UNREADABLE);
      });
      return rows.map((cells, row) => recordOf(cells, row + 1, findings));
    },
  };
}

/** What is special about a cell: a number format with leading zeros, or the reason why it cannot be used. */
interface Finding {
  readonly format?: string | undefined;
  readonly fault?: string | undefined;
}

/** Findings by row and column, from 0. */
type Findings = ReadonlyMap<number, ReadonlyMap<number, Finding>>;

const NO_VALUE = "contains a formula without a result: open the file in a spreadsheet program and save it again";
const FORMULA_ERROR = "contains a formula error: correct the formula";
const MERGED = "is merged with another cell: unmerge the cells, and fill in each row";
const ROUNDED =
  "is a number with more than 15 digits, which spreadsheet programs round: format the column as text, then enter it again";

/** Finds what the package does not report: the formats of padded numbers, errors, formulas without results, and cells that
 *  others cover.
 *  @throws {QrError} if the sheet has too many rows, columns or cells. */
function examine(xml: string, padded: ReadonlyMap<string, string>): Findings {
  const findings = new Map<number, Map<number, Finding>>();
  const add = (column: number, row: number, finding: Finding) => {
    const inRow = findings.get(row - 1) ?? new Map<number, Finding>();
    findings.set(row - 1, inRow.set(column - 1, finding));
  };
  let merged = 0;
  const coverCells = ({ ref = "" }: Readonly<Record<string, string | undefined>>) => {
    const [from, to] = ref.split(":");
    const [left, top] = placeOf(from);
    const [right, bottom] = placeOf(to);
    for (let row = top; row <= Math.min(bottom, rows); row++) {
      for (let column = left; column <= Math.min(right, columns); column++) {
        if (++merged > MAX_CELLS) throw unusable(TOO_LARGE);
        if (row > top || column > left) add(column, row, { fault: MERGED });
      }
    }
  };
  let [rows, columns] = [0, 0];
  let cell: Readonly<Record<string, string | undefined>> | undefined;
  let [hasFormula, hasValue] = [false, false];
  const closeCell = () => {
    const [column, row] = placeOf(cell?.r);
    rows = Math.max(rows, row);
    columns = Math.max(columns, column);
    const fault = cell?.t === "e" ? FORMULA_ERROR : hasFormula && !hasValue ? NO_VALUE : undefined;
    const format = padded.get(cell?.s ?? "");
    if (fault !== undefined || format !== undefined) add(column, row, { fault, format });
    [cell, hasFormula, hasValue] = [undefined, false, false];
  };
  for (const { name, closes, attributes, end } of tags(xml)) {
    if (name === "row" && !closes) rows = Math.max(rows, Number(attributes().r ?? 0));
    if (name === "f" && !closes) hasFormula = true;
    if (name === "v" && !closes && xml[end] !== "<") hasValue = true;
    if (name === "mergeCell" && closes !== "end") coverCells(attributes());
    if (name !== "c") continue;
    if (closes === "end") closeCell();
    else {
      cell = attributes();
      if (closes) closeCell();
    }
    if (rows > MAX_ROWS || columns > MAX_COLUMNS || rows * columns > MAX_CELLS) throw unusable(TOO_LARGE);
  }
  if (rows > MAX_ROWS) throw unusable(TOO_LARGE);
  return findings;
}

/** Returns the column and the row of a cell such as B3, from 1, or zeros. */
function placeOf(reference = ""): readonly [column: number, row: number] {
  const [, letters = "", row = ""] = /^([A-Z]{1,4})(\d{1,9})$/.exec(reference) ?? [];
  return [[...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0), Number(row)];
}

const TOO_LARGE = `must have at most ${MAX_ROWS.toLocaleString("en")} rows, ${MAX_COLUMNS.toLocaleString("en")} columns and ${MAX_CELLS.toLocaleString("en")} cells: remove empty rows and columns, or save it as CSV`;

function recordOf(cells: readonly unknown[], line: number, findings: Findings): ListRecord {
  const special = findings.get(line - 1);
  const faults = new Map<number, string>();
  // Cells with errors are missing at the end of a row.
  for (const [at, { fault }] of special ?? []) if (fault !== undefined) faults.set(at, fault);
  const texts = cells.map((cell, at) => {
    if (isRounded(cell)) faults.set(at, ROUNDED);
    return textOf(cell, special?.get(at)?.format);
  });
  return { line, cells: texts, ...(faults.size > 0 && { faults }) };
}

function isNumber(cell: unknown): cell is { readonly digits: string } {
  return typeof cell === "object" && cell !== null && "digits" in cell;
}

function isRounded(cell: unknown): boolean {
  return isNumber(cell) && Number.isInteger(Number(cell.digits)) && Math.abs(Number(cell.digits)) >= 1e15;
}

/** Returns the text of a cell. `format` is a number format such as 00000. */
function textOf(cell: unknown, format?: string): string {
  if (cell === null || cell === undefined) return "";
  if (cell instanceof Date) return dateText(cell);
  if (typeof cell === "boolean") return cell ? "TRUE" : "FALSE";
  if (!isNumber(cell)) return String(cell);
  const value = Number(cell.digits);
  if (!Number.isFinite(value)) return cell.digits;
  return padded(decimalText(value), format);
}

/** Returns a number with at most 15 significant digits, like spreadsheet programs, and without an exponent. */
function decimalText(value: number): string {
  const rounded = Number(value.toPrecision(15));
  const text = String(rounded);
  if (!text.includes("e")) return text;
  if (Math.abs(rounded) >= 1) return BigInt(rounded).toString();
  const digits = rounded.toFixed(20);
  const last = [...digits].findLastIndex((digit) => digit !== "0");
  return digits.slice(0, last + 1);
}

/** Pads a number to the digits of a format such as 00000 or 0.00. Never removes digits. */
function padded(text: string, format = ""): string {
  const [, zeros = "", , decimals = ""] = /^(0+)(\.(0+))?$/.exec(format) ?? [];
  if (zeros === "") return text;
  const [whole = "", fraction = ""] = text.replace("-", "").split(".");
  const point = fraction === "" && decimals === "" ? "" : ".";
  return `${text.startsWith("-") ? "-" : ""}${whole.padStart(zeros.length, "0")}${point}${fraction.padEnd(decimals.length, "0")}`;
}

/** Returns a date as 2026-12-24, a time as 18:00, or both. Dates of the package are in UTC. */
function dateText(date: Date): string {
  if (Number.isNaN(date.getTime())) return "";
  // Fractions of days are not exact.
  const iso = new Date(Math.round(date.getTime() / 1000) * 1000).toISOString();
  const [day = "", rest = ""] = iso.split("T");
  const time = rest.slice(0, 8).replace(/:00$/, "");
  if (day < "1900-01-01") return time;
  return time === "00:00" ? day : `${day} ${time}`;
}

/** Returns the number formats that pad numbers with zeros, by the index of the cell style. */
function paddedStyles(xml: string): ReadonlyMap<string, string> {
  const codes = new Map([
    ["1", "0"],
    ["2", "0.00"],
  ]);
  for (const { numFmtId = "", formatCode = "" } of elements(xml, "numFmt")) codes.set(numFmtId, formatCode);
  const found = new Map<string, string>();
  let index = 0;
  let isInside = false;
  for (const { name, closes, attributes } of tags(xml)) {
    if (name === "cellXfs") isInside = closes === undefined;
    if (!isInside || name !== "xf" || closes === "end") continue;
    const code = codes.get(attributes().numFmtId ?? "");
    if (code !== undefined && /^0+(?:\.0+)?$/.test(code)) found.set(String(index), code);
    index += 1;
  }
  return found;
}

/** Returns the types and paths of a workbook's parts, by their ids. */
function relationsIn(xml: string) {
  return new Map(
    elements(xml, "Relationship").map(({ Id = "", Type = "", Target = "" }) => {
      const path = Target.startsWith("/") ? Target.slice(1) : `xl/${Target}`;
      return [Id, { type: Type.split("/").at(-1) ?? "", path }] as const;
    }),
  );
}
