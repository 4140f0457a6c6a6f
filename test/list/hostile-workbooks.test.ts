import { execFileSync } from "node:child_process";
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { buildSync } from "esbuild";
import { beforeAll, expect, test } from "vitest";
import {
  cellTooLong,
  workbookCharacters,
  workbookSize,
  workbookUnpacked,
  workbookUnreadable,
} from "../../src/messages/list-rules.ts";
import { type Parts, sheetOf, workbookOf } from "./workbooks.ts";

const folder = mkdtempSync(join(tmpdir(), "isoqr-workbooks-"));
const program = join(folder, "read.mjs");

/** Opens workbooks, reads their first sheets, and prints the outcomes, the processor times, and the most memory that the
 *  process needed. Not resourceUsage().maxRSS, which Linux starts at the memory of the process that started this one. */
const CODE = `
  import { existsSync, readFileSync } from "node:fs";
  import { openWorkbook } from ${JSON.stringify(fileURLToPath(new URL("../../src/list/workbook.ts", import.meta.url)))};
  const ran = [];
  for (const file of process.argv.slice(2)) {
    const before = process.cpuUsage();
    const outcome = await openWorkbook(new Uint8Array(readFileSync(file)))
      .then((book) => book.read(0))
      .then((records) => records.length + " rows", (error) => error.rule ?? String(error));
    const { user, system } = process.cpuUsage(before);
    ran.push({ outcome, seconds: (user + system) / 1e6 });
  }
  const status = existsSync("/proc/self/status") ? readFileSync("/proc/self/status", "utf8") : "";
  const kilobytes = Number(/VmHWM:\\s*(\\d+)/.exec(status)?.[1] ?? process.resourceUsage().maxRSS);
  console.log(JSON.stringify({ ran, megabytes: kilobytes / 1024 }));
`;

/** Most processor time per workbook in seconds, and most memory in MB. A process without a workbook takes 52 MB. On a busy
 *  machine, the same work takes about twice as long. */
const MAX_SECONDS = 3;
const MAX_MEGABYTES = 150;

const UNREADABLE = workbookUnreadable;
const TOO_LARGE = workbookSize;
const TOO_LONG = cellTooLong;

const book = (others: NonNullable<Parts["others"]>) => workbookOf({ sheets: [{ name: "A", rows: cell("1") }], others });
const latin1 = (bytes: Uint8Array) => Buffer.from(bytes).toString("latin1");
const cell = (text: string) => `<row><c><v>${text}</v></c></row>`;
const strings = (xml: string) => book({ "xl/sharedStrings.xml": `<sst>${xml}</sst>` });
const styles = (xml: string) => book({ "xl/styles.xml": `<styleSheet>${xml}</styleSheet>` });
/** A sheet of 90,000 rows, with elements below its rows. */
const below = (xml: string, others: NonNullable<Parts["others"]> = {}) =>
  book({
    "xl/worksheets/sheet1.xml": `<worksheet xmlns:r="x"><sheetData>${`<row>${"<c><v>1</v></c>".repeat(9)}</row>`.repeat(90_000)}</sheetData>${xml}</worksheet>`,
    ...others,
  });

