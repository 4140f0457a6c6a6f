import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { toSvg } from "../../src/index.ts";
import { oneOf } from "../../src/messages/option-rules.ts";
import { event } from "../../src/payload/payload.ts";
import { decoders } from "../decoders/decoders.ts";
import { readPng } from "../decoders/png-reader.ts";
import { rowOf, workbookOf } from "../list/workbooks.ts";
import { ruleText } from "../rule-text.ts";
import { isoqr, newFolder } from "./fake-terminal.ts";

function written(content: string | Uint8Array, name = "list"): { path: string; out: string; folder: string } {
  const folder = newFolder();
  const path = join(folder, name);
  writeFileSync(path, content);
  return { path, out: join(folder, "out"), folder };
}

const pictures = (folder: string) =>
  readdirSync(folder)
    .filter((name) => !name.startsWith("."))
    .sort();

/** Decodes the pictures in a folder, in the order of their names. */
async function decoded(folder: string): Promise<(string | undefined)[]> {
  const texts: (string | undefined)[] = [];
  for (const name of pictures(folder)) texts.push(await decoders[0]?.read(readPng(readFileSync(join(folder, name)))));
  return texts;
}

/** Encodes `text` as Windows-1252. */
const ansi = (text: string) => Buffer.from(text.replaceAll("€", "\u0080"), "latin1");
/** Encodes `text` as the format "Unicode text" of Excel. */
const unicodeText = (text: string) => Buffer.from(`\uFEFF${text}`, "utf16le");

test("draws codes for 30 tables from a Windows-1252 list with semicolons", async () => {
  const links = Array.from({ length: 30 }, (_, at) => `https://example.com/menü?tisch=${at + 1}&preis=5€`);
  const rows = links.map((link, at) => `${at + 1};"Tisch ""${at + 1}""\r\nTerrasse";${link}`);
  const { path, out } = written(ansi(["Nr;Platz;LINK", ...rows, ""].join("\r\n")), "tische.csv");
  expect(await isoqr(["batch", path, "-o", out])).toMatchObject({
    code: 0,
    stderr: expect.stringContaining('--encoding windows-1252 --delimiter ";" --header --kind url --columns url=LINK'),
  });
  expect(await decoded(out)).toEqual(links);
});

test("draws codes of networks and contacts from lists in Unicode", async () => {
  const networks = written(unicodeText("Name;\tSSID\tPasswort\r\nBar\tCafé\tkaffee; kuchen\r\nHof\tOffen\t\r\n"));
  expect(await isoqr(["batch", networks.path, "-o", networks.out])).toMatchObject({
    code: 1,
    stderr: expect.stringContaining("1 drawn, 1 failed\n  line 3: password must be 8 to 63"),
  });
  expect(await decoded(networks.out)).toEqual(["WIFI:T:WPA;S:Café;P:kaffee\\; kuchen;;"]);
  const contacts = written("\uFEFFVorname,Nachname,E-Mail\nZoë,Müller,zoe@example.com\n李,明,li@example.com\n");
  await isoqr(["batch", contacts.path, "-o", contacts.out]);
  const [first, second] = await decoded(contacts.out);
  expect(first).toContain("N:Müller;Zoë;;;\r\nFN:Zoë Müller\r\n");
  expect(second).toContain("EMAIL:li@example.com");
});

test("reads a Windows-1252 list with semicolons and local headings, and says how it was read", async () => {
  const { path, out } = written(ansi("Nr;Gast;Link\n1;Müller;https://example.com/ü\n2;Böhm;www.example.com/2\n"));
  const ran = await isoqr(["batch", path, "-o", out, "--columns", "file=Gast", "--format", "svg"]);
  expect(ran.code).toBe(0);
  expect(ran.stderr).toBe(
    `isoqr: ${path} was read with --encoding windows-1252 --delimiter ";" --header --kind url --columns url=Link,file=Gast: to change this, pass other flags\n${out}: 2 drawn\n`,
  );
  expect(pictures(out)).toEqual(["Böhm.svg", "Müller.svg"]);
  expect(readFileSync(join(out, "Müller.svg"), "utf8")).toBe(toSvg("https://example.com/ü"));
  expect(readFileSync(join(out, "Böhm.svg"), "utf8")).toBe(toSvg("https://www.example.com/2"));
});

