import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { isoqr } from "./fake-terminal.ts";

const folder = mkdtempSync(join(tmpdir(), "isoqr-sheet-"));
afterAll(() => rmSync(folder, { recursive: true }));
const output = join(folder, "labels.pdf");

function list(name: string, text: string): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}

const assets = list("assets.csv", "data;Beschriftung\nhttps://example.com/1;Stuhl 1\nhttps://example.com/2;Stuhl 2\n");

test("draws a label for every row, with the caption of a column in any language", async () => {
  const { code, stderr } = await isoqr(["sheet", assets, "-o", output, "--template", "avery-l7160", "-f"]);
  expect(stderr).toMatch(/labels\.pdf written: 2 labels on 1 page\n$/);
  expect(code).toBe(0);
  const text = readFileSync(output).toString("latin1");
  expect(text).toContain("/MediaBox[0 0 595.27559 841.88976]");
  const plain = list("plain.csv", "data\nhttps://example.com/1\nhttps://example.com/2\n");
  await isoqr(["sheet", plain, "-o", output, "--template", "avery-l7160", "-f"]);
  expect(readFileSync(output).length).toBeLessThan(text.length);
});

test("accepts an own grid, and prints the report as JSON", async () => {
  const grid = ["--across", "2", "--down", "4", "--label-width", "90mm", "--label-height", "60mm"];
  const { code, out } = await isoqr(["sheet", assets, "-o", output, "-f", "--json", ...grid, "--color", "1a5fb4"]);
  expect(code).toBe(0);
  expect(JSON.parse(out)).toEqual({ labels: 2, pages: 1, perPage: 8, weak: [], unchecked: [], cut: [] });
});

test("builds the content of a kind, and lists codes that scan poorly", async () => {
  const guests = list("guests.csv", `name,ssid,password\nBar,${"x".repeat(30)},${"y".repeat(60)}\n`);
  const words = ["sheet", guests, "-o", output, "-f", "--kind", "wifi", "--template", "avery-l4731", "--no-boost"];
  const { code, stderr } = await isoqr(words);
  expect(code).toBe(0);
  expect(stderr).toMatch(/line 2: grade [CDF]: its modules are only 0\.\d+ mm wide/);
  expect(stderr).toMatch(/1 label on 1 page, 1 below grade B/);
});

test("lists the templates", async () => {
  const { out } = await isoqr(["sheet", "--templates"]);
  expect(out).toMatch(/^avery-l7160 +Avery L7160 +A4 +3 x 7 +63\.5 x 38\.1 mm$/m);
});

test.each([
  [["sheet"], "a list is required"],
  [["sheet", assets], "a file is required"],
  [["sheet", assets, "-o", "labels.png"], "a file is required"],
  [["sheet", assets, "-o", output, "-f", "--template", "avery-1"], "--template must be one of avery-l7159"],
  [["sheet", assets, "-o", output, "-f"], "--across is required without --template"],
  [["sheet", assets, "-o", output, "-f", "--template", "avery-l7160", "--start", "22"], "--start must be at most 21"],
])("rejects isoqr %j", async (words, message) => {
  const { code, stderr } = await isoqr(words);
  expect(code).toBe(2);
  expect(stderr).toContain(message);
});

test("names the line of an invalid row, and writes nothing", async () => {
  const path = list("wrong.csv", `data,caption\nfine,a\n${"x".repeat(3000)},b\n`);
  const missing = join(folder, "missing.pdf");
  const { code, stderr } = await isoqr(["sheet", path, "-o", missing, "--template", "avery-l7160"]);
  expect(code).not.toBe(0);
  expect(stderr).toMatch(/wrong\.csv, line 3: data is too long/);
  expect(() => readFileSync(missing)).toThrow();
});
