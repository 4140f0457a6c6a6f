import { pipeline, Readable } from "node:stream";
import { parse } from "csv-parse";
import { QrError } from "../errors.ts";
import { failure, usage } from "./faults.ts";
import { type ListRow, LONGEST, tooLong } from "./list-row.ts";

/** The rows of CSV (RFC 4180) whose cells are divided by `delimiter`. The first line has the columns' names, among them all
 *  that are `needed`; `name` names the list in sentences.
 *  @throws {QrError} when it cannot be read on, or a column is missing. */
export async function* readCsvRows(
  text: AsyncIterable<string>,
  delimiter: string,
  name: string,
  needed: readonly string[],
): AsyncGenerator<ListRow> {
  // Cells are counted here: where the parser does it, one bad line is the end. A quote inside a cell is one.
  const parser = parse({
    delimiter,
    relax_column_count: true,
    relax_quotes: true,
    max_record_size: LONGEST,
  });
  pipeline(Readable.from(text), parser, () => undefined);
  let names: readonly string[] | undefined;
  let line = 1;
  try {
    for await (const cells of parser as AsyncIterable<readonly string[]>) {
      const isBlank = cells.length === 1 && cells[0]?.trim() === "";
      if (!isBlank) {
        if (names) yield { line, words: named(names, cells) };
        else names = checkNames(cells, name, needed);
      }
      // The parser counts a line break inside a cell once or twice.
      line += cells.reduce((breaks, cell) => breaks + cell.split(/\r\n|\r|\n/).length - 1, 1);
    }
  } catch (error) {
    if (error instanceof QrError) throw error;
    const { code } = error as { readonly code?: unknown };
    if (code === "CSV_QUOTE_NOT_CLOSED")
      throw usage(`${name}, line ${line}: a cell begins with a quote that has no end`);
    if (code === "CSV_MAX_RECORD_SIZE") throw tooLong(name, line);
    throw failure(`${name}, line ${line}: the line cannot be read`, error);
  }
}

/** Columns of a list: some ten times the options there are. A table that is wider is mostly one of another kind. */
const MOST_COLUMNS = 1_000;

/** The columns by the names of options.
 *  @throws {QrError} INVALID_OPTION when a needed one is missing, or there are too many. */
function checkNames(cells: readonly string[], list: string, needed: readonly string[]): readonly string[] {
  if (cells.length > MOST_COLUMNS) throw usage(`${list} has ${cells.length} columns: leave ${MOST_COLUMNS} at most`);
  const names = cells.map(camel);
  const missing = needed.find((one) => !names.includes(one));
  if (missing === undefined) return names;
  throw usage(`${list} has no column ${missing}: its first line must name the columns`);
}

/** The cells by their names; an empty one was left out. */
function named(names: readonly string[], cells: readonly string[]): ListRow["words"] {
  if (cells.length > names.length) {
    return usage(`the line has ${cells.length} cells and ${names.length} names: put a cell with separators in quotes`);
  }
  const entries = cells.map((cell, at) => [names[at] ?? "", cell] as const);
  return Object.fromEntries(entries.filter(([, cell]) => cell !== ""));
}

/** " dot-style" as "dotStyle". */
function camel(name: string): string {
  return name.trim().replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());
}
