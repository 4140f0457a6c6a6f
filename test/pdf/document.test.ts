import { unzlibSync } from "fflate";
import { expect, test } from "vitest";
import { createPdf, pdfNumber, pdfText } from "../../src/pdf/document.ts";
import { joinBytes } from "../../src/text/bytes.ts";

function write(title: string, count: number): string {
  const parts: Uint8Array[] = [];
  const pdf = createPdf({ title, language: "en" }, (part) => parts.push(part));
  for (let at = 0; at < count; at++) pdf.addPage({ width: 100 + at, height: 50.5, content: `0 0 ${at} 10 re f` });
  pdf.end();
  return Buffer.from(joinBytes(parts)).toString("latin1");
}

test("the table at the end has the offset of each object", () => {
  const text = write("Labels", 3);
  const [, first, count] = /xref\n(\d+) (\d+)\n/.exec(text) as RegExpExecArray;
  expect([first, count]).toEqual(["0", "10"]);
  const rows = [...text.matchAll(/^(\d{10}) 00000 n $/gm)].map(([, offset]) => Number(offset));
  expect(rows).toHaveLength(9);
  for (const [at, offset] of rows.entries()) expect(text.slice(offset)).toMatch(new RegExp(`^${at + 1} 0 obj\n`));
  const start = Number(/startxref\n(\d+)\n%%EOF\n$/.exec(text)?.[1]);
  expect(text.slice(start, start + 5)).toBe("xref\n");
  expect(text).toContain("/MediaBox[0 0 102 50.5]");
  expect(text).toMatch(/\/Count 3\/Kids\[\d+ 0 R \d+ 0 R \d+ 0 R\]/);
});

test("streams are compressed, and their lengths are right", () => {
  const text = write("x", 1);
  const [, length, start] = /\/Length (\d+)>>\nstream\n()/.exec(text) as RegExpExecArray;
  const from = text.indexOf("stream\n") + 7;
  const bytes = Buffer.from(text.slice(from, from + Number(length)), "latin1");
  expect(start).toBe("");
  expect(Buffer.from(unzlibSync(bytes)).toString()).toBe("0 0 0 10 re f");
  expect(text.slice(from + Number(length))).toMatch(/^\nendstream\n/);
});

test("equal documents have equal bytes, and others another id", () => {
  const idOf = (text: string) => /\/ID\[<(\w+)>/.exec(text)?.[1];
  expect(write("a", 2)).toBe(write("a", 2));
  expect(idOf(write("a", 2))).toMatch(/^[0-9A-F]{32}$/);
  expect(idOf(write("a", 2))).not.toBe(idOf(write("b", 2)));
});

test.each([
  ["Menu", "(Menu)"],
  ["a) /OpenAction (b", "(a\\) /OpenAction \\(b)"],
  ["back\\slash", "(back\\\\slash)"],
  ["%%EOF", "(%%EOF)"],
  ["Café", "<FEFF00430061006600E9>"],
  ["line\nbreak", "<FEFF006C0069006E0065000A0062007200650061006B>"],
  ["😀", "<FEFFD83DDE00>"],
  ["\ud83d", "<FEFFFFFD>"],
])("writes the text %j without letting it end early", (text, written) => {
  expect(pdfText(text)).toBe(written);
});

test.each([
  [1, "1"],
  [0.5, ".5"],
  [-0.25, "-.25"],
  [1e-9, "0"],
  [-1e-9, "0"],
  [100, "100"],
  [1e7, "10000000"],
  [595.275590551, "595.27559"],
])("writes the number %d as %s", (value, written) => {
  expect(pdfNumber(value)).toBe(written);
});
