import { expect, test } from "vitest";
import { formatOf, openWorkbook } from "../../src/list/workbook.ts";
import { packageReader, rowsOf, workbookOf } from "./workbooks.ts";

const cells = async (rows: string, more: Partial<Parameters<typeof workbookOf>[0]> = {}) =>
  (await rowsOf(workbookOf({ sheets: [{ name: "A", rows }], ...more }))).map((record) => record.cells);

test("reads texts, numbers, truth values and blank cells", async () => {
  const rows = `<row r="1"><c r="A1" t="s"><v>0</v></c><c r="C1" t="inlineStr"><is><t>Bj&#246;rn &amp; Co</t></is></c></row>
    <row r="3"><c r="A3"><v>42</v></c><c r="B3" t="b"><v>1</v></c><c r="C3" t="str"><f>A1</f><v>Link</v></c></row>`;
  expect(await cells(rows, { strings: [" Straße "] })).toEqual([
    [" Straße ", "", "Björn & Co"],
    ["", "", ""],
    ["42", "TRUE", "Link"],
  ]);
});

test("shows numbers without exponents, and with leading zeros as displayed", async () => {
  const values = ["12345678901234", "1.2345678901234E13", "0.1", "0.30000000000000004", "1E-7", "-5"];
  const row = (style: number) =>
    `<row r="${style + 1}">${values.map((value, at) => `<c r="${"ABCDEF"[at]}${style + 1}" s="${style}"><v>${value}</v></c>`).join("")}</row>`;
  expect(await cells(row(0) + row(1) + row(2), { formats: ["00000", "0.00"] })).toEqual([
    ["12345678901234", "12345678901234", "0.1", "0.3", "0.0000001", "-5"],
    ["12345678901234", "12345678901234", "00000.1", "00000.3", "00000.0000001", "-00005"],
    ["12345678901234.00", "12345678901234.00", "0.10", "0.30", "0.0000001", "-5.00"],
  ]);
});

test("shows dates and times in one form", async () => {
  const value = (column: string, style: number, number: string) =>
    `<c r="${column}1" s="${style}"><v>${number}</v></c>`;
  const rows = `<row r="1">${value("A", 1, "46380")}${value("B", 2, "46380.75")}${value("C", 3, "0.3958333333333333")}</row>`;
  expect(await cells(rows, { formats: ["dd.mm.yyyy", "m/d/yy h:mm", "h:mm"] })).toEqual([
    ["2026-12-24", "2026-12-24 18:00", "09:30"],
  ]);
});

test("reports errors, formulas without results, and numbers that were rounded", async () => {
  const rows = `<row r="1"><c r="A1"><v>12345678901234567890</v></c><c r="B1"><f>A1*2</f></c><c r="C1" t="e"><v>#REF!</v></c></row>
    <row r="2"><c r="A2"><f>1+1</f><v>2</v></c></row>`;
  const [first, second] = await rowsOf(workbookOf({ sheets: [{ name: "A", rows }] }));
  expect([...(first?.faults?.values() ?? [])].sort()).toEqual([
    expect.stringContaining("contains a formula error"),
    expect.stringContaining("contains a formula without a result"),
    expect.stringContaining("more than 15 digits"),
  ]);
  expect([...(first?.faults?.keys() ?? [])].sort()).toEqual([0, 1, 2]);
  expect(second).toEqual({ line: 2, cells: ["2"] });
});

test("reports cells that a merged cell covers", async () => {
  const cell = (place: string, text: string) => `<c r="${place}" t="inlineStr"><is><t>${text}</t></is></c>`;
  const rows = `<row r="1">${cell("A1", "ssid")}${cell("B1", "password")}</row>
    <row r="2">${cell("A2", "Guests")}${cell("B2", "coffee and cake")}</row><row r="3">${cell("A3", "Staff")}</row>`;
  const [, first, second] = await rowsOf(
    workbookOf({ sheets: [{ name: "A", rows, merged: ["B2:B3", "A9:XFD9999"] }] }),
  );
  expect(first).toEqual({ line: 2, cells: ["Guests", "coffee and cake"] });
  expect([...(second?.faults ?? [])]).toEqual([[1, expect.stringContaining("is merged with another cell")]]);
});

