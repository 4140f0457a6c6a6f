import fc from "fast-check";
import { expect, test } from "vitest";
import { guessMapping, inSlices, MAX_ROWS, readRows } from "../../demo/bulk/list.ts";
import { skippedOf } from "../../demo/bulk/preview.ts";
import { type Choices, readSource } from "../../demo/bulk/source.ts";
import { excerptOf } from "../../demo/reading.ts";
import { tableOf } from "../../src/list/mapping.ts";
import type { Skipped } from "../../src/list/report.ts";
import { reportOf } from "../../src/list/report.ts";
import { cellUnreadable, workbookOld } from "../../src/messages/list-rules.ts";
import { kinds } from "../../src/payload/payload.ts";
import { label } from "../labels.ts";
import { ruleText } from "../rule-text.ts";

/** Reads a list as the page does, with the columns that the page guesses. */
async function read(
  data: string | Uint8Array<ArrayBuffer>,
  choices: Choices & { kind?: string } = {},
  name = "list.csv",
) {
  const list = await readSource({ name, data }, choices);
  const table = tableOf(list.records, list.header);
  const mapping = guessMapping(table, kinds.find((kind) => kind.name === choices.kind) ?? undefined);
  const { rows, skipped: bad } = await readRows(table, mapping);
  const skipped: Skipped[] = [];
  await inSlices(bad, (row) => skipped.push(skippedOf(row, table, mapping)) > 0);
  return { list, table, mapping, rows, skipped };
}

const texts = async (...given: Parameters<typeof read>) =>
  (await read(...given)).rows.map(({ options }) => options.data);
const names = async (text: string) => (await read(text)).rows.map(({ name }) => name);
const latin1 = (text: string) => new Uint8Array(Buffer.from(text, "latin1"));

test("creates a code per line, and skips blank lines", async () => {
  const { rows } = await read('https://a, b\r\n\n  \n"quoted"\n', {}, "");
  expect(rows).toEqual([
    { line: 1, options: { data: "https://a, b" }, name: "qr-1" },
    { line: 4, options: { data: '"quoted"' }, name: "qr-2" },
  ]);
});

test("creates a code per contact and event, however the list is given", async () => {
  const contacts = ["Ada", "Eve"].map((name) => `BEGIN:VCARD\r\nVERSION:3.0\r\nN:King;${name};;;\r\nEND:VCARD\r\n`);
  const event = "BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nSUMMARY:a, b\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n";
  for (const name of ["", "list.txt", "contacts.vcf", "list.csv"]) {
    expect(await texts(contacts.join(""), {}, name)).toEqual(contacts);
    expect(await texts(`${contacts[0]}\n${event}`, {}, name)).toEqual([contacts[0], event]);
  }
  expect(await texts("MECARD:N:King,Ada;;\nMECARD:N:King,Eve;;")).toHaveLength(2);
  expect((await read("BEGIN:VCARD\nVERSION:3.0\n")).skipped[0]?.message).toBe("Line END:VCARD is missing: add it");
});

test("keeps a URL with a comma whole, in a CSV file without headings too", async () => {
  const url = "https://example.com/?at=48.2,16.3";
  expect(await texts(url)).toEqual([url]);
  expect(await texts(`${url}\n`, {}, "list.txt")).toEqual([url]);
});

test("understands numbers as the form does", async () => {
  const [contact = ""] = await texts("Name;Telefon\nA;+49 (0) 30 1234");
  expect(contact).toContain("TEL:+49 30 1234\r\n");
});

test("decodes a Windows-1252 file with 500 rows", async () => {
  const lines = Array.from({ length: 500 }, (_, at) => `Straße ${at};Müller`);
  const { list, rows } = await read(latin1(`Text;Datei\r\n${lines.join("\r\n")}\r\n`));
  expect(list).toMatchObject({
    encoding: "windows-1252",
    isGuess: true,
    isUnclear: false,
    delimiter: ";",
    header: 0,
  });
  expect(rows).toHaveLength(500);
  expect(rows[499]).toEqual({ line: 501, options: { data: "Straße 499" }, name: "Müller-500" });
});

