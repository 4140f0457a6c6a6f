import { unknownOptions } from "../../src/service/unknown-options.ts";
import { columnOf, optionNames } from "./columns.ts";
import { createFileNames } from "./file-names.ts";
import { type CsvRecord, readLines, readRecords } from "./records.ts";
import { type Form, separatorOf } from "./separator.ts";

export type { Form } from "./separator.ts";

/** Codes that one run may make. */
export const MOST_ROWS = 20_000;

/** Milliseconds after which the page has its turn. */
const SLICE = 15;

/** One code to be made: its text, what differs from the look of the page, and the name of its file. */
export interface Row {
  /** Its line, counted from 1. */
  readonly line: number;
  readonly words: Readonly<Record<string, string>> & { readonly data: string };
  readonly name: string;
}

/** What is to be said of a line. */
export interface Remark {
  readonly line: number;
  readonly sentence: string;
  /** Its text, which may be secret; empty where nobody knows where it ends. */
  readonly text: string;
}

export interface Table {
  /** At most one more than a run may make: what comes after it was not read. */
  readonly rows: readonly Row[];
  /** Lines that no code can be made of. */
  readonly failures: readonly Remark[];
  /** Columns that change nothing. */
  readonly notes: readonly Remark[];
  /** Of a table without texts the names of its columns; each of its lines may have been meant as a text. */
  readonly columns?: readonly string[] | undefined;
}

/** The rows of `text`. Where it is a table, with commas, semicolons or tabs, its column "data" has the texts; other columns
 *  are options by their names, or "file" for the name of the picture. Else every line that is not empty is a text as it
 *  is. What it is is seen by its first lines, unless it is known by its `form`. The page goes on meanwhile. */
export async function readRows(text: string, form?: Form): Promise<Table> {
  const [bare, given] = withoutMarks(text);
  const separator = form === "lines" ? undefined : (given ?? separatorOf(bare, form === "table"));
  const firstLine = given === undefined ? 1 : 2;
  const failures: Remark[] = [];
  const found: Omit<Row, "name">[] = [];
  const wanted: string[] = [];
  let columns: readonly string[] | undefined = separator === undefined ? ["data"] : undefined;
  let notes: readonly Remark[] = [];
  let strangers: readonly string[] | undefined;

  function take({ cells, fault, line: at }: CsvRecord): boolean {
    const line = at + firstLine - 1;
    if (fault !== undefined) failures.push({ line, sentence: fault, text: "" });
    else if (cells.length === 1 && cells[0]?.trim() === "") return true;
    else if (!columns) {
      columns = cells.map(columnOf);
      const text = cells.join(", ");
      if (columns.includes("data")) {
        notes = unknownColumns(columns).map((sentence) => ({ line, sentence, text }));
        return true;
      }
      strangers = cells;
      failures.push({ line, sentence: "the table has no column data: name the column of the texts so", text });
      return false;
    } else if (cells.length > columns.length) {
      const text = cells[columns.indexOf("data")] ?? "";
      failures.push({ line, sentence: tooMany(cells.length, columns.length), text });
    } else {
      const words: Record<string, string> = {};
      columns.forEach((column, index) => {
        const cell = cells[index] ?? "";
        if (cell !== "" && optionNames.has(column)) words[column] = cell;
      });
      found.push({ line, words: { data: "", ...words } });
      wanted.push(cells[columns.indexOf("file")] ?? "");
    }
    return fault === undefined && found.length + failures.length <= MOST_ROWS;
  }

  await inSlices(separator === undefined ? readLines(bare) : readRecords(bare, separator), take);
  const nameFor = createFileNames(found.length);
  const rows: Row[] = [];
  await inSlices(found.entries(), ([at, row]) => rows.push({ ...row, name: nameFor(wanted[at] ?? "") }) > 0);
  return { rows, failures, notes, columns: strangers };
}

/** A sentence for each column that is neither an option nor the file. */
function unknownColumns(columns: readonly string[]): readonly string[] {
  const named = columns.filter((column) => column !== "" && column !== "file");
  return unknownOptions(Object.fromEntries(named.map((column) => [column, ""]))).map(({ message }) => message);
}

function tooMany(cells: number, names: number): string {
  return `the line has ${cells} cells and ${names} names: put a cell with separators in quotes`;
}

/** `text` without its byte order mark and without the line "sep=;" that Excel reads, and the separator that line names. */
function withoutMarks(text: string): readonly [string, string | undefined] {
  const bare = text.replace(/^\uFEFF/, "");
  const [line, separator] = /^"?sep=([,;\t])"?(?:\r\n?|\n)/i.exec(bare) ?? [];
  return [bare.slice(line?.length ?? 0), separator];
}

/** Does `action` with one item after the other until it says no, and lets the page go on in between. */
async function inSlices<Item>(items: Iterable<Item>, action: (item: Item) => boolean): Promise<void> {
  let start = performance.now();
  for (const item of items) {
    if (!action(item)) return;
    if (performance.now() - start < SLICE) continue;
    await new Promise((resolve) => setTimeout(resolve));
    start = performance.now();
  }
}
