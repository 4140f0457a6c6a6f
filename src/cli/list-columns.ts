import { QrError } from "../errors.ts";
import { CERTAIN, type Encoding } from "../list/encoding.ts";
import { guessColumns, optionOf, plainHeading } from "../list/headings.ts";
import {
  findUrlColumn,
  guessFields,
  guessTableKind,
  type ListTable,
  type Suitability,
  suitabilityOf,
  tableOf,
} from "../list/mapping.ts";
import { isBlank, type ListRecord } from "../list/records.ts";
import { buildText, type Columns, readCells } from "../list/rows.ts";
import { findHeader } from "../list/shape.ts";
import { quoteMissing, rowTooLong } from "../messages/list-rules.ts";
import { messageOf } from "../messages/message.ts";
import type { PayloadKind } from "../payload/kind.ts";
import { plainText } from "../payload/payload.ts";
import { usage } from "./errors.ts";
import type { ListRow } from "./rows.ts";

/** How to read a list. Undefined settings are detected. */
export interface ListSettings {
  /** The list's name in messages. */
  readonly name: string;
  /** The kind of content whose fields are columns; undefined for the column "data". */
  readonly kind?: PayloadKind | undefined;
  readonly encoding?: Encoding | undefined;
  readonly delimiter?: string | undefined;
  readonly header?: boolean | undefined;
  /** The columns of fields, options and "file", by name. Columns are headings, or numbers from 1. */
  readonly columns?: Readonly<Record<string, string>> | undefined;
  /** Whether a column with captions is looked for. */
  readonly captions?: boolean;
  /** The name of a sheet, or its number from 1. */
  readonly sheet?: string | undefined;
  /** Whether a sheet other than the first one was chosen automatically. */
  readonly isSheetGuess?: boolean;
  /** Reads the bytes a second time, after the encoding has been detected. Undefined for standard input. */
  readonly again?: (() => AsyncIterable<Uint8Array>) | undefined;
  warn?(message: string): void;
}

/** Number of records to examine for the header and the columns. */
const SAMPLE = 50;

/** Yields the rows of a table below its headings. @throws {QrError} if a column is missing, or rows could not be read. */
export async function* rowsOf(
  records: AsyncGenerator<readonly ListRecord[]>,
  settings: ListSettings,
): AsyncGenerator<ListRow> {
  const first: ListRecord[] = [];
  let isOver = false;
  while (first.length === 0 && !isOver) {
    const { done, value } = await records.next();
    isOver = done === true;
    for (const record of value ?? []) if (!isBlank(record)) first.push(record);
  }
  const [header] = first;
  if (!header) return;
  check(header, settings);
  if (header.error !== undefined) throw usage(`${settings.name}, line ${header.line}: ${messageOf(header.error)}`);
  const { table, kind, columns, isNamed } = planOf(first, settings);
  const isGuess = !isNamed || settings.isSheetGuess || !CERTAIN.includes(settings.encoding ?? "utf-8");
  const unknown = isGuess ? {} : unknownColumns(table, columns);
  if (isGuess) settings.warn?.(descriptionOf(table, columns, { ...settings, kind }));
  function* rowsIn(found: readonly ListRecord[]): Generator<ListRow> {
    for (const record of found) {
      if (isBlank(record)) continue;
      check(record, settings);
      yield { line: record.line, input: wordsOf(record, { table, kind, columns, unknown, settings }) };
    }
  }
  yield* rowsIn(table.rows);
  for await (const found of records) yield* rowsIn(found);
}

/** The use of each column of a list. */
interface Plan {
  readonly table: ListTable;
  /** The kind that was guessed from the headings. */
  readonly kind: PayloadKind | undefined;
  readonly columns: Columns;
  /** Whether the headings are the exact names of the required fields. */
  readonly isNamed: boolean;
}

/** Returns how to read records that are not blank. @throws {QrError} if a column is missing. */
function planOf(records: readonly ListRecord[], settings: ListSettings): Plan {
  const hasNames = ({ cells }: ListRecord) => neededBy(settings.kind).every((field) => hasHeading(cells, field));
  const found = settings.header === false ? undefined : findHeader(records.slice(0, SAMPLE), hasNames);
  const header = found ?? (settings.header ? 0 : undefined);
  const isNamed = header !== undefined && hasNames(records[header] as ListRecord);
  const table = tableOf(records, header);
  const isChosen = settings.kind !== undefined || settings.columns?.data !== undefined;
  const guessed = isChosen || hasHeading(table.headings ?? [], "data") ? undefined : guessTableKind(table);
  const kind = guessed === plainText ? undefined : guessed;
  return { table, kind, columns: columnsOf(table, { ...settings, kind: kind ?? settings.kind }), isNamed };
}

/** Returns how well the rows of a sheet suit the settings. */
export function suits(records: readonly ListRecord[], settings: ListSettings): Suitability {
  try {
    const { table, kind, isNamed } = planOf(records, settings);
    if (table.rows.length === 0) return "none";
    if (isNamed || settings.columns !== undefined) return "sure";
    return suitabilityOf(table, kind ?? settings.kind);
  } catch (error) {
    if (error instanceof QrError) return "none";
    throw error;
  }
}

