import fc from "fast-check";
import { expect, test } from "vitest";
import { MAX_ROWS, readRows } from "../../demo/bulk/table.ts";
import { excerptOf } from "../../demo/reading.ts";

const rowsOf = async (text: string) => (await readRows(text)).rows;
const optionsOf = async (text: string) => (await rowsOf(text)).map((row) => row.options);
const names = async (text: string) => (await rowsOf(text)).map(({ name }) => name);

test("takes each line as content, and skips blank lines", async () => {
  expect(await rowsOf('https://a, b\r\n\n  \n"quoted"\n')).toEqual([
    { line: 1, options: { data: "https://a, b" }, name: "qr-1" },
    { line: 4, options: { data: '"quoted"' }, name: "qr-2" },
  ]);
});

test.each([",", ";", "\t"])("reads a table separated by %j", async (separator) => {
  const text = "data,name,margin,remark\nx,a/b,2,!".replaceAll(",", separator);
  expect(await rowsOf(text)).toEqual([{ line: 2, options: { data: "x", margin: "2" }, name: "a_b" }]);
});

test("counts lines across quoted cells", async () => {
  const rows = await rowsOf('\uFEFFname,data\nfirst,"two\nlines, ""both"" here"\nsecond,plain\n');
  expect(rows.map(({ line, options }) => [line, options.data])).toEqual([
    [2, 'two\nlines, "both" here'],
    [4, "plain"],
  ]);
});

test("reads any table that follows RFC 4180", async () => {
  const cell = fc.string({ minLength: 1, maxLength: 12, unit: fc.constantFrom(...'ab,;"\n\t é') });
  await fc.assert(
    fc.asyncProperty(fc.array(cell, { minLength: 1, maxLength: 8 }), async (cells) => {
      const text = `data,x\n${cells.map((data) => `"${data.replaceAll('"', '""')}",y`).join("\r\n")}`;
      expect(await optionsOf(text)).toEqual(cells.map((data) => ({ data })));
    }),
  );
});

test("makes file names unique and removes paths", async () => {
  expect(await names("data,name\n1,../../etc\n2,Same\n3,same\n4,\n5,CON:?")).toEqual([
    ...["_.._etc", "Same", "same-3", "qr-4", "CON__"],
  ]);
  expect(await names("data,name\n1,a-3\n2,a\n3,a")).toEqual(["a-3", "a", "a-3-2"]);
  expect(await names("data,file\n1,a.png\n2,a.SVG\n3,.png\n4,a.b")).toEqual(["a", "a-2", "qr-3", "a.b"]);
});

test("keeps names in any script, and prefixes reserved names of Windows", async () => {
  expect(await names("data,name\n1,हिन्दी\n2,Cafe\u0301\n3,con\n4,lpt1.x\n5,console")).toEqual([
    ...["हिन्दी", "Café", "_con", "_lpt1.x", "console"],
  ]);
});

test("ignores the case of column names, and reports unknown columns", async () => {
  const text = "Data, Name, Dot-Style, colour";
  const { rows, notes } = await readRows("Data,Name,Dot-Style,colour\nx,a,dots,ff0000");
  expect(rows).toEqual([{ line: 2, options: { data: "x", dotStyle: "dots" }, name: "a" }]);
  expect(notes).toEqual([{ line: 1, message: '"colour" is an unknown option and is ignored: use color', text }]);
});

test("rejects a line with more cells than the header", async () => {
  const { rows, failures } = await readRows("data,name\nhello, world,x\ny,b");
  expect(rows.map(({ line }) => line)).toEqual([3]);
  expect(failures).toEqual([
    {
      line: 2,
      message: "The line has 3 cells, but the header has 2. Put cells that contain separators in quotes",
      text: "hello",
    },
  ]);
});

test("reports a table without a data column", async () => {
  const { rows, failures } = await readRows("text,name\nx,a");
  expect(rows).toEqual([]);
  const message = "No column is called “data”. Rename the column that has the content";
  expect(failures).toEqual([{ line: 1, message, text: "text, name" }]);
});

const noColumn = "No column is called “data”. Rename the column that has the content";

test.each([
  [
    "Nr;Gast;url;Zimmer\n1;Maier;https://example.com/t/1;12\n2;Huber;https://example.com/t/2;14\n",
    "Nr, Gast, url, Zimmer",
  ],
  ["Gast,Link,Zimmer\nMaier,https://example.com/1,12\n\n", "Gast, Link, Zimmer"],
  ["Gast\tLink\nMaier\thttps://example.com/1", "Gast, Link"],
  ['Gast,Link\n"Maier, Anna",https://example.com/1', "Gast, Link"],
  ["URL\nhttps://example.com/1\nhttps://example.com/2", "URL"],
])("detects a table without a data column in %j", async (text, columns) => {
  const { rows, failures, notes, columns: named } = await readRows(text);
  expect([rows, failures, notes]).toEqual([[], [{ line: 1, message: noColumn, text: columns }], []]);
  expect(named).toEqual(columns.split(", "));
});