test("reads lists without headings, in a given encoding and by column numbers", async () => {
  const { path, out } = written("");
  writeFileSync(path, Buffer.concat([Buffer.from("a|"), Buffer.of(0x93, 0x8c, 0x8b, 0x9e), Buffer.from("\nb|x\n")]));
  const flags = ["--encoding", "Shift_JIS", "--delimiter", "|", "--no-header", "--columns", "data=2,file=1"];
  expect(await isoqr(["batch", path, "-o", out, "--format", "svg", ...flags])).toMatchObject({ code: 0 });
  expect(readFileSync(join(out, "a.svg"), "utf8")).toBe(toSvg("東京"));
  const plain = written("https://example.com/1\nhttps://example.com/2\n");
  expect((await isoqr(["batch", plain.path, "-o", plain.out])).stderr).toContain(
    "--no-header --kind url --columns url=1",
  );
});

test("understands numbers and amounts as the forms of the playground do", async () => {
  const contacts = written("Name;Telefon\nAda;+49 (0) 30 1234\n");
  await isoqr(["batch", contacts.path, "-o", contacts.out]);
  expect((await decoded(contacts.out))[0]).toContain("TEL:+49 30 1234\r\n");
  const payments = written("name;iban;amount\nAda;DE89 3704 0044 0532 0130 00;1.234,50 €\n");
  await isoqr(["batch", payments.path, "-o", payments.out, "--kind", "sepa"]);
  expect((await decoded(payments.out))[0]).toContain("\nEUR1234.50");
});

test("draws a code per contact, and keeps URLs with commas whole", async () => {
  const card = (name: string) => `BEGIN:VCARD\r\nVERSION:3.0\r\nN:;${name};;;\r\nFN:${name}\r\nEND:VCARD\r\n`;
  const contacts = written(card("Ada") + card("Eve"), "contacts.txt");
  await isoqr(["batch", contacts.path, "-o", contacts.out]);
  expect(await decoded(contacts.out)).toEqual([card("Ada"), card("Eve")]);
  const url = written("https://example.com/?at=48.2,16.3\n", "list.csv");
  await isoqr(["batch", url.path, "-o", url.out]);
  expect(await decoded(url.out)).toEqual(["https://example.com/?at=48.2,16.3"]);
});

test("makes file names from --columns valid and unique", async () => {
  const { path, out } = written("data,Name\na,Tisch 1/2\nb,Bar\nc,bar\nd,\n");
  await isoqr(["batch", path, "-o", out, "--columns", "file=name"]);
  expect(pictures(out)).toEqual(["0004.png", "Bar.png", "Tisch 1_2.png", "bar-0000003.png"]);
});

test("skips rows with characters that could not be read, and writes a report", async () => {
  const { path, out, folder } = written("data,file\na,a\nM\uFFFDller,b\nc\u0007,c\n");
  const report = join(folder, "failed.csv");
  const ran = await isoqr(["batch", path, "-o", out, "--report", report]);
  expect(ran).toMatchObject({ code: 1, stderr: expect.stringContaining("1 drawn, 2 failed") });
  expect(readFileSync(report, "utf8").split("\r\n")).toEqual([
    "\uFEFFRow,Column,Cell,Problem,Fix",
    '3,,,data has characters that could not be read (\uFFFD),"Choose another encoding, or correct the cell"',
    '4,,,data has control characters,"Choose another encoding, or correct the cell"',
    "",
  ]);
  writeFileSync(path, "data,file\na,a\n");
  expect(await isoqr(["batch", path, "-o", out, "--report", report])).toMatchObject({ code: 0 });
  expect(readFileSync(report, "utf8")).toBe("\uFEFFRow,Column,Cell,Problem,Fix\r\n");
  expect(await isoqr(["batch", path, "-o", out, "--report", path])).toMatchObject({
    code: 2,
    stderr: `isoqr: --report ${path} already exists and is not a report: choose another name, or add --force\n`,
  });
});