/** Checks that the rows after the record could be read. @throws {QrError} if they could not. */
function check({ line, error }: ListRecord, { name }: ListSettings): void {
  if (error?.rule === quoteMissing || error?.rule === rowTooLong) {
    throw usage(`${name}, line ${line}: ${messageOf(error)}`);
  }
}

/** Returns the words of a record. If the `kind` was guessed from the headings, its fields become the content. */
function wordsOf(
  record: ListRecord,
  { table, kind, columns, unknown, settings }: Omit<Plan, "isNamed"> & { unknown: Columns; settings: ListSettings },
): ListRow["input"] {
  try {
    const others = Object.entries(unknown).flatMap(([name, at]) =>
      record.cells[at] ? [[name, record.cells[at]]] : [],
    );
    const cells = readCells(record, columns, table.width, kind ?? settings.kind);
    if (!kind) return { ...Object.fromEntries(others), ...cells };
    const own = Object.entries(cells).filter(([name]) => kind.fields[name] === undefined);
    return { ...Object.fromEntries([...others, ...own]), data: buildText(kind, cells) };
  } catch (error) {
    if (error instanceof QrError) return error;
    throw error;
  }
}

/** Returns the columns that are used. @throws {QrError} if a column is missing. */
function columnsOf(table: ListTable, settings: ListSettings): Columns {
  const { kind, columns: given = {}, name } = settings;
  const { headings = [] } = table;
  const chosen = Object.fromEntries(
    Object.entries(given).map(([field, column]) => [field, findColumn(table, column, field, name)]),
  );
  const guessed = {
    ...guessColumns(headings, settings.captions ? ["caption"] : ["file"]),
    ...(kind ? guessFields(kind, table) : dataColumn(table)),
  };
  const fields = { ...guessed, ...chosen };
  const used = new Set(Object.values(fields));
  const options: Record<string, number> = {};
  for (const [at, heading] of headings.entries()) {
    const option = optionOf(heading);
    if (option !== undefined && !used.has(at) && fields[option] === undefined) options[option] ??= at;
  }
  const missing = neededBy(kind).find((field) => fields[field] === undefined);
  if (missing === undefined) return { ...options, ...fields };
  const found = headings.length > 0 ? headings.join(", ") : `no headings, and ${table.width} columns`;
  throw usage(
    `${name} must have a column named ${missing}: choose one with --columns ${missing}=COLUMN; the list has ${found}`,
  );
}

/** Returns the fields that each row must have. */
function neededBy(kind: PayloadKind | undefined): readonly string[] {
  return kind ? Object.keys(kind.fields).filter((field) => kind.fields[field]?.required) : ["data"];
}

function hasHeading(headings: readonly string[], name: string): boolean {
  return headings.some((heading) => plainHeading(heading) === plainHeading(name));
}

/** Returns a description of how a list was read: the flags with the same effect. */
function descriptionOf(table: ListTable, columns: Columns, settings: ListSettings): string {
  const { name, sheet, encoding, delimiter, kind } = settings;
  const { headings } = table;
  const pairs = Object.entries(columns).map(([field, at]) => `${field}=${headings?.[at] || at + 1}`);
  const flags = {
    sheet,
    encoding,
    delimiter: delimiter === undefined ? undefined : ({ "": "none", "\t": "tab" }[delimiter] ?? delimiter),
    [headings ? "header" : "no-header"]: "",
    kind: kind?.name,
    columns: pairs.join(","),
  };
  const words = Object.entries(flags).flatMap(([flag, value]) => {
    if (value === undefined) return [];
    return [`--${flag}`, ...(value === "" ? [] : [/^[\w.=,+-]+$/.test(value) ? value : JSON.stringify(value)])];
  });
  return `${name} was read with ${words.join(" ")}: to change this, pass other flags`;
}

/** Returns the column with the content. */
function dataColumn(table: ListTable): Columns {
  const { headings = [] } = table;
  const named = headings.findIndex((heading) => plainHeading(heading) === "data");
  const at = named >= 0 ? named : (guessFields(plainText, table)[plainText.name] ?? findUrlColumn(table));
  return at === undefined ? {} : { data: at };
}

/** Returns the index of a column by its heading or number. @throws {QrError} if there is none. */
function findColumn({ headings = [], width }: ListTable, column: string, field: string, name: string): number {
  const at = headings.findIndex((heading) => plainHeading(heading) === plainHeading(column));
  if (at >= 0) return at;
  const number = Number(column);
  if (Number.isInteger(number) && number >= 1 && number <= width) return number - 1;
  throw usage(`--columns: ${name} has no column ${column} for ${field}: use a heading, or a number from 1 to ${width}`);
}

/** Returns the unused columns by their headings. The batch warns about them, because they may be misspelled options. */
function unknownColumns({ headings = [] }: ListTable, columns: Columns): Columns {
  const used = new Set(Object.values(columns));
  return Object.fromEntries(
    headings.flatMap((heading, at) => (used.has(at) || heading.trim() === "" ? [] : [[heading.trim(), at]])),
  );
}
