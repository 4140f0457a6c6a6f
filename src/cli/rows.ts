import { pipeline, Readable } from "node:stream";
import { QrError } from "../errors.ts";
import type { RawOptions } from "../options/parse.ts";
import { failure, usage } from "./errors.ts";

/** Yields the rows of a list in CSV (RFC 4180, with commas, semicolons or tabs) or, if it begins with a brace, JSONL. `name`
 *  names the list in errors; CSV must have the columns `needed`.
 *  @throws {QrError} if it cannot be read further: not UTF-8, a line too long, missing column names. */
export async function* readRows(
  bytes: AsyncIterable<Uint8Array>,
  name: string,
  needed: readonly string[] = [],
): AsyncGenerator<ListRow> {
  const text = decodeLines(bytes, name);
  let first = await text.next();
  // The beginning may be blank, and a chunk may be short.
  let head = "";
  while (!first.done) {
    head += first.value;
    if (head.trimStart().includes("\n") || head.length > LONGEST) break;
    first = await text.next();
  }
  const all = joined(head, text);
  if (head.trimStart().startsWith("{")) yield* readJsonRows(all, name);
  else yield* readCsvRows(all, separatorOf(head), name, needed);
}

/** Decodes `bytes` as they arrive. @throws {QrError} if they are not UTF-8; `name` names them in the error. */
export async function* decodeLines(bytes: AsyncIterable<Uint8Array>, name: string): AsyncGenerator<string, undefined> {
  // Strict, for letters that were lost would be encoded lost. A byte order mark goes.
  const decoder = new TextDecoder("utf-8", { fatal: true });
  const decode = (chunk?: Uint8Array) => {
    try {
      return decoder.decode(chunk, { stream: chunk !== undefined });
    } catch {
      throw usage(`${name} is not UTF-8: save it as UTF-8`);
    }
  };
  for await (const chunk of bytes) yield decode(chunk);
  yield decode();
  return undefined;
}

async function* joined(head: string, rest: AsyncGenerator<string>): AsyncGenerator<string> {
  try {
    yield head;
    yield* rest;
  } finally {
    // Closes the file even if the caller stops before the rest.
    await rest.return(undefined);
  }
}

/** Returns the usual separator that occurs most often in the line of names. */
function separatorOf(head: string): string {
  const [names = ""] = head.trimStart().split("\n");
  const count = (separator: string) => names.split(separator).length;
  return [",", ";", "\t"].reduce((best, one) => (count(one) > count(best) ? one : best));
}

/** A row of a list, or its error. */
export interface ListRow {
  /** The line where it begins, from 1. */
  readonly line: number;
  readonly words: RawOptions | QrError;
}

/** Maximum characters of a line: room for the largest logo in base64. */
const LONGEST = 8 * 1024 * 1024;

/** Returns the error that ends reading, because the start of the next line is unknown. */
function tooLong(name: string, line: number): QrError {
  return usage(`${name}, line ${line}: the line is longer than ${LONGEST / 1024 / 1024} MB`);
}

/** Yields the rows of JSONL, a JSON object per line. @throws {QrError} if a line is too long. */
export async function* readJsonRows(text: AsyncIterable<string>, name: string): AsyncGenerator<ListRow> {
  let line = 0;
  let open = "";
  for await (const chunk of text) {
    const lines = (open + chunk).split("\n");
    open = lines.pop() ?? "";
    if (open.length > LONGEST) throw tooLong(name, line + 1);
    for (const one of lines) {
      line++;
      if (one.trim() !== "") yield { line, words: readObject(one) };
    }
  }
  if (open.trim() !== "") yield { line: line + 1, words: readObject(open) };
}

function readObject(line: string): ListRow["words"] {
  try {
    const value: unknown = JSON.parse(line);
    if (typeof value === "object" && value !== null && !Array.isArray(value)) return { ...value };
  } catch {
    // The message of JSON.parse quotes the text, which may be secret.
  }
  return usage('the line must be a JSON object, such as {"data":"https://example.com"}');
}

/** Yields the rows of CSV (RFC 4180) after the line of names, which must include `needed`.
 *  @throws {QrError} if it cannot be read further, or a column is missing. */
async function* readCsvRows(
  text: AsyncIterable<string>,
  delimiter: string,
  name: string,
  needed: readonly string[],
): AsyncGenerator<ListRow> {
  // Cells are counted here: the parser would stop at the first bad line. A quote inside a cell is literal.
  const { parse } = await import("csv-parse");
  const parser = parse({ delimiter, relax_column_count: true, relax_quotes: true, max_record_size: LONGEST });
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

/** Maximum columns of a list: a wider table is not a list of codes. */
const MOST_COLUMNS = 1_000;

/** Returns the names of the columns. @throws {QrError} INVALID_OPTION if a needed one is missing, or there are too many. */
function checkNames(cells: readonly string[], list: string, needed: readonly string[]): readonly string[] {
  if (cells.length > MOST_COLUMNS) throw usage(`${list} has ${cells.length} columns: leave ${MOST_COLUMNS} at most`);
  const names = cells.map(camel);
  const missing = needed.find((one) => !names.includes(one));
  if (missing === undefined) return names;
  throw usage(`${list} has no column ${missing}: its first line must name the columns`);
}

/** Returns the cells by their names, without empty ones. */
function named(names: readonly string[], cells: readonly string[]): ListRow["words"] {
  if (cells.length > names.length) {
    return usage(`the line has ${cells.length} cells and ${names.length} names: put a cell with separators in quotes`);
  }
  const entries = cells.map((cell, at) => [names[at] ?? "", cell] as const);
  return Object.fromEntries(entries.filter(([, cell]) => cell !== ""));
}

/** Converts " dot-style" to "dotStyle". */
function camel(name: string): string {
  return name.trim().replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());
}
