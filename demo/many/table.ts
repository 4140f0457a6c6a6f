import { messageOf } from "../../src/errors.ts";
import { nextTask } from "../../src/next-task.ts";
import { formatNames, formats } from "../../src/options/formats.ts";
import { unknownOptions } from "../../src/service/unknown-options.ts";
import { type CsvRecord, columnOf, type Form, optionNames, readLines, readRecords, separatorOf } from "./csv.ts";

/** Maximum codes of one run. */
export const MAX_ROWS = 20_000;

/** Milliseconds of work before yielding to the page. */
const SLICE = 15;

/** A code to make: its text, the options in which it differs from the page, and its file name. */
export interface Row {
  /** Its line, counted from 1. */
  readonly line: number;
  readonly words: Readonly<Record<string, string>> & { readonly data: string };
  readonly name: string;
}

/** A message about a line. */
export interface Remark {
  readonly line: number;
  readonly message: string;
  /** Its text, which may be secret; empty if its end is unknown. */
  readonly text: string;
}

export interface Table {
  /** At most MAX_ROWS + 1: the rest is not read. */
  readonly rows: readonly Row[];
  /** Lines without a code. */
  readonly failures: readonly Remark[];
  /** Columns that are ignored. */
  readonly notes: readonly Remark[];
  /** The columns of a table without a data column, whose lines may have been meant as texts. */
  readonly columns?: readonly string[] | undefined;
}

/** Resolves to the rows of `text`. In a table, separated by commas, semicolons or tabs, the column "data" has the texts, other
 *  columns are options, and "file" is the file name. Otherwise every line that is not blank is a text. The format is detected
 *  from the first lines unless `form` is given. Yields to the page while reading. */
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
    if (fault !== undefined) failures.push({ line, message: fault, text: "" });
    else if (cells.length === 1 && cells[0]?.trim() === "") return true;
    else if (!columns) {
      columns = cells.map(columnOf);
      const text = cells.join(", ");
      if (columns.includes("data")) {
        notes = unknownColumns(columns).map((message) => ({ line, message, text }));
        return true;
      }
      strangers = cells;
      failures.push({ line, message: "the table has no column data: name the column of the texts so", text });
      return false;
    } else if (cells.length > columns.length) {
      const text = cells[columns.indexOf("data")] ?? "";
      failures.push({ line, message: tooMany(cells.length, columns.length), text });
    } else {
      const words: Record<string, string> = {};
      columns.forEach((column, index) => {
        const cell = cells[index] ?? "";
        if (cell !== "" && optionNames.has(column)) words[column] = cell;
      });
      found.push({ line, words: { data: "", ...words } });
      wanted.push(cells[columns.indexOf("file")] ?? "");
    }
    return fault === undefined && found.length + failures.length <= MAX_ROWS;
  }

  await inSlices(separator === undefined ? readLines(bare) : readRecords(bare, separator), take);
  const nameFor = createFileNames(found.length);
  const rows: Row[] = [];
  await inSlices(found.entries(), ([at, row]) => rows.push({ ...row, name: nameFor(wanted[at] ?? "") }) > 0);
  return { rows, failures, notes, columns: strangers };
}

/** Returns a message for each column that is neither an option nor the file name. */
function unknownColumns(columns: readonly string[]): readonly string[] {
  const named = columns.filter((column) => column !== "" && column !== "file");
  return unknownOptions(Object.fromEntries(named.map((column) => [column, ""]))).map((finding) => messageOf(finding));
}

function tooMany(cells: number, names: number): string {
  return `the line has ${cells} cells and ${names} names: put a cell with separators in quotes`;
}

/** Returns `text` without its byte order mark and Excel's "sep=;" line, and the separator in that line. */
function withoutMarks(text: string): readonly [string, string | undefined] {
  const bare = text.replace(/^\uFEFF/, "");
  const [line, separator] = /^"?sep=([,;\t])"?(?:\r\n?|\n)/i.exec(bare) ?? [];
  return [bare.slice(line?.length ?? 0), separator];
}

/** Calls `action` with each item until it returns false, yielding to the page in between. */
async function inSlices<Item>(items: Iterable<Item>, action: (item: Item) => boolean): Promise<void> {
  let start = performance.now();
  for (const item of items) {
    if (!action(item)) return;
    if (performance.now() - start < SLICE) continue;
    await nextTask();
    start = performance.now();
  }
}

/** Reserved on Windows, with any extension. */
const DEVICE = /^(?:con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])(?:\.|$)/i;

/** Extensions that are removed: each picture gets the extension of its format. */
const EXTENSION = new RegExp(`\\.(?:${formatNames.map((name) => formats[name].extension).join("|")})$`, "i");

/** Maximum characters of a name. */
const MAX_NAME = 80;

/** Returns a function that makes unique names which are valid on every system; it is called at most `count` times. */
function createFileNames(count: number): (wanted: string) => string {
  const taken = new Set<string>();
  const digits = String(count).length;
  let last = 0;
  return (wanted) => {
    last += 1;
    const number = String(last).padStart(digits, "0");
    const stem = tidy(wanted.replace(EXTENSION, ""));
    let name = stem || `qr-${number}`;
    // Some file systems ignore case.
    for (let turn = 1; taken.has(name.toLowerCase()); turn++) {
      name = `${stem || "qr"}-${number}${turn === 1 ? "" : `-${turn}`}`;
    }
    taken.add(name.toLowerCase());
    return name;
  };
}

function tidy(wanted: string): string {
  const whole = wanted
    .slice(0, 4 * MAX_NAME)
    .normalize("NFC")
    .replace(/[^\p{L}\p{M}\p{N} ._-]/gu, "_");
  const short = [...whole].slice(0, MAX_NAME).join("");
  // Trims periods and spaces at both ends.
  const name = /[^. ](?:.*[^. ])?/.exec(short)?.[0] ?? "";
  return DEVICE.test(name) ? `_${name}` : name;
}