test("decodes UTF-16 and asks for unclear encodings", async () => {
  const utf16 = new Uint8Array(Buffer.from("\uFEFFLink\tTisch\nhttps://example.com/é\t1", "utf16le"));
  expect(await texts(utf16)).toEqual(["https://example.com/é"]);
  const japanese = Uint8Array.of(0x93, 0x8c, 0x8b, 0x9e, 0x0a, 0x83, 0x65, 0x0a);
  expect((await read(japanese)).list).toMatchObject({ isUnclear: true });
  expect(await texts(japanese, { encoding: "shift_jis" })).toEqual(["東京", "テ"]);
});

test("skips rows whose characters could not be read", async () => {
  const { rows, skipped } = await read("Text,Datei\ngut,a\nM\uFFFDller,b\nBell\u0007,c");
  expect(rows.map(({ line }) => line)).toEqual([2]);
  expect(skipped).toEqual([
    {
      line: 3,
      column: "Text",
      text: "M\uFFFDller",
      message: ruleText(cellUnreadable, "“Text”"),
    },
    expect.objectContaining({ line: 4, message: expect.stringContaining("has control characters") }),
  ]);
});

test.each([
  ["Nr;Gast;url;Zimmer\n1;Maier;https://example.com/t/1;12\n2;Huber;https://example.com/t/2;14\n", ["1", "2"]],
  ["Gast,LINK,Zimmer\nMaier,https://example.com/t/1,12\nHuber,https://example.com/t/2,3\n", ["Maier", "Huber"]],
  ["Tisch\tSeite\n1\thttps://example.com/t/1\n2\thttps://example.com/t/2", ["1", "2"]],
  ["https://example.com/t/1;Maier\nhttps://example.com/t/2;Huber\n", ["qr-1", "qr-2"]],
  ["URL\nhttps://example.com/t/1\nhttps://example.com/t/2", ["qr-1", "qr-2"]],
])("finds the column with links in %j", async (text, files) => {
  const { rows, mapping } = await read(text);
  expect(mapping.kind.name).toBe("url");
  expect(rows.map(({ options, name }) => [options.data, name])).toEqual([
    ["https://example.com/t/1", files[0]],
    ["https://example.com/t/2", files[1]],
  ]);
});

test("adds a missing scheme to links, and skips cells that are not links", async () => {
  const { rows, skipped } = await read("Link\nhttps://example.com/1\nwww.example.com/2\nexample.com\nno link\n");
  expect(rows.map(({ options }) => options.data)).toEqual([
    "https://example.com/1",
    "https://www.example.com/2",
    "https://example.com",
  ]);
  expect(skipped).toMatchObject([{ line: 5, column: "Link", text: "no link" }]);
});

test("reads every kind of content from columns with common names", async () => {
  const wifi = "WLAN;Passwort;Verschlüsselung;versteckt\nGäste;kaffee und kuchen;WPA2;nein\nOffen;;keine;ja\n";
  expect(await texts(wifi)).toEqual(["WIFI:T:WPA;S:Gäste;P:kaffee und kuchen;;", "WIFI:T:nopass;S:Offen;H:true;;"]);
  const contacts = "Prénom,Nom,Société,Téléphone,Courriel\nAda,Lovelace,Engines,+44 20 7946 0958,ada@example.com\n";
  expect((await texts(contacts))[0]).toContain("N:Lovelace;Ada;;;\r\nFN:Ada Lovelace\r\nORG:Engines");
  expect((await texts("Name;Telefon;E-Mail\nDr. Ada King;+43 1 234;ada@example.com\n"))[0]).toContain(
    "FN:Dr. Ada King",
  );
  const events = "Título;Inicio;Fin;Lugar\nFiesta;24.12.2026 18:00;24.12.2026 23:30;Café\n";
  const [event] = await texts(events);
  expect(event).toContain("DTSTART:20261224T180000\r\nDTEND:20261224T233000");
  expect(await texts("Breitengrad;Längengrad\n48,8584;2,2945\n")).toEqual(["geo:48.8584,2.2945"]);
  expect(await texts("電話番号\n+81 3 1234 5678\n", { kind: "phone", hasHeader: true })).toEqual(["tel:+81312345678"]);
});