test("reads sheets of a workbook, with the fields of a kind in other notations", async () => {
  const { path, out } = written("");
  const row = (number: number, ...texts: string[]) =>
    `<row r="${number}">${texts.map((text, at) => `<c r="${"ABC"[at]}${number}" t="inlineStr"><is><t>${text}</t></is></c>`).join("")}</row>`;
  const rows =
    row(1, "Titel", "Beginn", "Ort") + row(2, "Fest", "24.12.2026 18:00", "Café") + row(3, "Fest", "bald", "");
  writeFileSync(
    path,
    workbookOf({
      sheets: [
        { name: "Leer", rows: "" },
        { name: "Termine", rows },
      ],
    }),
  );
  const flags = ["--kind", "event", "--sheet", "Termine", "--format", "svg"];
  const ran = await isoqr(["batch", path, "-o", out, ...flags]);
  expect(ran.stderr).toContain("1 drawn, 1 failed\n  line 3: start must be a date");
  const text = event.build({ title: "Fest", start: "2026-12-24T18:00", location: "Café" });
  expect(readFileSync(join(out, "0001.svg"), "utf8")).toBe(toSvg(text));
  expect((await isoqr(["batch", path, "-o", out, "--sheet", "3"])).stderr).toBe(
    `isoqr: ${ruleText(oneOf, "--sheet", { text: "Leer, Termine, or a number" })}\n`,
  );
});

test("skips numbers that a spreadsheet program shortened, and keeps leading zeros", async () => {
  const { path, out, folder } = written("code,file\n1.23E+15,a\n0071,b\n7E-12,c\nx,1E+20\n", "codes.csv");
  const report = join(folder, "failed.csv");
  const ran = await isoqr(["batch", path, "-o", out, "--report", report]);
  expect(ran).toMatchObject({ code: 1, stderr: expect.stringContaining("2 drawn, 2 failed") });
  expect(await decoded(out)).toEqual(["0071", "7E-12"]);
  expect(readFileSync(report, "utf8").split("\r\n")[1]).toBe(
    '2,,,data is a number that a spreadsheet program shortened,"Format the column as text, enter the number again, and save the list again"',
  );
});

const stations = [
  { name: "Notes", rows: rowOf(1, "No links here") },
  {
    name: "Stations",
    rows:
      rowOf(1, "Class 5b") +
      rowOf(3, "No.", "Name", "Link") +
      rowOf(4, "1", "One", "https://example.com/1") +
      rowOf(5, "2", "Two", "here"),
    links: { C5: "https://example.com/2", B4: "https://example.com/name" },
  },
];

test("chooses the first sheet with links, finds the headings below a title, and follows linked cells", async () => {
  const { path, out } = written(workbookOf({ sheets: stations }), "stations.xlsx");
  const ran = await isoqr(["batch", path, "-o", out, "--columns", "file=Name"]);
  expect(ran.stderr).toContain("--sheet Stations --header --kind url --columns url=Link,file=Name");
  expect(pictures(out)).toEqual(["One.png", "Two.png"]);
  expect(await decoded(out)).toEqual(["https://example.com/1", "https://example.com/2"]);
  // An explicit sheet is never replaced.
  expect((await isoqr(["batch", path, "-o", `${out}2`, "--sheet", "1"])).stderr).toContain("--sheet Notes");
});

test("says which sheet was chosen, even if its headings are exact", async () => {
  const sheets = [
    { name: "Notes", rows: rowOf(1, "a", "b") },
    { name: "Codes", rows: rowOf(1, "data") + rowOf(2, "x") },
  ];
  const { path, out } = written(workbookOf({ sheets }));
  expect((await isoqr(["batch", path, "-o", out])).stderr).toContain("was read with --sheet Codes --header");
});

test("reads a list whose headings are below a title", async () => {
  const { path, out } = written(
    "Class 5b\nNo;Name;Link\n1;One;https://example.com/1\n2;Two;https://example.com/2\n",
    "a.csv",
  );
  expect((await isoqr(["batch", path, "-o", out])).code).toBe(0);
  expect(await decoded(out)).toEqual(["https://example.com/1", "https://example.com/2"]);
});

test("warns once about an option that the style ignores", async () => {
  const { path, out } = written("data,dot-size\na,0.8\nb,0.9\n");
  const { code, stderr } = await isoqr(["batch", path, "-o", out, "--dot-style", "rounded"]);
  const warning = "isoqr: dotSize has no effect with dotStyle rounded: remove dotSize";
  expect([code, stderr.split("\n")]).toEqual([0, [warning, `${out}: 2 drawn`, ""]]);
});
