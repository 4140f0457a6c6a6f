import { appendFileSync, existsSync, readdirSync, readFileSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Readable } from "node:stream";
import { expect, test } from "vitest";
import { readRows } from "../../src/cli/lists.ts";
import { createDoneBytes } from "../../src/cli/progress.ts";
import { toPng, toSvg } from "../../src/index.ts";
import { anyString } from "../../src/messages/developer-rules.ts";
import { rowCells, rowTooWide } from "../../src/messages/list-rules.ts";
import { integerRange, oneOf } from "../../src/messages/option-rules.ts";
import { wpaPassword } from "../../src/messages/payload-rules.ts";
import { wifi } from "../../src/payload/payload.ts";
import { UNKNOWN_IGNORED, UNKNOWN_MEANT } from "../../src/report/unknown-options.ts";
import { ruleText } from "../rule-text.ts";
import { isoqr, newFolder } from "./fake-terminal.ts";

const list = [
  "data,size,file,dot-style",
  '"https://example.com/?a=1,2",300,one,',
  "x,99999,,",
  "",
  '"two',
  'lines",,,rounded',
  "a,b,c,d,e",
  "last,,../up,",
].join("\r\n");

function written(text: string): { path: string; out: string; folder: string } {
  const folder = newFolder();
  const path = join(folder, "list");
  writeFileSync(path, text);
  return { path, out: join(folder, "out"), folder };
}

const pictures = (folder: string) =>
  readdirSync(folder)
    .filter((name) => !name.startsWith("."))
    .sort();

test("draws an image per row, and reports invalid rows with their line numbers", async () => {
  const { path, out } = written(list);
  const ran = await isoqr(["batch", path, "-o", out]);
  expect(ran).toMatchObject({ code: 1, out: "" });
  expect(ran.stderr.split("\n")).toEqual([
    `${out}: 2 drawn, 3 failed`,
    `  line 3: ${ruleText(integerRange, "size", { min: 32, max: 16_384 })}`,
    `  line 7: ${ruleText(rowTooWide, { cells: 5, columns: 4 })}`,
    expect.stringMatching(/^ {2}line 8: file must be a name of 1 to 100 visible characters/),
    "",
  ]);
  expect(pictures(out)).toEqual(["0003.png", "one.png"]);
  expect(new Uint8Array(readFileSync(join(out, "one.png")))).toEqual(
    toPng("https://example.com/?a=1,2", { size: 300 }),
  );
  expect(new Uint8Array(readFileSync(join(out, "0003.png")))).toEqual(toPng("two\r\nlines", { dotStyle: "rounded" }));
});

test("redraws only damaged and changed images", async () => {
  const { path, out } = written("data,file\na,a\nb,b\nc,c\n");
  await isoqr(["batch", path, "-o", out]);
  const before = statSync(join(out, "a.png"));
  writeFileSync(join(out, "b.png"), "broken off");
  writeFileSync(path, "data,file\na,a\nb,b\nsomething else,c\n");
  expect((await isoqr(["batch", path, "-o", out])).stderr).toBe(`${out}: 2 drawn, 1 unchanged\n`);
  expect(statSync(join(out, "a.png"))).toMatchObject({ ino: before.ino, mtimeMs: before.mtimeMs });
  expect(new Uint8Array(readFileSync(join(out, "b.png")))).toEqual(toPng("b"));
  expect(new Uint8Array(readFileSync(join(out, "c.png")))).toEqual(toPng("something else"));
  expect((await isoqr(["batch", path, "-o", out, "--size", "512"])).stderr).toBe(`${out}: 3 drawn\n`);
  expect((await isoqr(["batch", path, "-o", out, "--size", "512", "--force"])).stderr).toBe(`${out}: 3 drawn\n`);
});

test("removes only the temporary files of killed processes", async () => {
  const { path, out } = written("data\na\n");
  await isoqr(["batch", path, "-o", out]);
  const [old, fresh, other] = [".isoqr-0123456789ab.tmp", ".isoqr-ba9876543210.tmp", ".isoqr-notes.tmp"];
  for (const name of [old, fresh, other]) writeFileSync(join(out, name), "half");
  for (const name of [old, other]) utimesSync(join(out, name), 1, 1);
  await isoqr(["batch", path, "-o", out]);
  const left = readdirSync(out).filter((name) => name.endsWith(".tmp"));
  expect(left.sort()).toEqual([fresh, other].sort());
});

