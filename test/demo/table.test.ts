import fc from "fast-check";
import { expect, test } from "vitest";
import { MAX_ROWS, readRows } from "../../demo/many/table.ts";
import { excerptOf } from "../../demo/reading.ts";

const rowsOf = async (text: string) => (await readRows(text)).rows;
const words = async (text: string) => (await rowsOf(text)).map((row) => row.words);
const names = async (text: string) => (await rowsOf(text)).map(({ name }) => name);

test("lines are texts as they are, empty ones left out", async () => {
  expect(await rowsOf('https://a, b\r\n\n  \n"quoted"\n')).toEqual([
    { line: 1, words: { data: "https://a, b" }, name: "qr-1" },
    { line: 4, words: { data: '"quoted"' }, name: "qr-2" },
  ]);
});

test.each([",", ";", "\t"])("a table with %j between its cells", async (separator) => {
  const text = "data,name,margin,remark\nx,a/b,2,!".replaceAll(",", separator);
  expect(await rowsOf(text)).toEqual([{ line: 2, words: { data: "x", margin: "2" }, name: "a_b" }]);
});

test("what is in quotes may hold everything, and lines are still counted", async () => {
  const rows = await rowsOf('\uFEFFname,data\nfirst,"two\nlines, ""both"" here"\nsecond,plain\n');
  expect(rows.map(({ line, words }) => [line, words.data])).toEqual([
    [2, 'two\nlines, "both" here'],
    [4, "plain"],
  ]);
});

test("every table that is written as RFC 4180 says reads back", async () => {
  const cell = fc.string({ minLength: 1, maxLength: 12, unit: fc.constantFrom(...'ab,;"\n\t é') });
  await fc.assert(
    fc.asyncProperty(fc.array(cell, { minLength: 1, maxLength: 8 }), async (cells) => {
      const text = `data,x\n${cells.map((data) => `"${data.replaceAll('"', '""')}",y`).join("\r\n")}`;
      expect(await words(text)).toEqual(cells.map((data) => ({ data })));
    }),
  );
});

test("names of files are all different and lead nowhere", async () => {
  expect(await names("data,name\n1,../../etc\n2,Same\n3,same\n4,\n5,CON:?")).toEqual([
    ...["_.._etc", "Same", "same-3", "qr-4", "CON__"],
  ]);
  expect(await names("data,name\n1,a-3\n2,a\n3,a")).toEqual(["a-3", "a", "a-3-2"]);
  expect(await names("data,file\n1,a.png\n2,a.SVG\n3,.png\n4,a.b")).toEqual(["a", "a-2", "qr-3", "a.b"]);
});

test("names in every script stay what they are, and Windows has none of its devices", async () => {
  expect(await names("data,name\n1,हिन्दी\n2,Cafe\u0301\n3,con\n4,lpt1.x\n5,console")).toEqual([
    ...["हिन्दी", "Café", "_con", "_lpt1.x", "console"],
  ]);
});

test("columns are known however they are capitalised, and one that changes nothing is told of", async () => {
  const text = "Data, Name, Dot-Style, colour";
  const { rows, notes } = await readRows("Data,Name,Dot-Style,colour\nx,a,dots,ff0000");
  expect(rows).toEqual([{ line: 2, words: { data: "x", dotStyle: "dots" }, name: "a" }]);
  expect(notes).toEqual([{ line: 1, message: '"colour" is an unknown option and is ignored: use color', text }]);
});

test("a line with more cells than names is not made", async () => {
  const { rows, failures } = await readRows("data,name\nhello, world,x\ny,b");
  expect(rows.map(({ line }) => line)).toEqual([3]);
  expect(failures).toEqual([
    { line: 2, message: "the line has 3 cells and 2 names: put a cell with separators in quotes", text: "hello" },
  ]);
});

test("a table without texts is told so", async () => {
  const { rows, failures } = await readRows("text,name\nx,a");
  expect(rows).toEqual([]);
  const message = "the table has no column data: name the column of the texts so";
  expect(failures).toEqual([{ line: 1, message, text: "text, name" }]);
});

const none = "the table has no column data: name the column of the texts so";

test.each([
  [
    "Nr;Gast;url;Zimmer\n1;Maier;https://example.com/t/1;12\n2;Huber;https://example.com/t/2;14\n",
    "Nr, Gast, url, Zimmer",
  ],
  ["Gast,Link,Zimmer\nMaier,https://example.com/1,12\n\n", "Gast, Link, Zimmer"],
  ["Gast\tLink\nMaier\thttps://example.com/1", "Gast, Link"],
  ['Gast,Link\n"Maier, Anna",https://example.com/1', "Gast, Link"],
  ["URL\nhttps://example.com/1\nhttps://example.com/2", "URL"],
])("%j is a table without texts, and no list of lines", async (text, columns) => {
  const { rows, failures, notes, columns: named } = await readRows(text);
  expect([rows, failures, notes]).toEqual([[], [{ line: 1, message: none, text: columns }], []]);
  expect(named).toEqual(columns.split(", "));
});

