import { QrError } from "../errors.ts";
import { createEncodingDetector, type Encoding, encodings } from "../list/encoding.ts";
import { chooseSheet } from "../list/mapping.ts";
import { createContentReader, createCsvReader, type ListRecord } from "../list/records.ts";
import { detectDelimiter, readMark, SAMPLE_LENGTH } from "../list/shape.ts";
import { createLimits, formatOf, MAX_WORKBOOK, openWorkbook } from "../list/workbook.ts";
import { messageOf } from "../messages/message.ts";
import { usage } from "./errors.ts";
import { type ListSettings, rowsOf, suits } from "./list-columns.ts";
import { decodeLines, type ListRow, readJsonRows } from "./rows.ts";

/** Number of bytes to examine in an input that cannot be read twice. */
const MAX_EXAMINED = 1024 * 1024;

/** Yields the rows of a list: JSONL if it starts with a brace, an .xlsx workbook, or CSV (RFC 4180).
 *  @throws {QrError} if the list cannot be read, or a column is missing. */
export async function* readRows(bytes: AsyncIterable<Uint8Array>, settings: ListSettings): AsyncGenerator<ListRow> {
  const source = bytes[Symbol.asyncIterator]();
  try {
    const limit = settings.again || settings.encoding ? SAMPLE_LENGTH : MAX_EXAMINED;
    const { head, isWhole } = await readHead(source, limit);
    const rest = isWhole ? none() : remaining(source);
    const format = formatOf(head);
    if (format instanceof QrError) throw usage(messageOf(format, () => settings.name));
    if (format === "xlsx") yield* readSheetRows(await whole(head, rest, settings), settings);
    else if (isJson(head)) {
      yield* readJsonRows(decodeLines(joined(head, rest), settings.name), settings.name);
    } else {
      const encoding = settings.encoding ?? (await detectEncoding(head, settings));
      yield* readTableRows(decoded(joined(head, rest), encoding), { ...settings, encoding });
    }
  } finally {
    // Closes the file even if the caller stops early.
    await source.return?.();
  }
}

async function readHead(source: AsyncIterator<Uint8Array>, limit: number) {
  const chunks: Uint8Array[] = [];
  let length = 0;
  while (length < limit) {
    const { done, value } = await source.next();
    if (done) return { head: new Uint8Array(Buffer.concat(chunks)), isWhole: true };
    chunks.push(value);
    length += value.length;
    // JSONL needs no examination, so its rows are drawn as they arrive.
    if (chunks.length === 1 && isJson(value)) break;
  }
  return { head: new Uint8Array(Buffer.concat(chunks)), isWhole: false };
}

function isJson(head: Uint8Array): boolean {
  return /^(?:\xef\xbb\xbf)?\s*\{/.test(Buffer.from(head.subarray(0, 1024)).toString("latin1"));
}

async function* none(): AsyncGenerator<Uint8Array> {}

async function* remaining(source: AsyncIterator<Uint8Array>): AsyncGenerator<Uint8Array> {
  for (let next = await source.next(); !next.done; next = await source.next()) yield next.value;
}

async function* joined(head: Uint8Array, rest: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield head;
  yield* rest;
}

async function detectEncoding(head: Uint8Array, { name, again }: ListSettings): Promise<Encoding> {
  const detector = createEncodingDetector();
  if (again) for await (const chunk of again()) detector.push(chunk);
  else detector.push(head);
  const encoding = detector.end();
  if (!encoding) {
    throw usage(`the encoding of ${name} is unclear: add --encoding, with one of ${encodings.join(", ")}`);
  }
  return encoding;
}

async function* decoded(bytes: AsyncIterable<Uint8Array>, encoding: Encoding): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding);
  for await (const chunk of bytes) yield decoder.decode(chunk, { stream: true });
  yield decoder.decode();
}

async function whole(head: Uint8Array, rest: AsyncIterable<Uint8Array>, { name }: ListSettings) {
  const chunks = [head];
  let length = head.length;
  for await (const chunk of rest) {
    length += chunk.length;
    if (length > MAX_WORKBOOK) throw usage(`${name} must be at most 20 MB: split it, or save it as CSV`);
    chunks.push(chunk);
  }
  const bytes = new Uint8Array(length);
  let at = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, at);
    at += chunk.length;
  }
  return bytes;
}

async function* readSheetRows(bytes: Uint8Array<ArrayBuffer>, settings: ListSettings): AsyncGenerator<ListRow> {
  const named = <Value>(work: Promise<Value>): Promise<Value> =>
    work.catch((error: unknown) => {
      throw error instanceof QrError ? usage(messageOf(error, () => settings.name)) : error;
    });
  const book = await named(openWorkbook(bytes));
  const { sheet } = settings;
  if (sheet === undefined) {
    const limits = createLimits();
    const read = (index: number, isSearch: boolean) => named(book.read(index, isSearch ? limits : undefined));
    const { index, records } = await chooseSheet({ sheets: book.sheets, read }, (found) => suits(found, settings));
    yield* rowsOf(once(records), { ...settings, sheet: book.sheets[index], isSheetGuess: index > 0 });
    return;
  }
  const byName = book.sheets.indexOf(sheet);
  const index = byName < 0 && /^\d+$/.test(sheet) ? Number(sheet) - 1 : byName;
  if (book.sheets[index] === undefined) throw usage(`--sheet must be one of ${book.sheets.join(", ")}, or a number`);
  yield* rowsOf(once(await named(book.read(index))), { ...settings, sheet: book.sheets[index] });
}

async function* once(records: readonly ListRecord[]): AsyncGenerator<readonly ListRecord[]> {
  yield records;
}

async function* readTableRows(text: AsyncGenerator<string>, settings: ListSettings): AsyncGenerator<ListRow> {
  let head = "";
  let isOver = false;
  while (head.length <= SAMPLE_LENGTH && !isOver) {
    const { done, value } = await text.next();
    isOver = done === true;
    head += value ?? "";
  }
  if (head.trimStart().startsWith('{"')) throw usage(`${settings.name} must be UTF-8: convert it`);
  const mark = readMark(head);
  const start = mark?.length ?? 0;
  const isTable = /\.[ct]sv$/i.test(settings.name);
  const delimiter = settings.delimiter ?? mark?.delimiter ?? detectDelimiter(head.slice(start), isTable) ?? "";
  const reader = delimiter === "" ? createContentReader() : createCsvReader(delimiter);
  const shift = mark ? 1 : 0;
  async function* records(): AsyncGenerator<readonly ListRecord[]> {
    const shifted = (found: readonly ListRecord[]) =>
      shift === 0 ? found : found.map((record) => ({ ...record, line: record.line + shift }));
    yield shifted(reader.push(head.slice(start)));
    for await (const part of text) yield shifted(reader.push(part));
    yield shifted(reader.end());
  }
  yield* rowsOf(records(), { ...settings, delimiter });
}