/** A part that is small in the archive, and what reading it leads to. */
const cases: readonly (readonly [name: string, bytes: () => Uint8Array, outcome: string])[] = [
  ["an attribute of 1 MB", () => sheetOf(`<row r="1" spans="${"1".repeat(1_000_000)}"/>`), UNREADABLE],
  ["300,000 attributes", () => sheetOf(`<row ${'a="1" '.repeat(300_000)}/>`), UNREADABLE],
  ["a name of 4 MB", () => sheetOf(`<${"a".repeat(4_000_000)}/>`), UNREADABLE],
  ["4 MB of spaces", () => sheetOf(" ".repeat(4_000_000)), TOO_LONG],
  ["spaces in a tag", () => sheetOf(`<row ${" ".repeat(4_000_000)}/>`), UNREADABLE],
  ["a cell of 4 MB", () => sheetOf(cell("x".repeat(4_000_000))), TOO_LONG],
  ["a cell of 32,768 characters", () => sheetOf(cell("x".repeat(32_768))), TOO_LONG],
  [
    "a cell of many texts",
    () => sheetOf(`<row><c t="inlineStr"><is>${"<t>abc</t>".repeat(100_000)}</is></c></row>`),
    TOO_LONG,
  ],
  ["a formula of 4 MB", () => sheetOf(`<row><c><f>${"x".repeat(4_000_000)}</f></c></row>`), TOO_LONG],
  ["a million references in a cell", () => sheetOf(cell("&amp;".repeat(1_000_000))), TOO_LONG],
  ["references in many cells", () => sheetOf(cell("&amp;".repeat(32_767)).repeat(80)), TOO_LARGE],
  ["escapes in many cells", () => sheetOf(cell("_x0041_".repeat(30_000)).repeat(50)), TOO_LARGE],
  ["entities", () => strings('<!DOCTYPE a [<!ENTITY b "bbbb">]><si><t>&b;</t></si>'), UNREADABLE],
  ["an unknown entity", () => strings("<si><t>&b;</t></si>"), UNREADABLE],
  ["tags that are never closed", () => sheetOf("<a ".repeat(1_100_000)), UNREADABLE],
  ["nested elements", () => sheetOf(`${"<a>".repeat(100_000)}${"</a>".repeat(100_000)}`), UNREADABLE],
  ["5.1 million elements", () => sheetOf("<a/>".repeat(5_100_000)), TOO_LARGE],
  ["5.1 million empty cells", () => sheetOf("<c/>".repeat(5_100_000)), TOO_LARGE],
  ["5.1 million empty rows", () => sheetOf("<row/>".repeat(5_100_000)), TOO_LARGE],
  ["5.1 million comments", () => sheetOf("<!---->".repeat(5_100_000)), TOO_LARGE],
  ["5.1 million processing instructions", () => sheetOf("<?a?>".repeat(5_100_000)), TOO_LARGE],
  ["a comment of 4 MB", () => sheetOf(`<!--${"x".repeat(4_000_000)}-->`), UNREADABLE],
  ["300 comments of 262,000 characters", () => sheetOf(`<!--${"x".repeat(262_000)}-->`.repeat(300)), TOO_LARGE],
  ["300 tags with 262,000 spaces", () => sheetOf(`<row${" ".repeat(262_000)}/>`.repeat(300)), TOO_LARGE],
  ["CDATA in many parts", () => sheetOf(cell("<![CDATA[x]]>".repeat(300_000))), TOO_LONG],
  [
    "a cell in the last row and column",
    () => sheetOf('<row r="1048576"><c r="XFD1048576"><v>1</v></c></row>'),
    TOO_LARGE,
  ],
  ["a row after the last one", () => sheetOf('<row r="999999999"><c r="A999999999"/></row>'), TOO_LARGE],
  ["a column after the last one", () => sheetOf('<row r="1"><c r="ZZZZ1"/></row>'), TOO_LARGE],
  ["1.05 million cells", () => sheetOf(`<row>${"<c><v>1</v></c>".repeat(15)}</row>`.repeat(70_000)), TOO_LARGE],
  ["rows with one cell far to the right", () => sheetOf('<row><c r="ALK1"><v>1</v></c></row>'.repeat(9)), "1 rows"],
  [
    "wide rows",
    () => sheetOf(Array.from({ length: 4_000 }, (_, at) => `<row><c r="ALK${at + 1}"><v>1</v></c></row>`).join("")),
    TOO_LARGE,
  ],
  ["a shared text of 4 MB", () => strings(`<si><t>${"x".repeat(4_000_000)}</t></si>`), TOO_LONG],
  [
    "a shared text that many cells use",
    () => sheetOf(`<row>${'<c t="s"><v>0</v></c>'.repeat(100)}</row>`.repeat(500), { strings: ["x".repeat(32_767)] }),
    workbookCharacters,
  ],
  ["1.1 million shared texts", () => strings("<si><t>ab</t></si>".repeat(1_100_000)), TOO_LARGE],
  [
    "a shared text of many runs",
    () => strings(`<si>${"<r><rPr><b/></rPr><t>a</t></r>".repeat(500_000)}</si>`),
    TOO_LONG,
  ],
  ["70,000 styles", () => styles(`<cellXfs>${'<xf numFmtId="14"/>'.repeat(70_000)}</cellXfs>`), UNREADABLE],
  [
    "number formats of brackets",
    () =>
      styles(
        Array.from({ length: 11_000 }, (_, at) => `<numFmt numFmtId="${at}" formatCode="${"[".repeat(255)}"/>`).join(
          "",
        ),
      ),
    UNREADABLE,
  ],
  [
    "merged ranges that cover everything",
    () => below(`<mergeCells>${'<mergeCell ref="A1:XFD1048576"/>'.repeat(100)}</mergeCells>`),
    TOO_LARGE,
  ],
  [
    "merged ranges to the right of all cells",
    () => below(`<mergeCells>${'<mergeCell ref="XFD1:XFD1048576"/>'.repeat(99_000)}</mergeCells>`),
    "90000 rows",
  ],
  [
    "links that cover everything",
    () =>
      below(`<hyperlinks>${'<hyperlink ref="A1:XFD1048576" r:id="a"/>'.repeat(100)}</hyperlinks>`, {
        "xl/worksheets/_rels/sheet1.xml.rels":
          '<Relationships><Relationship Id="a" Target="https://example.com"/></Relationships>',
      }),
    TOO_LARGE,
  ],
  [
    "110,000 relations",
    () => book({ "xl/_rels/workbook.xml.rels": `<Relationships>${"<Relationship/>".repeat(110_000)}</Relationships>` }),
    UNREADABLE,
  ],
  ["a zip bomb", () => sheetOf(" ".repeat(90_000_000)), workbookUnpacked],
  [
    "parts with the names of object properties",
    () =>
      Buffer.from(
        latin1(book({ __name___: "", constructor: "", toString: "" })).replaceAll("__name___", "__proto__"),
        "latin1",
      ),
    "1 rows",
  ],
];

let found: readonly {
  readonly ran: readonly { readonly outcome: string; readonly seconds: number }[];
  readonly megabytes: number;
}[];

beforeAll(() => {
  const stdin = { contents: CODE, resolveDir: folder };
  buildSync({ stdin, bundle: true, platform: "node", format: "esm", outfile: program });
  const files = cases.map(([, bytes], at) => {
    const file = join(folder, `${at}.xlsx`);
    writeFileSync(file, bytes());
    return file;
  });
  // One process for each file, as for users, because memory that V8 does not return would add up.
  found = files.map((file) =>
    JSON.parse(execFileSync(process.execPath, ["--max-old-space-size=80", program, file], { encoding: "utf8" })),
  );
}, 120_000);

test.each(cases.map(([name, , outcome], at) => ({ name, outcome, at })))(
  "reads or rejects $name",
  ({ outcome, at }) => {
    const [ran] = found[at]?.ran ?? [];
    expect(ran?.outcome).toContain(outcome);
    expect(ran?.seconds).toBeLessThan(MAX_SECONDS);
  },
);

test("needs little memory for each of these workbooks", () => {
  expect(Math.max(...found.map(({ megabytes }) => megabytes))).toBeLessThan(MAX_MEGABYTES);
});