test("uses columns with the names of options for the design of their rows", async () => {
  const { rows, mapping } = await read("Link;Size;dot-style\nhttps://example.com;300;dots\n");
  expect(mapping.options).toEqual({ size: 1, dotStyle: 2 });
  expect(rows[0]?.options).toEqual({ data: "https://example.com", size: "300", dotStyle: "dots" });
});

test("keeps the text of quoted cells", async () => {
  const cell = fc.string({ minLength: 1, maxLength: 12, unit: fc.constantFrom(...'ab,;"\n\t é') });
  await fc.assert(
    fc.asyncProperty(fc.array(cell, { minLength: 1, maxLength: 8 }), async (cells) => {
      const text = `data,x\n${cells.map((data) => `"${data.replaceAll('"', '""')}",y`).join("\r\n")}`;
      const filled = cells.filter((data) => data.trim() !== "");
      const choices = { kind: "text", delimiter: ",", hasHeader: true };
      expect((await texts(text, choices)).filter((data) => data.trim() !== "")).toEqual(filled);
    }),
  );
});

test("makes file names unique and removes paths", async () => {
  const list = (...files: string[]) => `data,file\n${files.map((file) => `x,${file}`).join("\n")}`;
  expect(await names(list("../../etc", "Same", "same", "", "CON:?"))).toEqual([
    "_.._etc",
    "Same",
    "same-3",
    "qr-4",
    "CON__",
  ]);
  expect(await names(list("a-3", "a", "a"))).toEqual(["a-3", "a", "a-3-2"]);
  expect(await names(list("a.png", "a.SVG", ".png", "a.b"))).toEqual(["a", "a-2", "qr-3", "a.b"]);
  expect(await names(list("हिन्दी", "Cafe\u0301", "con", "lpt1.x"))).toEqual(["हिन्दी", "Café", "_con", "_lpt1.x"]);
});

test("skips rows with more cells than the header, but not with empty ones", async () => {
  const { rows, skipped } = await read("text,file\nhello, world,x\ny,b,,\n", { delimiter: "," });
  expect(rows.map(({ line }) => line)).toEqual([3]);
  expect(skipped[0]?.message).toBe(
    "The row has 3 cells, but the list has 2 columns: quote cells that contain delimiters",
  );
});

test("reads a table as lines on request", async () => {
  expect(await texts("Maier, Anna\nHuber, Franz", { delimiter: "" })).toEqual(["Maier, Anna", "Huber, Franz"]);
});

test("counts the line with the delimiter for Excel", async () => {
  const { rows } = await read("sep=;\r\ndata;file\r\nx,y;a");
  expect(rows).toEqual([{ line: 3, options: { data: "x,y" }, name: "a" }]);
});

test("finds headings below a title, and skips numbers that a spreadsheet program shortened", async () => {
  const { rows, skipped } = await read("Codes;\nCode;Name\n1,23E+15;a\n0071;b\n#######;c\n");
  expect(rows).toMatchObject([{ line: 4, options: { data: "0071" }, name: "b" }]);
  expect(skipped).toMatchObject([
    { line: 3, column: "Code", text: "1,23E+15", message: expect.stringContaining("spreadsheet program shortened") },
    { line: 5, message: expect.stringContaining("contains only # signs") },
  ]);
});

