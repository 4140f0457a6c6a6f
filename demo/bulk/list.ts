import {
  buildText,
  type Cells,
  type Columns,
  createFileNames,
  guessFields,
  guessFileColumn,
  guessTableKind,
  type ListRecord,
  type ListTable,
  nextTask,
  optionColumns,
  readCells,
} from "../product/lists.ts";
import { QrError } from "../product/messages.ts";
import { parseOptions } from "../product/options.ts";
import type { PayloadKind } from "../product/payload.ts";

/** Maximum number of QR codes per run. */
export const MAX_ROWS = 20_000;

/** Milliseconds of work between pauses for the page. */
const SLICE = 15;

/** The way in which the columns of a list become QR codes. */
export interface Mapping {
  readonly kind: PayloadKind;
  /** The columns of the kind's fields. */
  readonly fields: Columns;
  /** The column with the file names. If undefined, files have numbers as names. */
  readonly file: number | undefined;
  /** The columns that set options for their rows. */
  readonly options: Columns;
}

export interface Row {
  /** The number of the row in the file, from 1. */
  readonly line: number;
  /** The content, and options that override those of the page. */
  readonly options: Cells & { readonly data: string };
  /** The file name without its extension. */
  readonly name: string;
}

/** A row without a QR code, because of an error. */
export interface BadRow {
  readonly line: number;
  readonly error: QrError;
  readonly record: ListRecord;
}

/** Returns the most likely mapping of `table`, or of its columns to `kind`. */
export function guessMapping(table: ListTable, kind: PayloadKind = guessTableKind(table)): Mapping {
  const fields = guessFields(kind, table);
  const file = guessFileColumn(table.headings ?? []);
  const taken = [...Object.values(fields), ...(file === undefined ? [] : [file])];
  return { kind, fields, file, options: optionColumns(table, taken) };
}

/** Returns the first field that each code needs and that has no column yet. */
export function missingField({ kind, fields }: Mapping): string | undefined {
  return Object.keys(kind.fields).find((name) => kind.fields[name]?.required && fields[name] === undefined);
}

/** Returns the data of a QR code for a record, or the error. */
export function readRow(record: ListRecord, mapping: Mapping, width: number): Omit<Row, "name"> | BadRow {
  const { line } = record;
  const { kind, fields, options } = mapping;
  try {
    const cells = readCells(record, { ...options, ...fields }, width, kind);
    const own = Object.fromEntries(Object.entries(cells).filter(([name]) => fields[name] === undefined));
    const data = buildText(kind, cells);
    const [issue] = Object.keys(own).length > 0 ? parseOptions({ ...own, data: "x" }).issues : [];
    if (issue) throw issue;
    return { line, options: { ...own, data } };
  } catch (error) {
    if (error instanceof QrError) return { line, error, record };
    throw error;
  }
}

export const isBad = (row: Omit<Row, "name"> | BadRow): row is BadRow => "error" in row;

/** Resolves to all rows of `table`. Lets the page do other work while reading. */
export async function readRows(
  { rows: records, width }: ListTable,
  mapping: Mapping,
): Promise<{ readonly rows: readonly Row[]; readonly skipped: readonly BadRow[] }> {
  const rows: Row[] = [];
  const skipped: BadRow[] = [];
  const nameFor = createFileNames(records.length);
  await inSlices(records.entries(), ([at, record]) => {
    const row = readRow(record, mapping, width);
    if (isBad(row)) skipped.push(row);
    else rows.push({ ...row, name: nameFor(nameOf(record, mapping), at + 1) });
    return true;
  });
  return { rows, skipped };
}

/** Returns the file name in a record, or "". */
export function nameOf({ cells }: ListRecord, { file }: Mapping): string {
  return file === undefined ? "" : (cells[file] ?? "");
}

/** Calls `action` with each item until it returns false, with pauses in which the page can do other work. */
export async function inSlices<Item>(items: Iterable<Item>, action: (item: Item) => boolean): Promise<void> {
  let start = performance.now();
  for (const item of items) {
    if (!action(item)) return;
    if (performance.now() - start < SLICE) continue;
    await nextTask();
    start = performance.now();
  }
}
