import { expect, test } from "vitest";
import { createLimits, formatOf, openWorkbook } from "../../src/list/workbook.ts";
import {
  cellFormula,
  cellFormulaError,
  cellMerged,
  cellRounded,
  workbookDamaged,
  workbookEmpty,
  workbookSize,
  workbookUnreadable,
} from "../../src/messages/list-rules.ts";
import type { Rule } from "../../src/messages/message.ts";
import { rowOf, rowsOf, sheetOf, workbookOf } from "./workbooks.ts";

const cells = async (rows: string, more: Partial<Parameters<typeof workbookOf>[0]> = {}) =>
  (await rowsOf(workbookOf({ sheets: [{ name: "A", rows }], ...more }))).map((record) => record.cells);

test("reads texts, numbers, truth values and blank cells", async () => {
  const rows = `<row r="1"><c r="A1" t="s"><v>0</v></c><c r="C1" t="inlineStr"><is><t>Bj&#246;rn &amp; Co</t></is></c></row>
    <row r="3"><c r="A3"><v>42</v></c><c r="B3" t="b"><v>1</v></c><c r="C3" t="str"><f>A1</f><v>Link</v></c></row>`;
  expect(await cells(rows, { strings: [" Straße "] })).toEqual([
    [" Straße ", "", "Björn & Co"],
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
  expect(new Set(first?.faults?.values())).toEqual(new Set([cellFormulaError, cellFormula, cellRounded]));
  expect([...(first?.faults?.keys() ?? [])].sort()).toEqual([0, 1, 2]);
  expect(second).toEqual({ line: 2, cells: ["2", "", ""] });
});

test("reports cells that a merged cell covers", async () => {
  const rows = rowOf(1, "ssid", "password") + rowOf(2, "Guests", "coffee and cake") + rowOf(3, "Staff");
  const [, first, second] = await rowsOf(
    workbookOf({ sheets: [{ name: "A", rows, merged: ["B2:B3", "A9:XFD9999"] }] }),
  );
  expect(first).toEqual({ line: 2, cells: ["Guests", "coffee and cake"] });
  expect([...(second?.faults ?? [])]).toEqual([[1, cellMerged]]);
});

test("offers the visible sheets, and reads each one", async () => {
  const bytes = workbookOf({
    sheets: [
      { name: "Hidden", rows: rowOf(1, "x"), state: "hidden" },
      { name: "Tische &amp; Bar", rows: rowOf(1, "one") },
      { name: "WLAN", rows: rowOf(1, "two") },
    ],
  });
  const book = await openWorkbook(bytes);
  expect(book.sheets).toEqual(["Tische & Bar", "WLAN"]);
  expect([await book.read(1), await book.read(0)].map(([record]) => record?.cells)).toEqual([["two"], ["one"]]);
});

/** Formats, and whether they show dates or times. */
const FORMATS: readonly (readonly [code: string, isDate: boolean])[] = [
  ["yyyy\\-mm\\-dd", true],
  ["[$-407]d. mmmm yyyy;@", true],
  ["dd/mm/yy;@", true],
  ["[h]:mm:ss", true],
  ["mm:ss.0", true],
  ["h:mm AM/PM", true],
  ["yyyy&quot;年&quot;m&quot;月&quot;d&quot;日&quot;", true],
  ["[Red]dd.mm.yyyy", true],
  ["General", false],
  ["0.00E+00", false],
  ["#,##0 &quot;days&quot;", false],
  ["[Red]0.00", false],
  ["0\\m", false],
  ["_-* #,##0.00 &quot;€&quot;_-", false],
  ["@", false],
  ["0%", false],
  ["# ?/?", false],
];

test("recognizes the formats of dates like another reader", async () => {
  const row = FORMATS.map((_, at) => `<c r="${String.fromCharCode(65 + at)}1" s="${at + 1}"><v>46380.75</v></c>`).join(
    "",
  );
  const bytes = sheetOf(`<row r="1">${row}</row>`, { formats: FORMATS.map(([code]) => code) });
  const [record] = await rowsOf(bytes);
  const { readSheet } = await import("read-excel-file/universal");
  const [others = []] = await readSheet(bytes.buffer);
  for (const [at, [code, isDate]] of FORMATS.entries()) {
    expect([code, record?.cells[at], others[at] instanceof Date]).toEqual([
      code,
      isDate ? "2026-12-24 18:00" : "46380.75",
      isDate,
    ]);
  }
});

test("reads dates from 1904, dates in ISO 8601 and built-in formats", async () => {
  const rows = `<row><c s="1"><v>44918</v></c><c t="d"><v>2026-12-24T18:00:00</v></c><c t="d"><v>2026-12-24</v></c><c s="1"><v>3000000</v></c></row>`;
  const { sheets } = { sheets: [{ name: "A", rows }] };
  const book = `<workbook xmlns:r="x"><workbookPr date1904="1"/><sheets><sheet name="A" r:id="rId1"/></sheets></workbook>`;
  const styles = '<styleSheet><cellXfs><xf/><xf numFmtId="14"/></cellXfs></styleSheet>';
  expect(await rowsOf(workbookOf({ sheets, others: { "xl/workbook.xml": book, "xl/styles.xml": styles } }))).toEqual([
    { line: 1, cells: ["2026-12-24", "2026-12-24 18:00", "2026-12-24", "3000000"] },
  ]);
});

test("reads rich text, escapes and CDATA, but no pronunciations", async () => {
  const strings =
    '<si><r><rPr><b/></rPr><t>Caf</t></r><r><t>é</t></r><rPh sb="0" eb="1"><t>x</t></rPh></si><si><t>a_x000D_b_x005F_x0041_</t></si>';
  const rows = `<row><c t="s"><v>0</v></c><c t="s"><v>1</v></c><c t="str"><v><![CDATA[a<b]]></v></c><c t="str"><f>""</f><v></v></c></row>`;
  expect(await rowsOf(sheetOf(rows, { others: { "xl/sharedStrings.xml": `<sst>${strings}</sst>` } }))).toEqual([
    { line: 1, cells: ["Café", "a\rb_x0041_", "a<b"] },
  ]);
});

test("reads cells without references, rows in any order, and formats far below the last row", async () => {
  const rows = `<row r="3"><c t="str"><v>c</v></c></row>${rowOf(1, "a", "", "b")}<row r="1048576"><c r="XFD1048576" s="1"/></row>`;
  expect(await rowsOf(sheetOf(rows))).toEqual([
    { line: 1, cells: ["a", "", "b"] },
    { line: 3, cells: ["c", "", ""] },
  ]);
});

test("reads the addresses of linked cells, and those of the formula HYPERLINK", async () => {
  const formula =
    '<row r="4"><c r="A4" t="str"><f>HYPERLINK("https://example.com/""4""","here")</f><v>here</v></c></row>';
  const rows = rowOf(1, "Link") + rowOf(2, "one") + rowOf(3, "two") + formula;
  const links = { "A2:A3": "https://example.com/?a=1&amp;b=2", B9: "https://example.com/9" };
  const records = await rowsOf(workbookOf({ sheets: [{ name: "A", rows, links }] }));
  expect(records.map(({ links }) => links && [...links])).toEqual([
    undefined,
    [[0, "https://example.com/?a=1&b=2"]],
    [[0, "https://example.com/?a=1&b=2"]],
    [[0, 'https://example.com/"4"']],
  ]);
});

test("stops at the time limit, and shares limits between sheets", async () => {
  const row = rowOf(1, "x".repeat(1000));
  const book = await openWorkbook(
    workbookOf({
      sheets: [
        { name: "A", rows: row },
        { name: "B", rows: row },
      ],
    }),
  );
  await expect(book.read(0, createLimits(-1))).rejects.toMatchObject({ rule: workbookUnreadable });
  const limits = createLimits();
  limits.step(4_999_960);
  await book.read(0, limits);
  await expect(book.read(1, limits)).rejects.toMatchObject({ rule: workbookSize });
});

const sheet = { name: "A", rows: '<row r="1"><c r="A1"><v>1</v></c></row>' };

test.each<[string, Uint8Array<ArrayBuffer>, Rule]>([
  ["an archive that is cut off", workbookOf({ sheets: [sheet] }).slice(0, -30), workbookDamaged],
  ["a file that is no archive", new Uint8Array(1000), workbookDamaged],
  [
    "an archive of another type",
    workbookOf({ sheets: [sheet], others: { "xl/_rels/workbook.xml.rels": "<Relationships/>" } }),
    workbookEmpty,
  ],
  [
    "XML that is not well-formed",
    workbookOf({ sheets: [{ name: "A", rows: '<row r="1"><c r="A1"><v>1</row>' }] }),
    workbookUnreadable,
  ],
])("rejects %s", async (_, bytes, rule) => {
  await expect(rowsOf(bytes)).rejects.toMatchObject({ field: "file", rule });
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
  await expect(rowsOf(bytes)).rejects.toMatchObject({ rule: workbookDamaged });
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
