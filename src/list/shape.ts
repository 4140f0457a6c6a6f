import { detect, plainText, url } from "../payload/payload.ts";
import { isWebAddress } from "../payload/url.ts";
import { isKnownHeading } from "./headings.ts";
import { createCsvReader, isBlank, type ListRecord, startsWithBlock, TOO_WIDE } from "./records.ts";

/** The delimiters of tables. */
export const delimiters = [",", ";", "\t", "|"] as const;

/** The number of characters and of records to examine. */
export const SAMPLE_LENGTH = 16_384;
const SAMPLE_RECORDS = 50;

/** Share of records that must have the same number of cells. */
const MOST = 0.8;

/** Matches Excel's line that names the delimiter. */
const MARK = /^"?sep=([,;\t|])"?(?:\r\n?|\n)/i;

/** Returns the delimiter in Excel's first line "sep=;" and the length of that line, or undefined. */
export function readMark(head: string): { readonly delimiter: string; readonly length: number } | undefined {
  const [line, delimiter] = MARK.exec(head) ?? [];
  return line === undefined || delimiter === undefined ? undefined : { delimiter, length: line.length };
}

/** Returns the delimiter of the list that begins with `head`, or undefined if each line is the content of a code.
 *  `isTable` is true for a CSV file. */
export function detectDelimiter(head: string, isTable: boolean): string | undefined {
  const [firstLine = ""] = head.trimStart().split(/[\r\n]/, 1);
  // A payload such as WIFI:T:WPA;S:Guests;; contains delimiters, and so do the lines of a contact.
  if (isPayload(firstLine) || startsWithBlock(head)) return undefined;
  const all = delimiters.map((delimiter) => ({ delimiter, records: recordsIn(head, delimiter) }));
  const wide = all.find(({ records: [first] }) => first?.error === TOO_WIDE);
  if (wide) return wide.delimiter;
  const samples = all.map(({ delimiter, records }) => ({ delimiter, records: records.filter(isReadable) }));
  // Cells of a single column may be quoted.
  const isColumn = samples.every(({ records }) => records.every(({ cells }) => cells.length === 1));
  if (isColumn && (isTable || isKnownHeading(firstLine))) return ",";
  const [best] = samples
    .map(({ delimiter, records }) => ({ delimiter, records, ...evennessOf(records) }))
    .filter(({ delimiter, records, cells }) => cells > 1 && !(delimiter === "," && splitsUrls(records, isTable)))
    .sort((a, b) => b.share - a.share || b.cells - a.cells);
  if (best && best.share >= MOST && (best.records.length > 1 || isTable)) return best.delimiter;
  return samples.find(({ records: [header] }) => {
    if (header === undefined || header.cells.length < 2 || isWebAddress(header.cells.join(","))) return false;
    return isTable || header.cells.every(isKnownHeading);
  })?.delimiter;
}

/** Returns whether the text has a meaning to phones, other than that of a URL. */
function isPayload(text: string): boolean {
  const { kind } = detect(text);
  return kind !== plainText.name && kind !== url.name;
}

/** Returns whether commas may belong to URLs, as in https://example.com/?at=48.2,16.3. */
function splitsUrls(records: readonly ListRecord[], isTable: boolean): boolean {
  return records.some(
    ({ cells: [first = ""], cells }) =>
      cells.length > 1 && isWebAddress(first) && (/[?&=#@]/.test(first) || (!isTable && !/\s/.test(cells.join("")))),
  );
}

/** Returns the most frequent number of cells, and the share of the records that have it. */
export function evennessOf(records: readonly ListRecord[]) {
  const counts = new Map<number, number>();
  for (const { cells } of records) counts.set(cells.length, (counts.get(cells.length) ?? 0) + 1);
  const [[cells = 0, count = 0] = []] = [...counts].sort((a, b) => b[1] - a[1] || b[0] - a[0]);
  return { cells, share: count / Math.max(1, records.length) };
}

const isReadable = ({ error }: ListRecord) => error === undefined;

/** Returns the first records of `head` that are not blank and can be read. */
export function firstRecords(head: string, delimiter: string): readonly ListRecord[] {
  return recordsIn(head, delimiter).filter(isReadable);
}

/** Returns the first records of `head` that are not blank. Leaves out the last one if it may be incomplete. */
function recordsIn(head: string, delimiter: string): readonly ListRecord[] {
  const reader = createCsvReader(delimiter);
  const records = reader.push(head.slice(0, SAMPLE_LENGTH));
  if (head.length <= SAMPLE_LENGTH) records.push(...reader.end());
  return records.filter((record) => !isBlank(record)).slice(0, SAMPLE_RECORDS);
}

/** Returns whether the first of `records` contains headings: it has a common heading, or the cells below it are of
 *  another type, such as URLs or numbers. */
export function detectHeader([first, ...others]: readonly ListRecord[]): boolean {
  if (!first || first.cells.some((cell) => typeOf(cell) !== "text" || isPayload(cell))) return false;
  if (first.cells.some((cell) => isKnownHeading(cell))) return first.cells.length > 1 || others.length > 0;
  const rest = others.slice(0, SAMPLE_RECORDS);
  if (rest.length === 0 || first.cells.some((cell) => cell === "")) return false;
  return first.cells.some((_, at) => {
    const types = rest.map(({ cells }) => typeOf(cells[at] ?? ""));
    return types.every((type) => type !== "text" && type !== "empty");
  });
}

function typeOf(cell: string): "empty" | "url" | "mail" | "number" | "text" {
  if (cell === "") return "empty";
  if (isUrl(cell)) return "url";
  if (/^[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)+$/.test(cell)) return "mail";
  return /^[+(]?\d[\d\s.,:/()T+-]*$/.test(cell) ? "number" : "text";
}

/** Returns whether the cell contains a web address, even if it has no scheme. */
export function isUrl(cell: string): boolean {
  return isWebAddress(cell) || /^www\.[^\s.]+\.\S+$/i.test(cell);
}
