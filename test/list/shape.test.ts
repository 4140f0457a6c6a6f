import { expect, test } from "vitest";
import { createContentReader, createCsvReader, type ListRecord } from "../../src/list/records.ts";
import { detectDelimiter, findHeader, firstRecords, linkedText, readMark } from "../../src/list/shape.ts";
import { lineMissing, quoteInside, quoteMissing, rowCells, rowTooLong } from "../../src/messages/list-rules.ts";

/** Reads `text` in parts of `step` characters. */
function read(text: string, delimiter = ",", step = text.length || 1): ListRecord[] {
  const reader = delimiter === "" ? createContentReader() : createCsvReader(delimiter);
  const records: ListRecord[] = [];
  for (let at = 0; at < text.length; at += step) records.push(...reader.push(text.slice(at, at + step)));
  return [...records, ...reader.end()];
}

test.each([1, 2, 7, 1000])("reads cells, quotes and line ends in parts of %i characters", (step) => {
  const text = 'a,"b ""c""\r\nd"\r\n\r\n "e, f" ,g  \rh\n"",i\n';
  expect(read(text, ",", step)).toEqual([
    { line: 1, cells: ["a", 'b "c"\r\nd'] },
    { line: 3, cells: [""] },
    { line: 4, cells: ["e, f", "g"] },
    { line: 5, cells: ["h"] },
    { line: 6, cells: ["", "i"] },
  ]);
});

test.each([1, 2, 7, 1000])("reads lines in parts of %i characters", (step) => {
  const cells = read('a, b\r\n\n"c"\rd\n', "", step).map((record) => [record.line, ...record.cells]);
  expect(cells).toEqual([
    [1, "a, b"],
    [2, ""],
    [3, '"c"'],
    [4, "d"],
  ]);
});

const contact = ["BEGIN:VCARD", "VERSION:3.0", "N:King;Ada;;;", "FN:Ada King", "END:VCARD"];
const transfer = ["BCD", "002", "1", "SCT", "", "Ada", "DE89370400440532013000", "EUR5"];

test.each([1, 7, 1000])("reads payloads of several lines in parts of %i characters", (step) => {
  const others = ["https://example.com", "BCD", "ABC"];
  const text = [...contact, "", ...contact, ...others, ...transfer, ...transfer, ""].join("\n");
  const card = `${contact.join("\r\n")}\r\n`;
  expect(read(text, "", step).filter(({ cells }) => cells[0] !== "")).toEqual([
    { line: 1, cells: [card] },
    { line: 7, cells: [card] },
    ...others.map((line, at) => ({ line: 12 + at, cells: [line] })),
    { line: 15, cells: [transfer.join("\n")] },
    { line: 23, cells: [transfer.join("\n")] },
  ]);
});

test("reports a contact without an end, and reads a bank transfer without one", () => {
  expect(read(`${contact.slice(0, 3).join("\n")}\n`, "")).toMatchObject([
    { line: 1, error: { rule: lineMissing, values: { text: "END:VCARD" } } },
  ]);
  expect(read(transfer.join("\r\n"), "")).toEqual([{ line: 1, cells: [transfer.join("\n")] }]);
  const long = `BEGIN:VCARD\n${"x".repeat(1000)}\n${`${"x".repeat(1000)}\n`.repeat(9000)}`;
  expect(read(long, "", 65_536)).toMatchObject([{ line: 1, error: { rule: rowTooLong } }]);
});

test("reports text after a closing quote, and reads the next row", () => {
  const [first, second] = read('"Zum Adler" Wien,x\ny,z');
  expect(first?.error?.rule).toBe(quoteInside);
  expect(second).toEqual({ line: 2, cells: ["y", "z"] });
});

test("stops at a quote that is never closed", () => {
  const found = read(`a,b\n"c,${"d\n".repeat(1000)}`);
  expect(found).toHaveLength(2);
  expect(found[1]).toMatchObject({ line: 2, cells: [], error: { rule: quoteMissing } });
});

test("limits the cells and the length of a row", () => {
  expect(read(`${"x,".repeat(1200)}\ny`)[0]?.error?.rule).toBe(rowCells);
  const [long, ...others] = read(`"${"x".repeat(9_000_000)}"\ny`, ",", 65_536);
  expect([long?.error?.rule, others]).toEqual([rowTooLong, []]);
  expect(read("x".repeat(9_000_000), "", 65_536)[0]?.error?.rule).toBe(rowTooLong);
});