test("so is a file of a table whose lines differ", async () => {
  const text = "Gast;Link\nMaier;https://example.com/1;late\n";
  expect((await readRows(text)).rows.length).toBe(2);
  expect((await readRows(text, "table")).failures).toEqual([{ line: 1, message: none, text: "Gast, Link" }]);
});

test("a file of a table with one column and no name for it is a list of lines", async () => {
  expect((await readRows("https://example.com/1\nhttps://example.com/2\n", "table")).rows.length).toBe(2);
});

test("what looks like a table is a list of lines where somebody says so", async () => {
  const { rows, columns } = await readRows("Maier, Anna\nHuber, Franz", "lines");
  expect(rows.map(({ line, words }) => [line, words.data])).toEqual([
    [1, "Maier, Anna"],
    [2, "Huber, Franz"],
  ]);
  expect(columns).toBeUndefined();
});

test.each([
  "WIFI:T:WPA;S:Guests;P:coffee and cake;;\nWIFI:T:WPA;S:Staff;P:tea and biscuits;;",
  "geo:48.8584,2.2945\ngeo:48.2082,16.3738",
  "https://example.com/?a=1,2\nhttps://example.com/?a=3,4",
])("texts that phones understand are no table, whatever stands in them: %j", async (text) => {
  for (const form of [undefined, "table"] as const) {
    const { rows, columns } = await readRows(text, form);
    expect([rows.map(({ words }) => words.data), columns]).toEqual([text.split("\n"), undefined]);
  }
});

test("lines with as many separators by chance as others have not are texts", async () => {
  expect((await rowsOf("hello, world\nhello\na, b")).length).toBe(3);
  expect((await rowsOf("hello, world")).length).toBe(1);
});

test("the line that tells Excel the separator is none of the table", async () => {
  expect(await rowsOf("sep=;\r\ndata;name\r\nx,y;a")).toEqual([{ line: 3, words: { data: "x,y" }, name: "a" }]);
});

test("a quote that is never closed ends the table at its line, and what stands before is made", async () => {
  const { rows, failures } = await readRows(`data,name\nx,a\n"y,${"b\n".repeat(9_000_000)}`);
  expect(rows.map(({ name }) => name)).toEqual(["a"]);
  expect(failures).toEqual([{ line: 3, message: "a cell begins with a quote that has no end", text: "" }]);
});

test("a text is shown by its beginning, and a secret is not, whole or taken apart", () => {
  expect(excerptOf("short")).toBe("short");
  expect(excerptOf("é".repeat(60))).toBe("é".repeat(60));
  expect(excerptOf("👩".repeat(61))).toBe(`${"👩".repeat(60)}…`);
  const secrets = ["WIFI:T:WPA;S:Guests;P:Hunter2Hunter2;;", "otpauth://totp/ada?secret=JBSWY3DPEHPK3PXP"];
  expect(excerptOf("https://ada:hunter2@engines.example")).toBe("not shown: it holds a secret");
  for (const secret of secrets) {
    for (const text of [
      secret,
      ` ${secret}`,
      `name,${secret}`,
      `name; ${secret}`,
      `a|"${secret}"`,
      secret + "x".repeat(5000),
    ]) {
      expect(excerptOf(text), text).toBe("not shown: it holds a secret");
    }
  }
});

/** Milliseconds of the processor: what other programs take does not count. */
function busy(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

/** The longest time, as above, for which `action` keeps a page from anything else, and its time in all. */
async function turnsOf(action: () => Promise<unknown>): Promise<{ longest: number; all: number }> {
  const start = busy();
  let [last, longest] = [start, 0];
  const look = () => {
    longest = Math.max(longest, busy() - last);
    last = busy();
  };
  const timer = setInterval(look, 1);
  await action();
  clearInterval(timer);
  look();
  return { longest, all: last - start };
}

test.each([
  ["many lines", "a\n".repeat(9_700_000)],
  ["blank lines", "\n".repeat(1_000_000)],
  ["many columns", `data,${"x,".repeat(50_000)}\n${"x,".repeat(50_000)}`],
  ["many cells", `data,name\n${",".repeat(19_000_000)}`],
  ["one cell", `data\n"${"a".repeat(19_000_000)}"`],
  ["quotes", `data,name\n${'"'.repeat(3_000_001)}`],
  ["lines of quotes", `data,name\n${'"a\n'.repeat(150_000)}`],
  ["one line", "a".repeat(19_000_000)],
])(
  "%s leave the page its turns and come to an end",
  async (_, repeated) => {
    // In one piece, as files are: engines put off the work of repeating.
    const text = Buffer.from(repeated).toString();
    let [longest, all] = [Number.POSITIVE_INFINITY, 0];
    // Thrice what is promised to a page: the collector of memory counts here, on its own threads, and not in every run.
    for (let run = 0; run < 3 && !(longest < 150); run++) {
      const turns = await turnsOf(() => readRows(text));
      longest = Math.min(longest, turns.longest);
      all = turns.all;
    }
    expect(longest).toBeLessThan(150);
    expect(all).toBeLessThan(5000);
  },
  30_000,
);

test("no more is read than one run may make", async () => {
  const { rows } = await readRows("a\n".repeat(1_000_000));
  expect(rows.length).toBe(MAX_ROWS + 1);
});