test("ignores an incomplete last line in the journal", async () => {
  const { path, out } = written("data\na\n");
  await isoqr(["batch", path, "-o", out]);
  appendFileSync(join(out, ".isoqr-batch.jsonl"), '{"file":"0002.p');
  writeFileSync(path, "data\na\nb\n");
  expect((await isoqr(["batch", path, "-o", out])).stderr).toBe(`${out}: 1 drawn, 1 unchanged\n`);
  expect((await isoqr(["batch", path, "-o", out])).stderr).toBe(`${out}: 2 unchanged\n`);
});

test("creates no folder if the list is missing, and rejects a file in place of the folder", async () => {
  const { path, out } = written("data\na\n");
  const none = `${path}.none`;
  const stderr = `isoqr: reading ${none} failed: no such file or folder\n`;
  expect(await isoqr(["batch", none, "-o", out])).toMatchObject({ code: 2, stderr });
  expect(existsSync(out)).toBe(false);
  const taken = `isoqr: creating ${path} failed: a file with this name exists; choose another name\n`;
  expect(await isoqr(["batch", path, "-o", path])).toMatchObject({ code: 1, stderr: taken });
  // Node's recursive mkdir never returns for a folder in /proc.
  const missing = "isoqr: creating /proc/none/codes failed: folders cannot be created there; choose another place\n";
  expect(await isoqr(["batch", path, "-o", "/proc/none/codes"])).toMatchObject({ code: 1, stderr: missing });
});

test("accepts names with an extension", async () => {
  const { path, out } = written("data,file,format\na,a.png,\nb,B.SVG,svg\nc,c.png,svg\nd,A,png\n");
  const { stderr } = await isoqr(["batch", path, "-o", out]);
  expect(stderr).toContain("3 drawn, 1 failed\n  line 5: file A.png is already used by row 1: choose another name");
  expect(pictures(out)).toEqual(["B.SVG", "a.png", "c.png.svg"]);
});

test("overwrites files that it did not create only with --force", async () => {
  const { path, out, folder } = written("data,file\na,list\n");
  const stderr = `${folder}: 1 failed\n  line 2: list.svg already exists and was not written by isoqr batch: add --force to replace it\n`;
  writeFileSync(join(folder, "list.svg"), "mine");
  expect(await isoqr(["batch", path, "-o", folder, "--format", "svg"])).toMatchObject({ code: 1, stderr });
  expect(readFileSync(join(folder, "list.svg"), "utf8")).toBe("mine");
  expect(await isoqr(["batch", path, "-o", folder, "--format", "svg", "-f"])).toMatchObject({ code: 0 });
  expect(readFileSync(join(folder, "list.svg"), "utf8")).toBe(toSvg("a"));
  expect(readdirSync(folder)).not.toContain(out);
});

test("reads JSONL from standard input, and prints JSON per row", async () => {
  const { out } = written("");
  const input =
    '{"data":"a","format":"svg"}\n\nnot json with a secret\n{"data":7}\n{"data":"b","file":"A"}\n{"data":"c","file":"a"}';
  const ran = await isoqr(["batch", "-", "-o", out, "--json"], { input });
  const lines = ran.out
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
  expect(lines.pop()).toEqual({ drawn: 2, kept: 0, failed: 3, stopped: false });
  expect(lines.sort((a, b) => a.line - b.line)).toEqual([
    { line: 1, status: "drawn", file: "0001.svg" },
    { line: 3, status: "failed", error: 'the line must be a JSON object, such as {"data":"https://example.com"}' },
    { line: 4, status: "failed", error: expect.stringContaining(ruleText(anyString, "data")) },
    { line: 5, status: "drawn", file: "A.png" },
    { line: 6, status: "failed", error: "file a.png is already used by row 4: choose another name" },
  ]);
  expect(ran).toMatchObject({ code: 1, stderr: "" });
});

test("accepts fields of a kind as columns, and keeps secrets out of file names", async () => {
  const { path, out } = written("ssid;password;file\nGuests;coffee+tea;lobby\nOffice;milk&sugar;\nBad;short;\n");
  const ran = await isoqr(["batch", path, "-o", out, "--kind", "wifi", "--format", "svg"]);
  expect(ran.stderr).toContain(`  line 4: ${ruleText(wpaPassword, "password")}`);
  expect(pictures(out)).toEqual(["0002.svg", "lobby.svg"]);
  expect(readFileSync(join(out, "0002.svg"), "utf8")).toBe(
    toSvg(wifi.build({ ssid: "Office", password: "milk&sugar" })),
  );
  const journal = readFileSync(join(out, ".isoqr-batch.jsonl"), "utf8");
  expect(journal).not.toMatch(/coffee|milk|Office/);
});

