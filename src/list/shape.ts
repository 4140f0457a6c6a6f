import { rowCells } from "../messages/list-rules.ts";
import { detect, plainText, url } from "../payload/payload.ts";
import { isWebAddress } from "../payload/url.ts";
import { isKnownHeading } from "./headings.ts";
import { createCsvReader, isBlank, type ListRecord, startsWithBlock } from "./records.ts";

export const delimiters = [",", ";", "\t", "|"] as const;

/** The number of characters and of records to examine. */
export const SAMPLE_LENGTH = 16_384;
const SAMPLE_RECORDS = 50;

/** Share of records that must have the same number of cells in a table. */
const MIN_SHARE = 0.8;

/** Matches Excel's line that names the delimiter. */
const MARK = /^"?sep=([,;\t|])"?(?:\r\n?|\n)/i;

/** Returns the delimiter in Excel's first line "sep=;" and the length of that line, or undefined. */
export function readMark(head: string): { readonly delimiter: string; readonly length: number } | undefined {
  const [line, delimiter] = MARK.exec(head) ?? [];
  return line === undefined || delimiter === undefined ? undefined : { delimiter, length: line.length };
}

/** Returns the delimiter of the list that starts with `head`, or undefined if each line is the content of a code. `isTable`
 *  is true for a CSV file. */
export function detectDelimiter(head: string, isTable: boolean): string | undefined {
  const [firstLine = ""] = head.trimStart().split(/[\r\n]/, 1);
  // A payload such as WIFI:T:WPA;S:Guests;; contains delimiters, and so do the lines of a contact.
  if (isPayload(firstLine) || startsWithBlock(head)) return undefined;
  const all = delimiters.map((delimiter) => ({ delimiter, records: recordsIn(head, delimiter) }));
  const wide = all.find(({ records: [first] }) => first?.error?.rule === rowCells);
  if (wide) return wide.delimiter;
  const samples = all.map(({ delimiter, records }) => {
    const readable = records.filter(isReadable);
    const header = findHeader(readable) ?? 0;
    // Titles above the headings have fewer cells, so they are skipped.
    return { delimiter, records: (readable[header]?.cells.length ?? 0) > 1 ? readable.slice(header) : readable };
  });
  // A single column has no delimiters, but its cells may be quoted.
  const isColumn = samples.every(({ records }) => records.every(({ cells }) => cells.length === 1));
  if (isColumn && (isTable || isKnownHeading(firstLine))) return ",";
  const [best] = samples
    .map(({ delimiter, records }) => ({ delimiter, records, ...evennessOf(records) }))
    .filter(({ delimiter, records, cells }) => cells > 1 && !(delimiter === "," && splitsUrls(records, isTable)))
    .sort((a, b) => b.share - a.share || b.cells - a.cells);
  if (best && best.share >= MIN_SHARE && (best.records.length > 1 || isTable)) return best.delimiter;
  return samples.find(({ records: [header] }) => {
    if (header === undefined || header.cells.length < 2 || isWebAddress(header.cells.join(","))) return false;
    return isTable || header.cells.every(isKnownHeading);
  })?.delimiter;
}

/** Returns whether the text is a payload other than a URL. */
function isPayload(text: string): boolean {
  const { kind } = detect(text);
  return kind !== plainText.name && kind !== url.name;
}

/** Returns whether commas are probably parts of URLs, as in https://example.com/?at=48.2,16.3. */
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

/** Maximum number of records above the headings, such as a title. */
export const MAX_TITLES = 10;

/** Returns the index of the record with the headings; undefined if there are none. Titles, which have fewer cells, may
 *  precede it. `isNamed` returns whether a record has the required headings. */
export function findHeader(
  records: readonly ListRecord[],
  isNamed: (record: ListRecord) => boolean = () => false,
): number | undefined {
  const isHeader = (at: number) =>
    isNamed(records[at] as ListRecord) || hasHeadings(records.slice(at, at + SAMPLE_RECORDS));
  const below = records
    .slice(1, MAX_TITLES + 1)
    .findIndex((_, at) => isBelowTitles(records, at + 1) && isHeader(at + 1));
  const isTitle = records.length > 0 && filled(records[0]) <= 1;
  if (records.length > 0 && isHeader(0) && !(isTitle && below >= 0 && filled(records[below + 1]) > 1)) return 0;
  return below < 0 ? undefined : below + 1;
}

/** Returns whether the record at `at` can be the row of headings: only titles are above it. */
function isBelowTitles(records: readonly ListRecord[], at: number): boolean {
  const header = records[at];
  if (!header || header.error !== undefined) return false;
  const titles = records.slice(0, at);
  const rest = records.slice(at + 1, at + 1 + SAMPLE_RECORDS);
  const known = header.cells.filter(isKnownHeading).length;
  const hasLinks = (column: number) => rest.length > 0 && rest.every((record) => isUrl(linkedText(record, column)));
  const isList = header.cells.some((cell, column) => cell !== "" && hasLinks(column));
  // In a single column, a title and a heading look like lines of text.
  if (filled(header) < 2) return known === 1 && isList && titles.length === 1 && !titles.some(startsWithUrl);
  return (
    (known >= 2 || (known === 1 && isList)) &&
    titles.every((title) => filled(title) < filled(header) && !startsWithUrl(title))
  );
}

const startsWithUrl = ({ cells }: ListRecord) => cells.some(isUrl);

const filled = (record?: ListRecord) => record?.cells.filter((cell) => cell.trim() !== "").length ?? 0;

/** Returns whether the first of `records` has headings: it has a common heading, or the cells below it have another type,
 *  such as URLs or numbers. */
function hasHeadings([first, ...others]: readonly ListRecord[]): boolean {
  if (!first || first.cells.some((cell) => typeOf(cell) !== "text" && cell !== "") || first.cells.some(isPayload))
    return false;
  if (first.cells.some((cell) => isKnownHeading(cell))) return first.cells.length > 1 || others.length > 0;
  if (others.length === 0 || first.cells.some((cell) => cell === "")) return false;
  return first.cells.some((_, at) => {
    const types = others.map((record) => typeOf(linkedText(record, at)));
    return types.every((type) => type !== "text" && type !== "empty");
  });
}

function typeOf(cell: string): "empty" | "url" | "mail" | "number" | "text" {
  if (cell === "") return "empty";
  if (isUrl(cell)) return "url";
  if (/^[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)+$/.test(cell)) return "mail";
  return SHORTENED.test(cell) || /^[+(]?\d[\d\s.,:/()T+-]*$/.test(cell) ? "number" : "text";
}

/** Matches numbers as spreadsheet programs shorten them, such as 1.23E+15. Does not match 7E-12, which may be the name of a
 *  room or a product. */
export const SHORTENED = /^[+-]?(?:\d+(?:[.,]\d+)?E\+|\d+[.,]\d+E-)\d+$/i;

/** Returns whether the cell contains a web address, even if it has no scheme. */
export function isUrl(cell: string): boolean {
  return isWebAddress(cell) || /^www\.[^\s.]+\.\S+$/i.test(cell);
}

/** Addresses to which a cell with another text can link. */
const LINK = /^(?:https?|mailto|tel|sms|geo):/i;

/** Returns the text of a cell, or the address that the cell links to if its text is not a URL. */
export function linkedText({ cells, links }: ListRecord, at: number): string {
  const cell = cells[at] ?? "";
  const link = links?.get(at);
  return link === undefined || !LINK.test(link) || isUrl(cell.trim()) ? cell : link;
}
