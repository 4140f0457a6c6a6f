import { message } from "../labels.ts";
import { text } from "../languages/text.ts";
import { memoize } from "../product/async.ts";
import {
  CERTAIN,
  chooseSheet,
  createContentReader,
  createCsvReader,
  createEncodingDetector,
  detectDelimiter,
  type Encoding,
  findHeader,
  formatOf,
  isBlank,
  type ListRecord,
  MAX_TITLES,
  MAX_WORKBOOK,
  readMark,
  SAMPLE_LENGTH,
  suitabilityOf,
  tableOf,
  workbookFailed,
} from "../product/lists.ts";
import { type Message, QrError } from "../product/messages.ts";
import { inSlices, MAX_ROWS } from "./list.ts";
import type { Answer, Question } from "./workbook-worker.ts";

/** The text of a list, or the bytes of its file. */
export interface Source {
  readonly name: string;
  readonly data: string | Uint8Array<ArrayBuffer>;
}

/** The user's choices, which override detected values. With an empty delimiter, each line is a code. */
export interface Choices {
  readonly encoding?: Encoding;
  readonly delimiter?: string;
  readonly sheet?: number;
  readonly hasHeader?: boolean;
}

/** A list, and how it was read. */
export interface ReadList {
  /** The encoding, for files with text. */
  readonly encoding?: Encoding | undefined;
  /** Whether the user must choose the encoding, because it is unclear. */
  readonly isUnclear?: boolean;
  /** Whether the encoding may be wrong, because the file does not name it. */
  readonly isGuess?: boolean;
  readonly delimiter?: string;
  /** The names of a workbook's sheets, and the index of the sheet that was read. */
  readonly sheets?: readonly string[];
  readonly sheet?: number;
  /** The index of the record with the headings. Records above it are titles. */
  readonly header: number | undefined;
  /** The records that are not blank. If there are more than MAX_RECORDS, some of the last ones are missing. */
  readonly records: readonly ListRecord[];
}

/** Maximum length of a list in bytes or characters. */
export const MAX_LENGTH = MAX_WORKBOOK;

/** Maximum number of records that are read: titles, headings, and one row more than the maximum. */
const MAX_RECORDS = MAX_ROWS + MAX_TITLES + 2;

/** Characters and bytes to read at a time. */
const PART = 32_768;
const PART_BYTES = 1_000_000;

/** Resolves to the records of a list. @throws {Error} if the file cannot be read, with a message for the user. */
export async function readSource(source: Source, choices: Choices): Promise<ReadList> {
  const { data, name } = source;
  if (data.length > MAX_LENGTH) throw new Error(text("listFileTooLarge"));
  if (typeof data === "string") return readText(data, name, choices);
  const format = formatOf(data);
  if (format instanceof Error) throw sentence(format);
  if (format === "xlsx") return readWorkbook(source, choices);
  const detected = choices.encoding ?? (await detect(data));
  const encoding = detected ?? "windows-1252";
  const content = await decode(data, encoding);
  const isGuess = choices.encoding === undefined && !CERTAIN.includes(encoding);
  return { ...(await readText(content, name, choices)), encoding, isUnclear: detected === undefined, isGuess };
}

async function detect(bytes: Uint8Array): Promise<Encoding | undefined> {
  const detector = createEncodingDetector();
  await inSlices(partsOf(bytes.length, PART_BYTES), ([from, to]) => {
    detector.push(bytes.subarray(from, to));
    return true;
  });
  return detector.end();
}

async function decode(bytes: Uint8Array, encoding: Encoding): Promise<string> {
  const decoder = new TextDecoder(encoding);
  let decoded = "";
  await inSlices(partsOf(bytes.length, PART_BYTES), ([from, to]) => {
    decoded += decoder.decode(bytes.subarray(from, to), { stream: true });
    return true;
  });
  return decoded + decoder.decode();
}