test("draws a logo on all images", async () => {
  const { path, out } = written("data\na\nb\n");
  expect(await isoqr(["batch", path, "-o", out, "--logo", "docs/logos/leaf.svg"])).toMatchObject({ code: 0 });
  expect(readFileSync(join(out, "0001.png")).length).toBeGreaterThan(toPng("a", { ec: "H" }).length);
  expect((await isoqr(["batch", path, "-o", out, "--logo", "docs/logos/leaf.svg"])).stderr).toBe(
    `${out}: 2 unchanged\n`,
  );
});

test("finishes items in progress when interrupted, and continues in the next run", async () => {
  const rows = Array.from({ length: 200 }, (_, at) => `text ${at}`);
  const { path, out } = written(`data\n${rows.join("\n")}\n`);
  const first = await isoqr(["batch", path, "-o", out], { interrupt: (stop) => setTimeout(stop, 5) });
  expect(first.code).toBe(130);
  expect(first.stderr).toContain("run the same command again to continue");
  const done = pictures(out).length;
  expect(done).toBeLessThan(200);
  const second = await isoqr(["batch", path, "-o", out]);
  const kept = done > 0 ? `, ${done} unchanged` : "";
  expect(second).toMatchObject({ code: 0, stderr: `${out}: ${200 - done} drawn${kept}\n` });
  expect(pictures(out)).toHaveLength(200);
});

test("shows a progress bar in a terminal, and removes it at the end", async () => {
  const rows = Array.from({ length: 3000 }, (_, at) => `{"data":"text ${at}"}`);
  const { path, out } = written(rows.join("\n"));
  const { stderr } = await isoqr(["batch", path, "-o", out], { columns: 60 });
  const [, ...pictures] = stderr.split("\r\u001B[K");
  expect(pictures.pop()).toBe(`${out}: 3,000 drawn\n`);
  expect(pictures.length).toBeGreaterThan(0);
  for (const picture of pictures) expect(picture).toMatch(/^(?:[█░]{24} \d+% {2}[\d,]+ codes? {2}\d+ s left)?$/);
});

test("warns once about an unknown column", async () => {
  const { path, out } = written("data,colour,price\na,red,1\nb,red,2\n");
  expect((await isoqr(["batch", path, "-o", out])).stderr.split("\n")).toEqual([
    `isoqr: ${ruleText(UNKNOWN_MEANT, { name: "colour", option: "color" })}`,
    `isoqr: ${ruleText(UNKNOWN_IGNORED, { name: "price" })}`,
    `${out}: 2 drawn`,
    "",
  ]);
});

test.each([
  ["data\n", [], "has no rows"],
  ["", [], "has no rows"],
  [
    "name,size\na,3\n",
    [],
    "must have a column named data: choose one with --columns data=COLUMN; the list has name, size",
  ],
  ["data,ssid\na,3\n", ["--kind", "mail"], "must have a column named to: choose one with --columns to=COLUMN"],
  ["a,b\nc,d\n", [], "the list has no headings, and 2 columns"],
  ['data,file\n"a\nb\n', [], "line 2: a quoted cell has no closing quote"],
  ["data\n\x93\x8c\x8b\x9e\n", [], "is unclear: add --encoding, with one of utf-8, utf-16le,"],
  ["data\na\n", ["--encoding", "latin"], ruleText(oneOf, "--encoding", { text: "utf-8, " })],
  ["data\na\n", ["--delimiter", "x"], "--delimiter must be , ; | tab or none"],
  ["data\na\n", ["--columns", "data"], "--columns must be pairs such as --columns data=Link,file=Name"],
  ["data\na\n", ["--columns", "datum=1"], "--columns: datum is not a field"],
  ["data\na\n", ["--columns", "data=Link"], "has no column Link for data: use a heading, or a number from 1 to 1"],
  ["\xd0\xcf\x11\xe0", [], "is an old .xls file or has a password: save it as .xlsx without a password"],
  ['\xff\xfe{\0"\0d\0', [], "must be UTF-8: convert it"],
  ["PK\x03\x04", [], "is damaged: open it in a spreadsheet program and save it again"],
  ["data\na\n", ["--size", "1"], ruleText(integerRange, "--size", { min: 32, max: 16_384 })],
  ["data\na\n", ["--kind", "letter"], ruleText(oneOf, "--kind", { text: "wifi, " })],
] as [string, string[], string][])("rejects the whole list %j with %j", async (text, flags, message) => {
  const { path, out } = written("");
  writeFileSync(path, text, "latin1");
  const { code, stderr } = await isoqr(["batch", path, "-o", out, ...flags]);
  expect(code).toBe(2);
  expect(stderr).toContain(message);
});