test("detects a table with lines of different lengths in a CSV file", async () => {
  const text = "Gast;Link\nMaier;https://example.com/1;late\n";
  expect((await readRows(text)).rows.length).toBe(2);
  expect((await readRows(text, "table")).failures).toEqual([{ line: 1, message: noColumn, text: "Gast, Link" }]);
});

test("reads a CSV file with one column and no header as a list", async () => {
  expect((await readRows("https://example.com/1\nhttps://example.com/2\n", "table")).rows.length).toBe(2);
});

test("reads a table as a list on request", async () => {
  const { rows, columns } = await readRows("Maier, Anna\nHuber, Franz", "lines");
  expect(rows.map(({ line, options }) => [line, options.data])).toEqual([
    [1, "Maier, Anna"],
    [2, "Huber, Franz"],
  ]);
  expect(columns).toBeUndefined();
});

test.each([
  "WIFI:T:WPA;S:Guests;P:coffee and cake;;\nWIFI:T:WPA;S:Staff;P:tea and biscuits;;",
  "geo:48.8584,2.2945\ngeo:48.2082,16.3738",
  "https://example.com/?a=1,2\nhttps://example.com/?a=3,4",
])("does not split payloads into cells: %j", async (text) => {
  for (const form of [undefined, "table"] as const) {
    const { rows, columns } = await readRows(text, form);
    expect([rows.map(({ options }) => options.data), columns]).toEqual([text.split("\n"), undefined]);
  }
});

test("reads lines with different numbers of commas as a list", async () => {
  expect((await rowsOf("hello, world\nhello\na, b")).length).toBe(3);
  expect((await rowsOf("hello, world")).length).toBe(1);
});

test("skips the separator line for Excel", async () => {
  expect(await rowsOf("sep=;\r\ndata;name\r\nx,y;a")).toEqual([{ line: 3, options: { data: "x,y" }, name: "a" }]);
});

test("stops at an unclosed quote, and keeps the lines before it", async () => {
  const { rows, failures } = await readRows(`data,name\nx,a\n"y,${"b\n".repeat(9_000_000)}`);
  expect(rows.map(({ name }) => name)).toEqual(["a"]);
  expect(failures).toEqual([
    { line: 3, message: "A cell has an opening quote but no closing quote. Add the closing quote", text: "" },
  ]);
});

test("shortens excerpts, and hides secrets in them", () => {
  expect(excerptOf("short")).toBe("short");
  expect(excerptOf("é".repeat(60))).toBe("é".repeat(60));
  expect(excerptOf("👩".repeat(61))).toBe(`${"👩".repeat(60)}…`);
  const secrets = ["WIFI:T:WPA;S:Guests;P:Hunter2Hunter2;;", "otpauth://totp/ada?secret=JBSWY3DPEHPK3PXP"];
  expect(excerptOf("https://ada:hunter2@engines.example")).toBe("(contains a secret)");
  for (const secret of secrets) {
    for (const text of [
      secret,
      ` ${secret}`,
      `name,${secret}`,
      `name; ${secret}`,
      `a|"${secret}"`,
      secret + "x".repeat(5000),
    ]) {
      expect(excerptOf(text), text).toBe("(contains a secret)");
    }
  }
});

/** Returns the processor time of this process in milliseconds. */
function processorTime(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

/** Runs `action`. Resolves to the processor time, in milliseconds, of the longest task and of all tasks together. */
async function measure(action: () => Promise<unknown>): Promise<{ longest: number; total: number }> {
  const start = processorTime();
  let [last, longest] = [start, 0];
  const update = () => {
    longest = Math.max(longest, processorTime() - last);
    last = processorTime();
  };
  const timer = setInterval(update, 1);
  await action();
  clearInterval(timer);
  update();
  return { longest, total: last - start };
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
  "yields to the page while reading %s",
  async (_, repeated) => {
    // Flattens the string, because engines evaluate `repeat` lazily.
    const text = Buffer.from(repeated).toString();
    let [longest, total] = [Number.POSITIVE_INFINITY, 0];
    // The limit is three times that of a task on a page, because these times include garbage collection. Uses the best
    // of three runs, because not every run collects garbage.
    for (let run = 0; run < 3 && !(longest < 150); run++) {
      const times = await measure(() => readRows(text));
      longest = Math.min(longest, times.longest);
      total = times.total;
    }
    expect(longest).toBeLessThan(150);
    expect(total).toBeLessThan(5000);
  },
  30_000,
);

test("stops reading after the maximum number of rows", async () => {
  const { rows } = await readRows("a\n".repeat(1_000_000));
  expect(rows.length).toBe(MAX_ROWS + 1);
});
