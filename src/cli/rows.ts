import type { QrError } from "../errors.ts";
import type { RawOptions } from "../options/parse.ts";
import { usage } from "./errors.ts";

/** Decodes UTF-8 as it arrives. `name` is the name of the source in errors.
 *  @throws {QrError} if `bytes` are not valid UTF-8. */
export async function* decodeLines(bytes: AsyncIterable<Uint8Array>, name: string): AsyncGenerator<string, undefined> {
  // Rejects invalid UTF-8, because replacement characters would end up in QR codes. Also removes a byte order mark.
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

/** A row of a list, or the error in that row. */
export interface ListRow {
  /** The number of the row's first line, from 1. */
  readonly line: number;
  readonly input: RawOptions | QrError;
}

/** Maximum length of a line in characters: long enough for the largest logo in base64. */
const MAX_LINE = 8 * 1024 * 1024;

function tooLong(name: string, line: number): QrError {
  return usage(`${name}, line ${line}: the line must be at most ${MAX_LINE / 1024 / 1024} MB long`);
}

/** Yields the rows of JSONL, a JSON object per line. @throws {QrError} if a line is too long. */
export async function* readJsonRows(text: AsyncIterable<string>, name: string): AsyncGenerator<ListRow> {
  let line = 0;
  let open = "";
  for await (const chunk of text) {
    const lines = (open + chunk).split("\n");
    open = lines.pop() ?? "";
    if (open.length > MAX_LINE) throw tooLong(name, line + 1);
    for (const one of lines) {
      line++;
      if (one.trim() !== "") yield { line, input: readObject(one) };
    }
  }
  if (open.trim() !== "") yield { line: line + 1, input: readObject(open) };
}

function readObject(line: string): ListRow["input"] {
  try {
    const value: unknown = JSON.parse(line);
    if (typeof value === "object" && value !== null && !Array.isArray(value)) return { ...value };
  } catch {
    // The message of JSON.parse quotes the text, which may be secret.
  }
  return usage('the line must be a JSON object, such as {"data":"https://example.com"}');
}
