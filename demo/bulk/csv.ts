import { rows as options } from "../../src/options/table.ts";
import { detect, plainText } from "../../src/payload/payload.ts";

/** A record of a table. It may span several lines, because quoted cells can contain line breaks. */
export interface CsvRecord {
  /** The line on which the record begins, starting with 1. */
  readonly line: number;
  readonly cells: readonly string[];
  /** Why the record cannot be read. Reading ends at such a record, because it is not known where the next one
   *  begins. */
  readonly error?: string;
}

/** Maximum number of cells in a record. */
const MAX_CELLS = 200;

/** Maximum length of a quoted cell in characters. Leaves room for a logo in base64. */
const MAX_CELL_LENGTH = 4_000_000;

/** Yields the records of `text` (RFC 4180). Blank lines are records of one empty cell. */
export function* readRecords(text: string, separator: string): Generator<CsvRecord> {
  // Matches the end of an unquoted cell.
  const end = new RegExp(`[${separator}\\r\\n]`, "g");
  let at = 0;
  for (let line = 1; at < text.length; ) {
    const cells: string[] = [];
    const start = line;
    let error: string | undefined;
    for (let more = true; more; ) {
      let cell = "";
      if (text[at] === '"') {
        const close = closingQuote(text, at);
        if (close === undefined) error = "A cell has an opening quote but no closing quote. Add the closing quote";
        else {
          cell = text.slice(at + 1, close).replaceAll('""', '"');
          line += cell.match(/\r\n?|\n/g)?.length ?? 0;
          at = close + 1;
        }
      }
      end.lastIndex = at;
      const stop = end.exec(text)?.index ?? text.length;
      // Text after the closing quote belongs to the cell.
      cells.push(cell + text.slice(at, stop));
      more = text[stop] === separator;
      at = stop + 1;
      if (cells.length > MAX_CELLS) error = `The line has more than ${MAX_CELLS} cells. Remove some columns`;
      if (error !== undefined) {
        yield { line: start, cells: [], error };
        return;
      }
    }
    if (text[at - 1] === "\r" && text[at] === "\n") at++;
    line++;
    yield { line: start, cells };
  }
}

/** Returns the index of the quote that closes the cell whose opening quote is at `open`. Skips doubled quotes. */
function closingQuote(text: string, open: number): number | undefined {
  for (let at = open + 1; at - open < MAX_CELL_LENGTH; at += 2) {
    at = text.indexOf('"', at);
    if (at < 0) return undefined;
    if (text[at + 1] !== '"') return at;
  }
  return undefined;
}

/** Yields the lines of `text` as records with one cell each. */
export function* readLines(text: string): Generator<CsvRecord> {
  const end = /\r\n?|\n/g;
  let at = 0;
  for (let line = 1; at <= text.length; line++) {
    const found = end.exec(text);
    yield { line, cells: [text.slice(at, found?.index)] };
    if (!found) return;
    at = end.lastIndex;
  }
}

/** The format of the input: one QR code per line, or a table with a header. */
export type Form = "lines" | "table";

const SEPARATORS = [",", ";", "\t"];

/** The number of characters and the number of lines to examine when detecting a table. */
const MAX_SAMPLE = 20_000;
const MAX_SAMPLE_LINES = 20;

/** Returns the separator of `text`, or undefined if `text` is not a table. `text` is a table if its first line names
 *  columns, or if its first lines all have the same number of cells. If `isTable` is set, several cells in the first
 *  line are also enough. A first line that is itself a payload, such as a URL, is never a header. */
export function separatorOf(text: string, isTable: boolean): string | undefined {
  const head = text.slice(0, MAX_SAMPLE);
  const [firstLine = ""] = head.split(/[\r\n]/, 1);
  const candidates = SEPARATORS.map((separator) => {
    const names = firstLine.split(separator).map((cell) => columnOf(cell.trim().replace(/^"(.*)"$/, "$1")));
    return { separator, names, lines: firstLines(head, separator) };
  });
  const named = candidates.find(
    ({ separator, names }) => names.includes("data") && (names.length > 1 || separator === ","),
  );
  if (named) return named.separator;
  if (detect(firstLine).kind !== plainText.name) return undefined;
  const [widest] = [...candidates].sort((a, b) => b.names.length - a.names.length);
  const found = candidates.find(({ names, lines }) => areNames(names, lines.length) || areEven(lines));
  return (found ?? (isTable && (widest?.names.length ?? 0) > 1 ? widest : undefined))?.separator;
}

/** Returns whether all `names` are column names. A single name counts only if it is a synonym of "data" and there is a
 *  line below it. */
function areNames(names: readonly string[], lines: number): boolean {
  if (names.length === 1) return lines > 1 && isDataSynonym(names[0] ?? "");
  return names.length > 1 && names.every((name) => optionNames.has(name) || name === "file" || isDataSynonym(name));
}

/** Returns whether there are several lines, all with the same number of cells, and at least two cells per line. */
function areEven(lines: readonly (readonly string[])[]): boolean {
  const [first = []] = lines;
  return lines.length > 1 && first.length > 1 && lines.every((cells) => cells.length === first.length);
}

/** Returns the cells of the first lines of `head`. Leaves out blank lines, and the last line if it may be
 *  incomplete. */
function firstLines(head: string, separator: string): readonly (readonly string[])[] {
  const lines: (readonly string[])[] = [];
  let isCut = head.length === MAX_SAMPLE;
  for (const { cells, error } of readRecords(head, separator)) {
    if (lines.length === MAX_SAMPLE_LINES) {
      isCut = false;
      break;
    }
    // A list may contain an unmatched quote. Keep the lines before it.
    if (error !== undefined) return lines;
    if (cells.length > 1 || cells[0]?.trim() !== "") lines.push(cells);
  }
  return isCut && lines.length > 1 ? lines.slice(0, -1) : lines;
}

export const optionNames: ReadonlySet<string> = new Set(options.map(([name]) => name));

/** Maps headings in lower case and without separators to column names. */
const columnNames: ReadonlyMap<string, string> = new Map([
  ...[...optionNames, "file"].map((name) => [name.toLowerCase(), name] as const),
  ["name", "file"],
]);

/** Returns whether `name` is a common synonym of "data", the name of the column with the content. */
const isDataSynonym = (name: string) => ["text", "texts", "url", "link", "content"].includes(plain(name));

/** Returns the name of the column with the heading `cell`, or the heading itself if it is unknown. */
export function columnOf(cell: string): string {
  const heading = cell.trim();
  return columnNames.get(plain(heading)) ?? heading;
}

function plain(name: string): string {
  return name.toLowerCase().replace(/[-_ ]/g, "");
}