test.each([
  ["Nr;Gast;url\n1;Maier;https://example.com/1\n", ";"],
  ["a,b\n1,2\n3,4", ","],
  ["a\tb\n1\t2", "\t"],
  ["a|b\n1|2", "|"],
  ['Name,Link\n"Maier; Anna",https://example.com/1\nHuber,https://example.com/2', ","],
  ["https://example.com/t/1;Tisch 1\nhttps://example.com/t/2;Tisch 2", ";"],
  ["https://example.com/t/1,Tisch 1\nhttps://example.com/t/2,Tisch 2", ","],
  ["data,file", ","],
  ["hello, world\nhello\na, b", undefined],
  ["one\ntwo", undefined],
  ["WIFI:T:WPA;S:Guests;P:coffee and cake;;\nWIFI:T:WPA;S:Staff;P:tea and biscuits;;", undefined],
  ["geo:48.8584,2.2945\ngeo:48.2082,16.3738", undefined],
  ["https://example.com/?a=1,2\nhttps://example.com/?a=3,4", undefined],
  [contact.join("\n"), undefined],
  [transfer.join("\n"), undefined],
])("detects the delimiter of %j", (text, delimiter) => {
  expect(detectDelimiter(text, false)).toBe(delimiter);
});

test("detects the delimiter of a CSV file with rows of different lengths", () => {
  expect(detectDelimiter("Gast;Link\nMaier;https://example.com/1;late\n", false)).toBe(";");
  expect(detectDelimiter("Gast,Tor,Zeit\nMaier,1\nHuber", true)).toBe(",");
});

test("keeps URLs with commas whole in a CSV file without headings", () => {
  const [one, two] = ["https://example.com/?at=48.2,16.3", "https://example.com/?at=48.3,16.4"];
  expect([one, `${one}\n${two}\n`].map((text) => detectDelimiter(text, true))).toEqual([undefined, undefined]);
  expect(detectDelimiter(`url,name\n"${one}",Ada`, true)).toBe(",");
  expect(detectDelimiter("url,name\nhttps://example.com/?a=1,Ada", true)).toBe(",");
  expect(detectDelimiter("https://example.com/?a=1,Table 1\nhttps://example.com/?a=2,Table 2", true)).toBe(",");
  expect(detectDelimiter("https://example.com/1,Ada\nhttps://example.com/2,Eve", true)).toBe(",");
});

test("reads Excel's line with the delimiter", () => {
  expect(readMark("sep=;\r\ndata;file")).toEqual({ delimiter: ";", length: 7 });
  expect(readMark("data;file")).toBeUndefined();
});

test.each([
  ["Link,Tisch\nx,1", true],
  ["E-Mail;Vorname\na@example.com;Ada", true],
  ["Gästebuch;Kürzel\nhttps://example.com;a", true],
  ["data\nx", true],
  ["URL\nhttps://example.com", true],
  ["名前,リンク\n店,https://example.com", true],
  ["https://example.com/1,Tisch 1\nhttps://example.com/2,Tisch 2", false],
  ["Maier,Anna\nHuber,Franz", false],
  ["Anna,link@example.com\nx,y", false],
  ["hello\nworld", false],
  ["WIFI:S:a;;\nhttps://example.com", false],
  ["data", false],
])("detects whether %j has a header", (text, hasHeader) => {
  const delimiter = detectDelimiter(text, true) ?? "\n";
  const records = delimiter === "\n" ? read(text, "") : firstRecords(text, delimiter);
  expect(findHeader(records)).toBe(hasHeader ? 0 : undefined);
});

test.each([
  ["Klasse 5b – Stationen\nNr.;Beschriftung;Link\n1;Eins;https://example.com/1\n", ";", 1],
  ["Links;;\nStand;2026-11-01;\nNr;Name;Link\n1;Ada;https://example.com/1\n2;Eve;https://example.com/2\n", ";", 2],
  ["Our links\nLink\nhttps://example.com/1\nhttps://example.com/2", ",", 1],
  ["Maier;;\nHuber;Gast;\n", ";", undefined],
  ["hello\nname\nfoo", ",", undefined],
  ["https://example.com/1;\nName;Link\n", ";", undefined],
  ["Name;Link\nAda;https://example.com/1\nName;Link", ";", 0],
])("finds the headings below titles in %j", (text, delimiter, header) => {
  expect(findHeader(firstRecords(text, delimiter))).toBe(header);
  if (delimiter === ";" && header) expect(detectDelimiter(text, false)).toBe(delimiter);
});

test("uses the address of a linked cell if its text is not a URL", () => {
  const cells = ["here", "https://example.com/a", "www.example.com", "sheet", "Ada"];
  const links = new Map([
    [0, "https://example.com/b"],
    [1, "https://example.com/b"],
    [2, "http://www.example.com/"],
    [3, "#Sheet2!A1"],
    [4, "file:///C:/ada.pdf"],
  ]);
  const found = cells.map((_, at) => linkedText({ line: 1, cells, links }, at));
  expect(found).toEqual(["https://example.com/b", "https://example.com/a", "www.example.com", "sheet", "Ada"]);
});