test("lists a quote that is never closed, and keeps the rows before it", async () => {
  const { rows, skipped } = await read(`data,file\nx,a\n"y,${"b\n".repeat(9_000_000)}`);
  expect(rows.map(({ name }) => name)).toEqual(["a"]);
  expect(skipped).toMatchObject([{ line: 3, message: expect.stringMatching(/^(?:A quoted cell|The row must be)/) }]);
});

test("does not show secrets of skipped rows", async () => {
  const { skipped } = await read("SSID;Password\nGuests;Zq7Zq7\n");
  expect(skipped).toMatchObject([{ line: 2, column: "Password", text: "" }]);
});

test.each([
  [new Uint8Array(20 * 1024 * 1024 + 1), label("listFileTooLarge")],
  [Uint8Array.of(0xd0, 0xcf, 0x11, 0xe0), ruleText(workbookOld, "The file")],
])("explains why a file cannot be read: %#", async (data, message) => {
  await expect(read(data)).rejects.toThrow(message);
});

test("shortens excerpts, and hides secrets in them", () => {
  expect(excerptOf("short")).toBe("short");
  expect(excerptOf("é".repeat(60))).toBe("é".repeat(60));
  expect(excerptOf("👩".repeat(61))).toBe(`${"👩".repeat(60)}…`);
  const secrets = ["WIFI:T:WPA;S:Guests;P:Hunter2Hunter2;;", "otpauth://totp/ada?secret=JBSWY3DPEHPK3PXP"];
  expect(excerptOf("https://ada:hunter2@engines.example")).toBe(label("containsSecret"));
  for (const secret of secrets) {
    for (const text of [
      secret,
      ` ${secret}`,
      `name,${secret}`,
      `name; ${secret}`,
      `a|"${secret}"`,
      secret + "x".repeat(5000),
    ]) {
      expect(excerptOf(text), text).toBe(label("containsSecret"));
    }
  }
});

/** Returns the processor time of this process in milliseconds. */
function processorTime(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

/** Runs `action`. Resolves to the times, in milliseconds, of the longest task and of all tasks together. The time of a task is
 *  the shorter one of two, which are both at least the time of this thread: the processor time, which includes other threads
 *  that collect garbage, and the elapsed time, which includes other programs. */
async function measure(action: () => Promise<unknown>): Promise<{ longest: number; total: number }> {
  const start = processorTime();
  let [last, lastElapsed, longest] = [start, performance.now(), 0];
  const update = () => {
    const [time, elapsed] = [processorTime(), performance.now()];
    longest = Math.max(longest, Math.min(time - last, elapsed - lastElapsed));
    [last, lastElapsed] = [time, elapsed];
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
    const data = new Uint8Array(Buffer.from(repeated));
    // The limit is three times that of a task on a page, because these times include garbage collection. On a busy machine,
    // all times grow, so a quarter of the total is also short. Takes the best of six runs, as not every run collects garbage.
    let [isShort, total] = [false, 0];
    for (let run = 0; run < 6 && !isShort; run++) {
      const times = await measure(() => read(data));
      total = times.total;
      isShort = times.longest < Math.max(150, total / 4);
    }
    expect(isShort).toBe(true);
    expect(total).toBeLessThan(5000);
  },
  30_000,
);

test("stops reading after the maximum number of rows", async () => {
  const { list } = await read("a\n".repeat(1_000_000), {}, "");
  expect(list.records.length).toBeLessThan(MAX_ROWS + 33_000);
  expect(list.records.length).toBeGreaterThan(MAX_ROWS + 1);
});

test("reports in other languages have the fix in the problem", () => {
  const skipped = [{ line: 2, column: "Name", text: "x", message: "Farbe: bitte ändern" }];
  expect(reportOf(skipped, ["Zeile", "Spalte", "Zelle", "Problem"])).toBe(
    "\uFEFFZeile,Spalte,Zelle,Problem\r\n2,Name,x,Farbe: bitte ändern\r\n",
  );
});
