import { pipeline, Readable } from "node:stream";
import { QrError } from "../errors.ts";
import type { RawOptions } from "../options/parse.ts";
import { failure, usage } from "./errors.ts";
import { countOf } from "./terminal.ts";

/** Yields the rows of a list. The list is JSONL if it starts with a brace, and otherwise CSV (RFC 4180) with commas,
 *  semicolons or tabs. `name` is the list's name in errors. CSV must have the columns `needed`.
 *  @throws {QrError} if the list is not UTF-8, a line is too long, or a column is missing. */
export async function* readRows(
  bytes: AsyncIterable<Uint8Array>,
  name: string,
  needed: readonly string[] = [],
): AsyncGenerator<ListRow> {
  const text = decodeLines(bytes, name);
  let first = await text.next();
  // Reads until the first line that is not blank is complete.
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

/** Decodes UTF-8 as it arrives. `name` is the name of the source in errors.
 *  @throws {QrError} if `bytes` are not valid UTF-8. */
export async function* decodeLines(bytes: AsyncIterable<Uint8Array>, name: string): AsyncGenerator<string, undefined> {
  // The decoder rejects invalid UTF-8, because replacement characters would end up in QR codes. It also removes a byte
  // order mark.
  const decoder = new TextDecoder("utf-8", { fatal: true });
  const decode = (chunk?: Uint8Array) => {
    try {
      return decoder.decode(chunk, { stream: chunk !== undefined });
    } catch {
      throw usage(`${name} must be UTF-8: convert it`);
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
    // Closes the file even if the caller stops early.
    await rest.return(undefined);
  }
}

/** Returns the separator that occurs most often in the first line; a comma if none occurs. */
function separatorOf(head: string): string {
  const [names = ""] = head.trimStart().split("\n");
  const count = (separator: string) => names.split(separator).length;
  return [",", ";", "\t"].reduce((best, one) => (count(one) > count(best) ? one : best));
}

/** A row of a list, or the error in that row. */
export interface ListRow {
  /** The number of the row's first line, from 1. */
  readonly line: number;
  readonly words: RawOptions | QrError;
}

/** Maximum length of a line in characters: long enough for the largest logo in base64. */
const LONGEST = 8 * 1024 * 1024;

function tooLong(name: string, line: number): QrError {
  return usage(`${name}, line ${line}: the line must be at most ${LONGEST / 1024 / 1024} MB long`);
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
    // The message of JSON.parse is not used, because it quotes the text, which may be secret.
  }
  return usage('the line must be a JSON object, such as {"data":"https://example.com"}');
}

/** Yields the rows of CSV (RFC 4180) after the header, which must include `needed`.
 *  @throws {QrError} if the text cannot be read or parsed, or a column is missing. */
async function* readCsvRows(
  text: AsyncIterable<string>,
  delimiter: string,
  name: string,
  needed: readonly string[],
): AsyncGenerator<ListRow> {
  // The parser does not check the number of cells, because it would stop at the first bad line; `named` checks it. A
  // quote inside an unquoted cell is literal.
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
      // Lines are counted here, because the parser may count a line break within a cell twice.
      line += cells.reduce((breaks, cell) => breaks + cell.split(/\r\n|\r|\n/).length - 1, 1);
    }
  } catch (error) {
    if (error instanceof QrError) throw error;
    const { code } = error as { readonly code?: unknown };
    if (code === "CSV_QUOTE_NOT_CLOSED") throw usage(`${name}, line ${line}: a quoted cell has no closing quote`);
    if (code === "CSV_MAX_RECORD_SIZE") throw tooLong(name, line);
    throw failure(`reading ${name} failed at line ${line}`, error);
  }
}

const MOST_COLUMNS = 1_000;

/** Returns the column names. @throws {QrError} INVALID_OPTION if a required one is missing, or there are too many. */
function checkNames(cells: readonly string[], list: string, needed: readonly string[]): readonly string[] {
  if (cells.length > MOST_COLUMNS)
    throw usage(`${list} must have at most ${MOST_COLUMNS} columns, not ${cells.length}`);
  const names = cells.map(camel);
  const missing = needed.find((one) => !names.includes(one));
  if (missing === undefined) return names;
  throw usage(`${list} must have a column named ${missing}: put the column names in the first line`);
}

function named(names: readonly string[], cells: readonly string[]): ListRow["words"] {
  if (cells.length > names.length) {
    return usage(
      `the line has ${countOf(cells.length, "cell")}, but the list has ${countOf(names.length, "column")}: quote cells that contain separators`,
    );
  }
  const entries = cells.map((cell, at) => [names[at] ?? "", cell] as const);
  return Object.fromEntries(entries.filter(([, cell]) => cell !== ""));
}

function camel(name: string): string {
  return name.trim().replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());
}