function* partsOf(length: number, step: number): Generator<readonly [from: number, to: number]> {
  for (let at = 0; at < length; at += step) yield [at, at + step];
}

async function readText(content: string, name: string, choices: Choices): Promise<ReadList> {
  const bare = content.replace(/^\uFEFF/, "");
  const mark = readMark(bare);
  const start = mark?.length ?? 0;
  const head = bare.slice(start, start + SAMPLE_LENGTH + 1);
  const detected = mark?.delimiter ?? detectDelimiter(head, /\.[ct]sv$/i.test(name));
  const delimiter = choices.delimiter ?? detected ?? "";
  const reader = delimiter === "" ? createContentReader() : createCsvReader(delimiter);
  const records: ListRecord[] = [];
  const shift = mark ? 1 : 0;
  const add = (found: readonly ListRecord[]) => {
    for (const record of found) if (!isBlank(record)) records.push({ ...record, line: record.line + shift });
    return records.length < MAX_RECORDS;
  };
  await inSlices(partsOf(bare.length - start, PART), ([from, to]) => {
    return add(reader.push(bare.slice(start + from, start + to)));
  });
  add(reader.end());
  return { delimiter, header: headerOf(records, choices), records };
}

function headerOf(records: readonly ListRecord[], { hasHeader }: Choices): number | undefined {
  return hasHeader === false ? undefined : (findHeader(records.slice(0, 50)) ?? (hasHeader ? 0 : undefined));
}

/** Milliseconds after which reading a workbook fails. */
const TIME_LIMIT = 30_000;

/** A worker that has opened a workbook. */
interface OpenBook {
  readonly sheets: readonly string[];
  read(sheet: number, isSearch: boolean): Promise<readonly ListRecord[]>;
}

let latest: Worker | undefined;

const openBook = memoize(async ({ data }: Source): Promise<OpenBook> => {
  // Only one workbook is open at a time, so the previous worker ends.
  latest?.terminate();
  const worker = new Worker(new URL("./workbook-worker.ts", import.meta.url), { type: "module" });
  latest = worker;
  let last: Promise<unknown> = Promise.resolve();
  const ask = (question: Question) => {
    const answer = last.then(() => send(question));
    last = answer.catch(() => undefined);
    return answer;
  };
  const send = (question: Question) =>
    new Promise<Answer>((resolve, reject) => {
      const fail = () => {
        worker.terminate();
        reject(new Error(text("listFileUnreadable")));
      };
      const timer = setTimeout(fail, TIME_LIMIT);
      worker.onerror = fail;
      worker.onmessage = ({ data }: MessageEvent<Answer>) => {
        clearTimeout(timer);
        resolve(data);
      };
      worker.postMessage(question);
    });
  const found = await ask({ bytes: data as Uint8Array<ArrayBuffer> });
  if (!("sheets" in found)) throw errorOf(found);
  return {
    sheets: found.sheets,
    async read(sheet, isSearch) {
      const answer = await ask({ sheet, isSearch });
      if (!("records" in answer)) throw errorOf(answer);
      return answer.records;
    },
  };
}, new WeakMap());

function errorOf(answer: Answer): Error {
  const { message = { field: "file", rule: workbookFailed } } = answer as { readonly message?: Message };
  return sentence(new QrError("INVALID_OPTION", message));
}

function sentence(error: Error): Error {
  return new Error(error instanceof QrError ? message(error, () => text("theFile")) : error.message);
}

async function readWorkbook(source: Source, choices: Choices): Promise<ReadList> {
  const book = await openBook(source);
  const suits = (records: readonly ListRecord[]) => suitabilityOf(tableOf(records, headerOf(records, choices)));
  const { sheet } = choices;
  const { index, records } =
    sheet === undefined ? await chooseSheet(book, suits) : { index: sheet, records: await book.read(sheet, false) };
  const first = records.slice(0, MAX_RECORDS);
  return { sheets: book.sheets, sheet: index, header: headerOf(first, choices), records: first };
}
