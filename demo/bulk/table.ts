import { messageOf } from "../../src/errors.ts";
import { nextTask } from "../../src/next-task.ts";
import { formatNames, formats } from "../../src/options/formats.ts";
import { unknownOptions } from "../../src/service/unknown-options.ts";
import { type CsvRecord, columnOf, type Form, optionNames, readLines, readRecords, separatorOf } from "./csv.ts";

/** Maximum number of QR codes per run. */
export const MAX_ROWS = 20_000;

/** Milliseconds to work before yielding to the page. */
const SLICE = 15;

/** A QR code to create. */
export interface Row {
  /** The number of the line, starting with 1. */
  readonly line: number;
  /** The content, and the options that override those of the page. */
  readonly options: Readonly<Record<string, string>> & { readonly data: string };
  /** The file name without its extension. */
  readonly name: string;
}

/** A message about a line. */
export interface Remark {
  readonly line: number;
  readonly message: string;
  /** The content of the line, which may be secret. Empty if the end of the line is unknown. */
  readonly text: string;
}

export interface Table {
  /** The rows, at most MAX_ROWS + 1. Further rows are not read. */
  readonly rows: readonly Row[];
  /** Lines from which no QR code can be created, with the reasons. */
  readonly failures: readonly Remark[];
  /** Messages about columns that are ignored. */
  readonly notes: readonly Remark[];
  /** The cells of the first line if the table has no data column. The page then offers to create one QR code for each
   *  line. */
  readonly columns?: readonly string[] | undefined;
}

/** Resolves to the rows of `text`, which is a list or a table with cells separated by commas, semicolons or tabs. In a
 *  table, the column "data" contains the content, "file" contains the file names, and all other columns contain
 *  options. In a list, each non-blank line is the content of a code. If `form` is omitted, detects the format from the
 *  first lines. Yields to the page while reading. */
export async function readRows(text: string, form?: Form): Promise<Table> {
  const [bare, given] = withoutMarks(text);
  const separator = form === "lines" ? undefined : (given ?? separatorOf(bare, form === "table"));
  const firstLine = given === undefined ? 1 : 2;
  const failures: Remark[] = [];
  const found: Omit<Row, "name">[] = [];
  const fileNames: string[] = [];
  let columns: readonly string[] | undefined = separator === undefined ? ["data"] : undefined;
  let notes: readonly Remark[] = [];
  let columnsWithoutData: readonly string[] | undefined;

  function addRecord({ cells, error, line: at }: CsvRecord): boolean {
    const line = at + firstLine - 1;
    if (error !== undefined) failures.push({ line, message: error, text: "" });
    else if (cells.length === 1 && cells[0]?.trim() === "") return true;
    else if (!columns) {
      columns = cells.map(columnOf);
      const text = cells.join(", ");
      if (columns.includes("data")) {
        notes = unknownColumns(columns).map((message) => ({ line, message, text }));
        return true;
      }
      columnsWithoutData = cells;
      failures.push({ line, message: "No column is called “data”. Rename the column that has the content", text });
      return false;
    } else if (cells.length > columns.length) {
      const text = cells[columns.indexOf("data")] ?? "";
      failures.push({ line, message: tooMany(cells.length, columns.length), text });
    } else {
      const options: Record<string, string> = {};
      columns.forEach((column, index) => {
        const cell = cells[index] ?? "";
        if (cell !== "" && optionNames.has(column)) options[column] = cell;
      });
      found.push({ line, options: { data: "", ...options } });
      fileNames.push(cells[columns.indexOf("file")] ?? "");
    }
    return error === undefined && found.length + failures.length <= MAX_ROWS;
  }

  await inSlices(separator === undefined ? readLines(bare) : readRecords(bare, separator), addRecord);
  const nameFor = createFileNames(found.length);
  const rows: Row[] = [];
  await inSlices(found.entries(), ([at, row]) => rows.push({ ...row, name: nameFor(fileNames[at] ?? "") }) > 0);
  return { rows, failures, notes, columns: columnsWithoutData };
}

/** Returns a message for each column that is neither an option nor the file name. */
function unknownColumns(columns: readonly string[]): readonly string[] {
  const named = columns.filter((column) => column !== "" && column !== "file");
  return unknownOptions(Object.fromEntries(named.map((column) => [column, ""]))).map((finding) => messageOf(finding));
}

function tooMany(cells: number, names: number): string {
  return `The line has ${cells} cells, but the header has ${names}. Put cells that contain separators in quotes`;
}

/** Removes the byte order mark and Excel's "sep=;" line from `text`. Returns the rest of the text and the separator in
 *  that line. */
function withoutMarks(text: string): readonly [string, string | undefined] {
  const bare = text.replace(/^\uFEFF/, "");
  const [line, separator] = /^"?sep=([,;\t])"?(?:\r\n?|\n)/i.exec(bare) ?? [];
  return [bare.slice(line?.length ?? 0), separator];
}

/** Calls `action` with each item until it returns false. Yields to the page in between. */
async function inSlices<Item>(items: Iterable<Item>, action: (item: Item) => boolean): Promise<void> {
  let start = performance.now();
  for (const item of items) {
    if (!action(item)) return;
    if (performance.now() - start < SLICE) continue;
    await nextTask();
    start = performance.now();
  }
}

/** Device names. Windows reserves them even with an extension. */
const DEVICE = /^(?:con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])(?:\.|$)/i;

/** Extensions to remove from file names, because each picture gets the extension of its format. */
const EXTENSION = new RegExp(`\\.(?:${formatNames.map((name) => formats[name].extension).join("|")})$`, "i");

/** Maximum length of a name in characters. */
const MAX_NAME = 80;

/** Returns a function that creates unique file names that are valid on every system. The function may be called `count`
 *  times. */
function createFileNames(count: number): (wanted: string) => string {
  const taken = new Set<string>();
  const digits = String(count).length;
  let last = 0;
  return (wanted) => {
    last += 1;
    const number = String(last).padStart(digits, "0");
    const stem = tidy(wanted.replace(EXTENSION, ""));
    let name = stem || `qr-${number}`;
    // File systems may ignore case.
    for (let attempt = 1; taken.has(name.toLowerCase()); attempt++) {
      name = `${stem || "qr"}-${number}${attempt === 1 ? "" : `-${attempt}`}`;
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
