import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { zxing } from "../decoders/decoders.ts";
import { readPng } from "../decoders/png-reader.ts";
import { isoqr, newFolder } from "./fake-terminal.ts";

const url = "https://example.com/it's";
const pale = ["--color", "8fb0d8", "--size", "200"];
const few = ["--candidates", "4", "--allow", "colors,ec"];

test("prints both grades, the changes and a command, and writes the image with -o", async () => {
  const path = join(newFolder(), "code.png");
  const { code, out, stderr } = await isoqr(["optimize", url, ...pale, ...few, "-o", path]);
  expect(code).toBe(0);
  expect(stderr).toContain(`${path} written`);
  expect(out).toMatch(/^Before: grade [C-F], score 0\.\d\d\nAfter: {2}grade [AB], score 0\.\d\d\n/);
  expect(out).toMatch(/color +8fb0d8 -> [\da-f]{6}\n/);
  const command = out.trim().split("\n").at(-1) ?? "";
  expect(command).toMatch(/^isoqr --color [\da-f]{6} --size 200 .*'https:\/\/example\.com\/it'\\''s'$/);
  expect(command).not.toContain("--allow");
  expect(await zxing.read(await readPng(new Uint8Array(readFileSync(path))))).toBe(url);
});

test("prints JSON with --json, and says if nothing is better", async () => {
  const { out } = await isoqr(["optimize", url, ...pale, ...few, "--json"]);
  expect(JSON.parse(out)).toMatchObject({
    before: { valid: true },
    after: { valid: true },
    changes: { color: expect.any(String) },
  });
  const { out: same } = await isoqr(["optimize", url, "--allow", "margin"]);
  expect(same).toMatch(/^No better design found: grade [AB], score 0\.\d\d\.\n {2}1 design scanned\n$/);
});

test.each([
  [["optimize"], "text is required"],
  [["optimize", url, "--allow", "mask"], "--allow must list one or more of"],
  [["optimize", url, "--candidates", "1"], "--candidates must be an integer from 2 to 100"],
  [["optimize", url, "--size", "5"], "--size must be"],
  [["optimize", url, "-o", "-"], "-o must name a file"],
  [["optimize", url, "-o", "code.gif"], "must end in one of"],
])("rejects isoqr %j", async (words, message) => {
  const { code, stderr } = await isoqr(words);
  expect(code).toBe(2);
  expect(stderr).toContain(message);
});
