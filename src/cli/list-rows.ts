import { usage } from "./faults.ts";
import { readJsonRows } from "./json-rows.ts";
import { type ListRow, LONGEST } from "./list-row.ts";

/** The rows of a list in CSV (RFC 4180, with commas, semicolons or tabs) or JSONL, as it is read: what begins with a brace is
 *  JSONL. `name` names the list in sentences; CSV must have the columns that are `needed`.
 *  @throws {QrError} when it cannot be read on: it is no UTF-8, a line has no end, CSV has no line of names. */
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
  else {
    const { readCsvRows } = await import("./csv-rows.ts");
    yield* readCsvRows(all, separatorOf(head), name, needed);
  }
}

/** Decodes `bytes` as they arrive; `name` names them in errors.
 *  @throws {QrError} if they are not UTF-8. */
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
    // Whoever leaves at the head has not come to the rest, behind which a file is open.
    await rest.return(undefined);
  }
}

/** Whichever of the usual separators stands most often in the line of names. */
function separatorOf(head: string): string {
  const [names = ""] = head.trimStart().split("\n");
  const count = (separator: string) => names.split(separator).length;
  return [",", ";", "\t"].reduce((best, one) => (count(one) > count(best) ? one : best));
}