test.each(['{"data":"', 'data,file\n"'])("rejects an endless line that starts with %j", async (begin) => {
  const { path, out } = written(`${begin}${"x".repeat(9 * 1024 * 1024)}`);
  const { code, stderr } = await isoqr(["batch", path, "-o", out]);
  expect(code).toBe(2);
  expect(stderr).toMatch(/, line [12]: the (?:line|row) must be at most 8 MB long/);
});

test.each([
  [[], "a list is required, as in isoqr batch list.csv -o codes"],
  [["a.csv"], "a folder is required: add -o FOLDER"],
  [["a.csv", "b.csv", "-o", "x"], 'unexpected argument "b.csv": batch takes one list'],
])("batch %j reports what is missing", async (words, message) => {
  expect(await isoqr(["batch", ...words])).toMatchObject({ code: 2, stderr: `isoqr: ${message}\n` });
});

test("rejects names that file systems or people cannot distinguish, even with --force", async () => {
  const { path, out } = written("");
  const bad = ["\ud800", "\ud801", "a\u200bb", "a\u2028", "-rf", "漢".repeat(100), "a\u0007", "Com¹.x"];
  const good = ["می\u200cخواهم", "👩\u200d👧", "漢".repeat(80)];
  writeFileSync(path, [...bad, ...good].map((file) => JSON.stringify({ data: "x", file })).join("\n"));
  const ran = await isoqr(["batch", path, "-o", out, "--force"]);
  const lines = ran.stderr.trim().split("\n");
  expect(lines).toHaveLength(1 + bad.length);
  expect(lines[0]).toBe(`${out}: 3 drawn, 8 failed`);
  for (const line of lines.slice(1)) expect(line).toMatch(/^ {2}line \d: file must be (?:a name of|at most) /);
  expect(lines[6]).toContain("a name of at most 250 bytes, including the extension: choose a shorter name");
  expect(pictures(out)).toEqual(good.map((name) => `${name}.png`).sort());
});

test("accepts a thousand columns, and rejects more immediately", async () => {
  const columns = (count: number) => `data${",x".repeat(count - 1)}\na\n`;
  const { path, out } = written(columns(1000));
  expect(await isoqr(["batch", path, "-o", out])).toMatchObject({ code: 0 });
  writeFileSync(path, columns(1001));
  expect((await isoqr(["batch", path, "-o", out])).stderr).toBe(
    `isoqr: ${path}, line 1: ${ruleText(rowCells, { max: "1,000" })}\n`,
  );
});

test("closes the list if it is rejected before its end", async () => {
  let isOpen = true;
  async function* list() {
    try {
      for (let chunk = '{"data":"'; ; chunk = "a".repeat(1024 * 1024)) yield Buffer.from(chunk);
    } finally {
      isOpen = false;
    }
  }
  await expect(readRows(list(), { name: "list.jsonl" }).next()).rejects.toThrow(
    "line 1: the line must be at most 8 MB long",
  );
  expect(isOpen).toBe(false);
});

test("the progress bar counts the rows drawn, not the rows read", async () => {
  const bytes = createDoneBytes();
  const chunks = ["head\na\nb", "b\n", "ccc", "c\ndd"].map((text) => Buffer.from(text));
  for await (const _ of bytes.watch(Readable.from(chunks)));
  expect([2, 3, 1, 4, 5].map((line) => bytes.of(line))).toEqual([8, 10, 10, 17, 17]);
});

test("warns once about a shape that some scanners do not read", async () => {
  const { path, out } = written("data,eye-style\na,circle\nb,circle\nc,square\n");
  const { code, stderr } = await isoqr(["batch", path, "-o", out, "--dot-style", "star"]);
  expect([code, stderr.split("\n")]).toEqual([
    0,
    [
      "isoqr: a few scanners cannot read codes with dotStyle star: set dotStyle to square",
      "isoqr: a few scanners cannot read codes with eyeStyle circle: set eyeStyle to square",
      `${out}: 3 drawn`,
      "",
    ],
  ]);
});
