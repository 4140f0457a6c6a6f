import type { PayloadKind } from "../payload/kind.ts";
import { kinds, plainText, url } from "../payload/payload.ts";
import { guessColumns, guessKind, optionOf } from "./headings.ts";
import type { ListRecord } from "./records.ts";
import type { Columns } from "./rows.ts";
import { evennessOf, isUrl, linkedText } from "./shape.ts";

export interface ListTable {
  /** The headings, or undefined if the list has no header. */
  readonly headings: readonly string[] | undefined;
  /** The number of columns. Rows with more cells are invalid. */
  readonly width: number;
  /** The rows below the header, without blank ones. */
  readonly rows: readonly ListRecord[];
}

/** Returns the table in `records`, which contain no blank ones. `header` is the index of the record with the headings.
 *  Records above it are titles. */
export function tableOf(records: readonly ListRecord[], header: number | undefined): ListTable {
  const first = header === undefined ? undefined : records[header];
  const headings = first && first.error === undefined ? trimEnd(first.cells) : undefined;
  const rows = headings && header !== undefined ? records.slice(header + 1) : records;
  // Without headings, a row with more cells than most rows probably has a delimiter inside a cell.
  const width = headings ? headings.length : evennessOf(rows).cells;
  return { headings, width, rows };
}

/** Returns the headings without empty ones at the end. */
export function trimEnd(headings: readonly string[]): readonly string[] {
  const last = headings.findLastIndex((heading) => heading.trim() !== "");
  return headings.slice(0, last + 1);
}

/** Number of rows to examine. */
const SAMPLE = 50;

/** Share of the cells in a column that must be web addresses for a column of links. */
const MIN_SHARE = 0.6;

/** Returns the first column with web addresses, or undefined. */
export function findUrlColumn({ rows, width }: ListTable): number | undefined {
  const sample = rows.slice(0, SAMPLE);
  return Array.from({ length: width }, (_, at) => at).find((at) => {
    const cells = sample.map((record) => linkedText(record, at)).filter((cell) => cell !== "");
    return cells.length > 0 && cells.filter(isUrl).length >= MIN_SHARE * cells.length;
  });
}

/** Returns the kind of content that a table probably has. */
export function guessTableKind(table: ListTable): PayloadKind {
  const name = guessKind(table.headings ?? []);
  const found = kinds.find((kind) => kind.name === name);
  if (found) return found;
  const { url: link, text } = guessColumns(table.headings ?? [], [url.name, plainText.name]);
  const content = text ?? findUrlColumn(table);
  return link !== undefined || (content !== undefined && content === findUrlColumn(table)) ? url : plainText;
}

/** Returns the columns for the fields of `kind` by their headings. The content of a link or text can also be in the column
 *  with web addresses, or in the only column. */
export function guessFields(kind: PayloadKind, table: ListTable): Columns {
  const { headings = [], width } = table;
  if (kind !== url && kind !== plainText) return guessColumns(headings, Object.keys(kind.fields), kind.name);
  const [field = ""] = Object.keys(kind.fields);
  const at = contentColumn(table, field) ?? (width === 1 ? 0 : undefined);
  return at === undefined ? {} : { [field]: at };
}

/** Returns the column with links or texts by its heading, or by its web addresses. */
function contentColumn(table: ListTable, field: string): number | undefined {
  const found = guessColumns(table.headings ?? [], [url.name, plainText.name]);
  return found[field] ?? Object.values(found)[0] ?? findUrlColumn(table);
}

/** Whether a table suits a purpose: "sure" if its headings or web addresses show that it does, and otherwise "possible" or
 *  "none". */
export type Suitability = "sure" | "possible" | "none";

/** Returns how well a table suits codes of `kind`. */
export function suitabilityOf(table: ListTable, kind = guessTableKind(table)): Suitability {
  const fields = guessFields(kind, table);
  const isMissing = Object.keys(kind.fields).some((name) => kind.fields[name]?.required && fields[name] === undefined);
  if (isMissing || table.rows.length === 0) return "none";
  const [field = ""] = Object.keys(kind.fields);
  const isSure = (kind !== url && kind !== plainText) || contentColumn(table, field) !== undefined;
  return isSure ? "sure" : "possible";
}

interface Sheets {
  readonly sheets: readonly string[];
  /** Reads a sheet. All calls with `isSearch` share their limits. */
  read(index: number, isSearch: boolean): Promise<readonly ListRecord[]>;
}

/** Resolves to the index and the records of the first suitable sheet, or of the first sheet with cells.
 *  @throws {QrError} if the first sheet cannot be read. */
export async function chooseSheet(book: Sheets, suits: (records: readonly ListRecord[]) => Suitability) {
  let best = { index: 0, records: await book.read(0, true) };
  let rank = rankOf(best.records, suits);
  for (let index = 1; index < book.sheets.length && rank < SURE; index++) {
    const records = await book.read(index, true).catch(() => undefined);
    // The next sheet may exceed the shared limits too, so the search ends.
    if (!records) break;
    const next = rankOf(records, suits);
    if (next > rank) [best, rank] = [{ index, records }, next];
  }
  return best;
}

const SURE = 3;

function rankOf(records: readonly ListRecord[], suits: (records: readonly ListRecord[]) => Suitability): number {
  if (records.length === 0) return 0;
  return { none: 1, possible: 2, sure: SURE }[suits(records)];
}

/** Returns the columns whose headings name options, without those in `taken`. */
export function optionColumns({ headings = [] }: ListTable, taken: Iterable<number>): Columns {
  const used = new Set(taken);
  const found: Record<string, number> = {};
  for (const [at, heading] of headings.entries()) {
    const option = optionOf(heading);
    if (option !== undefined && !used.has(at) && found[option] === undefined) found[option] = at;
  }
  return found;
}
