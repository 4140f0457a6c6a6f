import { rows as options } from "../../src/options/table.ts";
import { unknownOptions } from "../../src/service/unknown-options.ts";
import { createFileNames } from "./file-names.ts";
import { type CsvRecord, readLines, readRecords } from "./records.ts";

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
}

/** The rows of `text`. Where its first line has a column "data" it is a table, with commas, semicolons or tabs; other
 *  columns are options by their names, or "file" for the name of the picture. Else every line that is not empty is a text as it is. The
 *  page goes on meanwhile. */
export async function readRows(text: string): Promise<Table> {
  const [bare, given] = withoutMarks(text);
  const separator = given ?? separatorOf(bare);
  const firstLine = given === undefined ? 1 : 2;
  const failures: Remark[] = [];
  const found: Omit<Row, "name">[] = [];
  const wanted: string[] = [];
  let columns: readonly string[] | undefined = separator === undefined ? ["data"] : undefined;
  let notes: readonly Remark[] = [];

  function take({ cells, fault, line: at }: CsvRecord): boolean {
    const line = at + firstLine - 1;
    if (fault !== undefined) failures.push({ line, sentence: fault, text: "" });
    else if (cells.length === 1 && cells[0]?.trim() === "") return true;
    else if (!columns) {
      columns = cells.map(columnOf);
      const text = cells.join(", ");
      notes = unknownColumns(columns).map((sentence) => ({ line, sentence, text }));
      if (columns.includes("data")) return true;
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
  return { rows, failures, notes };
}

const optionNames: ReadonlySet<string> = new Set(options.map(([name]) => name));

/** Names of columns by how they are written without capitals and hyphens. */
const columnNames: ReadonlyMap<string, string> = new Map([
  ...[...optionNames, "file"].map((name) => [name.toLowerCase(), name] as const),
  ["name", "file"],
]);

/** What people call the column of the texts: a table of such names is one, and wants another name. */
const ALMOST_DATA = ["text", "texts", "url", "link", "content"];

function columnOf(cell: string): string {
  const written = cell.trim();
  return columnNames.get(plain(written)) ?? written;
}

function plain(name: string): string {
  return name.toLowerCase().replace(/[-_ ]/g, "");
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

function separatorOf(text: string): string | undefined {
  const head = text.slice(0, 20_000).split(/[\r\n]/, 1)[0] ?? "";
  return [",", ";", "\t"].find((separator) => {
    const cells = head.split(separator).map((cell) => columnOf(cell.trim().replace(/^"(.*)"$/, "$1")));
    if (cells.includes("data")) return cells.length > 1 || separator === ",";
    const isKnown = (cell: string) => optionNames.has(cell) || cell === "file" || ALMOST_DATA.includes(plain(cell));
    return cells.length > 1 && cells.every(isKnown);
  });
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