test("offers the visible sheets, and reads each one", async () => {
  const row = (text: string) => `<row r="1"><c r="A1" t="inlineStr"><is><t>${text}</t></is></c></row>`;
  const bytes = workbookOf({
    sheets: [
      { name: "Hidden", rows: row("x"), state: "hidden" },
      { name: "Tische &amp; Bar", rows: row("one") },
      { name: "WLAN", rows: row("two") },
    ],
  });
  const book = await openWorkbook(bytes, await packageReader());
  expect(book.sheets).toEqual(["Tische & Bar", "WLAN"]);
  expect([await book.read(1), await book.read(0)].map(([record]) => record?.cells)).toEqual([["two"], ["one"]]);
});

const DAMAGED = "is damaged: open it in a spreadsheet program and save it again";
const sheet = { name: "A", rows: '<row r="1"><c r="A1"><v>1</v></c></row>' };

test.each<[string, Uint8Array<ArrayBuffer>, string]>([
  ["an archive that is cut off", workbookOf({ sheets: [sheet] }).slice(0, -30), DAMAGED],
  ["a file that is no archive", new Uint8Array(1000), DAMAGED],
  [
    "an archive of another type",
    workbookOf({ sheets: [sheet], others: { "xl/_rels/workbook.xml.rels": "" } }),
    "has no sheet",
  ],
  [
    "a zip bomb",
    workbookOf({ sheets: [{ name: "A", rows: " ".repeat(90_000_000) }] }),
    "unpacks to more than 80 MB: split it, or save it as CSV",
  ],
  [
    "a row far below",
    workbookOf({ sheets: [{ name: "A", rows: '<row r="999999999"><c r="A999999999"/></row>' }] }),
    "must have at most 100,000 rows",
  ],
  [
    "a column far to the right",
    workbookOf({ sheets: [{ name: "A", rows: '<row r="1"><c r="ZZZZ1"/></row>' }] }),
    "1,000 columns",
  ],
  [
    "entities",
    workbookOf({
      sheets: [{ name: "A", rows: "" }],
      others: { "xl/sharedStrings.xml": '<!DOCTYPE a [<!ENTITY b "bbbb">]><sst><si><t>&b;</t></si></sst>' },
    }),
    "could not be read",
  ],
  [
    "XML that is not well-formed",
    workbookOf({ sheets: [{ name: "A", rows: '<row r="1"><c r="A1"><v>1</row>' }] }),
    "could not be read",
  ],
])("rejects %s", async (_, bytes, rule) => {
  await expect(rowsOf(bytes)).rejects.toMatchObject({ field: "file", rule: expect.stringContaining(rule) });
});

test("rejects parts that are larger than the archive declares", async () => {
  const bytes = workbookOf({
    sheets: [{ name: "A", rows: `<row r="1"><c r="A1"><v>1</v></c></row>${" ".repeat(5000)}` }],
  });
  const view = new DataView(bytes.buffer);
  for (let at = 0; at < bytes.length - 46; at++) {
    if (view.getUint32(at, true) === 0x02014b50 && view.getUint32(at + 24, true) > 5000)
      view.setUint32(at + 24, 100, true);
  }
  await expect(rowsOf(bytes)).rejects.toMatchObject({ rule: DAMAGED });
});

test.each<[string, readonly number[], string | undefined]>([
  ["a workbook", [0x50, 0x4b, 3, 4], "xlsx"],
  ["text", [0x64, 0x61, 0x74, 0x61], undefined],
  ["an old workbook", [0xd0, 0xcf, 0x11, 0xe0], "is an old .xls file or has a password"],
  ["a PDF", [0x25, 0x50, 0x44, 0x46], "must be a table or a list"],
])("recognizes %s", (_, bytes, expected) => {
  const format = formatOf(Uint8Array.from(bytes));
  expect(format instanceof Error ? format.message : format).toEqual(
    expected === undefined || expected === "xlsx" ? expected : expect.stringContaining(expected),
  );
});
