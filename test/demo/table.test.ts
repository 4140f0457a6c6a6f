import fc from "fast-check";
import { expect, test } from "vitest";
import { readRows } from "../../demo/many/table.ts";

const words = (text: string) => readRows(text).map((row) => row.words);

test("lines are texts as they are, empty ones left out", () => {
  expect(readRows('https://a, b\r\n\n  \n"quoted"\n')).toEqual([
    { line: 1, words: { data: "https://a, b" }, name: "qr-1" },
    { line: 4, words: { data: '"quoted"' }, name: "qr-2" },
  ]);
});

test.each([",", ";", "\t"])("a table with %j between its cells", (separator) => {
  const text = "data,name,margin,remark\nx,a/b,2,!".replaceAll(",", separator);
  expect(readRows(text)).toEqual([{ line: 2, words: { data: "x", margin: "2" }, name: "a_b" }]);
});

test("what is in quotes may hold everything, and lines are still counted", () => {
  const rows = readRows('\uFEFFname,data\nfirst,"two\nlines, ""both"" here"\nsecond,plain\n');
  expect(rows.map(({ line, words }) => [line, words.data])).toEqual([
    [2, 'two\nlines, "both" here'],
    [4, "plain"],
  ]);
});

test("every table that is written as RFC 4180 says reads back", () => {
  const cell = fc.string({ minLength: 1, maxLength: 12, unit: fc.constantFrom(...'ab,;"\n\t é') });
  fc.assert(
    fc.property(fc.array(cell, { minLength: 1, maxLength: 8 }), (cells) => {
      const text = `data,x\n${cells.map((data) => `"${data.replaceAll('"', '""')}",y`).join("\r\n")}`;
      expect(words(text)).toEqual(cells.map((data) => ({ data })));
    }),
  );
});

test("names of files are all different and lead nowhere", () => {
  const names = readRows("data,name\n1,../../etc\n2,Same\n3,same\n4,\n5,CON:?").map(({ name }) => name);
  expect(names).toEqual(["_.._etc", "Same", "same-3", "qr-4", "CON__"]);
});

test("a long hostile table is read in time that grows with it", () => {
  const start = performance.now();
  readRows(`data,name\n${'"'.repeat(300_000)}`);
  readRows(`data,name\n${'"a'.repeat(150_000)}`);
  expect(performance.now() - start).toBeLessThan(2000);
});
