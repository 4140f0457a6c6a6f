import { describe, expect, test } from "vitest";
import { noteText } from "../../demo/labels.ts";
import { readState } from "../../demo/reading.ts";
import { buildText } from "../../src/list/rows.ts";
import { kinds } from "../../src/payload/payload.ts";
import { readNumber, understand } from "../../src/payload/typed-values.ts";

/** Asserts what the page understands, in rows of field, typed text, understood value and note. */
function expectRows(rows: readonly (readonly [string, string, string, RegExp?])[]): void {
  for (const [field, typed, value, note] of rows) {
    const [kind = "", name = ""] = field.split(".");
    const understood = understand(kind, name, typed);
    expect(understood.value, `${field}: ${typed}`).toBe(value);
    if (note) expect(noteText(understood.note), `${field}: ${typed}`).toMatch(note);
    else expect(understood.note, `${field}: ${typed}`).toBeUndefined();
  }
}

describe("URLs", () => {
  test("adds a missing scheme, and says so", () => {
    expectRows([
      ["url.url", "https://example.com", "https://example.com"],
      ["url.url", "  https://example.com\u200b ", "https://example.com"],
      ["url.url", "<https://example.com>", "https://example.com"],
      ["url.url", "example.com", "https://example.com", /^https:\/\/ added: https:\/\/example\.com$/],
      ["url.url", "www.café.example/menu?x=1#y", "https://www.café.example/menu?x=1#y", /^https:\/\/ added/],
      ["url.url", "//example.com:8080", "https://example.com:8080", /^https:\/\/ added/],
      ["vcard.url", "example.com", "https://example.com", /added/],
      ["url.url", "192.168.1.1/setup", "http://192.168.1.1/setup", /^http:\/\/ added/],
      ["url.url", "printer.local", "http://printer.local", /^http:\/\/ added/],
      ["url.url", "8.8.8.8", "https://8.8.8.8", /added/],
      ["url.url", "10.example.com", "https://10.example.com", /added/],
      ["url.url", "http:/example.com", "http://example.com", /^Read as http:\/\/example\.com$/],
      ["url.url", "https//example.com", "https://example.com", /^Read as/],
      ["url.url", "https://http://example.com/a", "http://example.com/a", /^Read as/],
      ["url.url", "https://example.com/?to=https://a.example", "https://example.com/?to=https://a.example"],
      ["url.url", String.raw`https:\\example.com`, "https://example.com", /^Read as/],
    ]);
  });

  test("leaves text that is not a URL unchanged", () => {
    const others = ["v1.2", "3.14", "ada@example.com", "menu", "https://", "javascript:alert(1)", "ftp://example.com"];
    expectRows(others.map((text) => ["url.url", text, text]));
  });

  test("offers the URLs in a text, and does not choose one", () => {
    const offers = (text: string) => [
      understand("url", "url", text).value === text,
      understand("url", "url", text).offers,
    ];
    expect(offers("Look: example.com/menu!")).toEqual([true, ["https://example.com/menu"]]);
    expect(offers("https://example.com/my menu")).toEqual([
      true,
      ["https://example.com/my", "https://example.com/my%20menu"],
    ]);
    expect(offers("no address")).toEqual([true, []]);
  });

  test("shortens a long URL in the note", () => {
    const { note } = understand("url", "url", `example.com/${"a".repeat(300)}`);
    expect(noteText(note)).toBe(`https:// added: https://example.com/${"a".repeat(20)}…`);
  });
});

test("reads phone numbers in common notations", () => {
  expectRows([
    ["phone.number", "+49 30 123456", "+49 30 123456"],
    ["phone.number", "tel:+4930123456", "+4930123456"],
    ["phone.number", "\u202a+49 30 123456\u202c", "+49 30 123456"],
    ["phone.number", "０３‐１２３４‐５６７８", "03-1234-5678"],
    ["phone.number", "٠٣٠ ١٢٣٤", "030 1234"],
    ["phone.number", "+49 (0) 30 123456", "+49 30 123456", /^Read as \+49 30 123456: the \(0\)/],
    ["vcard.mobile", "+49(0)170/123456", "+49 170/123456", /^Read as/],
    ["sms.number", "0049 (0)30 123456", "0049 30 123456", /^Read as/],
    ["phone.number", "+49 (030) 123456", "+49 30 123456", /^Read as \+49 30 123456$/],
    ["phone.number", "(0)30 123456", "030 123456", /^Read as 030 123456$/],
    // In Italy, the zero is part of the number.
    ["phone.number", "+39 (0)6 123456", "+39 06 123456", /^Read as \+39 06 123456$/],
    ["phone.number", "+(0) 30 123456", "+(0) 30 123456"],
    ["phone.number", "ask Ada", "ask Ada"],
  ]);
  const { data } = readState({ kind: "phone", forms: { phone: { number: "+49 (0) 30/12 34-56" } }, look: {} });
  expect(data).toBe("tel:+4930123456");
});

test("reads email addresses with names and separators", () => {
  expectRows([
    ["vcard.email", " mailto:ada@example.com?subject=x", "ada@example.com"],
    ["mail.to", "a@example.com; b@example.com;", "a@example.com, b@example.com"],
    ["mail.to", '"Lovelace, Ada" <ada@example.com>', "ada@example.com", /^Read as ada@example\.com$/],
    ["mail.cc", "Ada <a@example.com>, Bob <b@example.com>", "a@example.com,b@example.com", /^Read as/],
    ["mail.to", "Ada <ada>", "Ada <ada>"],
  ]);
});

test("reads amounts, and asks about ambiguous ones", () => {
  expectRows([
    ["sepa.amount", "1,50", "1.50"],
    ["sepa.amount", "25", "25"],
    ["sepa.amount", "€ 25,-", "25"],
    ["sepa.amount", "12.5 EUR", "12.5"],
    ["sepa.amount", "1.234,50 €", "1234.50", /^Read as 1234\.50$/],
    ["sepa.amount", "1,234.50", "1234.50", /^Read as/],
    ["sepa.amount", "1 234,5", "1234.5", /^Read as/],
    ["sepa.amount", "1.234", "1.234"],
    ["sepa.amount", "ten", "ten"],
    ["bitcoin.amount", "0,0025 BTC", "0.0025", /^Read as 0\.0025$/],
    ["bitcoin.amount", "0.0025", "0.0025"],
    ["bitcoin.amount", "1,234", "1,234"],
    ["bitcoin.amount", "1.234", "1.234", /^Read as 1\.234, with a decimal point$/],
    ["geo.altitude", "330 m", "330"],
  ]);
  expect(understand("sepa", "amount", "1.234").offers).toEqual(["1234.00"]);
  expect(understand("bitcoin", "amount", "1,234").offers).toEqual(["1.234", "1234"]);
  const data = (amount: string) =>
    readState({
      kind: "sepa",
      forms: { sepa: { name: "Ada", iban: "iban: de89 3704-0044 0532 0130 00", amount } },
      look: {},
    }).data;
  expect(data("1.234,50 €")).toContain("DE89370400440532013000\nEUR1234.50");
  expect(data("1,50")).toContain("EUR1.50");
  expect(data("1,234")).toBeUndefined();
});

test("reads numbers with separators", () => {
  const rows: readonly (readonly [string, ...string[]])[] = [
    ["0", "0"],
    ["007", "7"],
    [".5", "0.5"],
    ["5,", "5"],
    ["-1,5", "-1.5"],
    ["1,234", "1.234", "1234"],
    ["0,123", "0.123"],
    ["1234,567", "1234.567"],
    ["1.234.567", "1234567"],
    ["1.234.567,8", "1234567.8"],
    ["1'234.50", "1234.50"],
    ["12 345", "12345"],
    ["1,234,567.89", "1234567.89"],
    ["1.2.3"],
    ["1,2.3,4"],
    ["1.234,567,8"],
    ["12,34.5"],
    ["1e3"],
    [""],
    [","],
  ];
  for (const [text, ...readings] of rows) expect(readNumber(text), text).toEqual(readings);
});

test("reads dates, and asks which number is the month", () => {
  expectRows([
    ["event.start", "2026-12-24 18:00", "2026-12-24 18:00"],
    ["event.start", "2026-12-24T17:00Z", "2026-12-24T17:00Z"],
    ["event.start", "2026/1/5", "2026-01-05", /^Read as 2026-01-05$/],
    ["event.start", "24.12.2026, 18:00", "2026-12-24T18:00", /^Read as/],
    ["event.start", "24.12.2026 9.30", "2026-12-24T09:30", /^Read as/],
    ["event.end", "24/12/2026", "2026-12-24", /^Read as/],
    ["event.end", "12/24/2026", "2026-12-24", /^Read as/],
    ["event.end", "04/05/2026", "04/05/2026"],
    ["event.end", "tomorrow", "tomorrow"],
  ]);
  expect(understand("event", "end", "04/05/2026 8:00").offers).toEqual(["2026-05-04T08:00", "2026-04-05T08:00"]);
});

test("keeps spaces in passwords, and removes them around other names", () => {
  expectRows([
    ["wifi.password", "coffee cake ", "coffee cake ", /^Spaces at the start or end count/],
    ["wifi.ssid", "Guests ", "Guests", /^Spaces at the start or end of the name are left out$/],
    ["vcard.firstName", " Ada ", "Ada"],
    ["text.text", " a ", " a "],
    ["vcard.note", "a\n", "a\n"],
  ]);
});

test.each([
  ["phone.number", "+49 (0) 30 1234", "tel:+49301234"],
  ["phone.number", "+44 (020) 7946 0958", "tel:+442079460958"],
  ["sms.number", "0049 (0)30 1234", "SMSTO:0049301234"],
  ["url.url", "example.com/menu", "https://example.com/menu"],
  ["geo.latitude", "48°51'30\" N", "geo:48.858333,2"],
  ["sepa.amount", "1.234,50", "EUR1234.50"],
  ["sepa.amount", "12 €", "EUR12.00"],
  ["event.start", "24.12.2026 8:30", "DTSTART:20261224T083000"],
  ["event.start", "2026-12-24 8:30", "DTSTART:20261224T083000"],
  ["vcard.birthday", "10.12.1815", "BDAY:1815-12-10"],
  ["vcard.mobile", "+49 (0)170 12", "TEL;TYPE=CELL:+49 170 12"],
])("lists understand %s %s as forms do", (field, cell, written) => {
  const [kind = "", name = ""] = field.split(".");
  const found = kinds.find((one) => one.name === kind) as (typeof kinds)[number];
  const others = {
    geo: { longitude: "2" },
    sepa: { name: "Ada", iban: "DE89 3704 0044 0532 0130 00" },
    event: { title: "Talk" },
    vcard: { lastName: "Ada" },
  }[kind];
  expect(buildText(found, { ...others, [name]: cell })).toContain(written);
});

test.each([
  ["geo.altitude", "1,234"],
  ["sepa.amount", "1.234"],
  ["event.start", "04/05/2026"],
  ["phone.number", "030 (0) 1234"],
])("lists reject %s %s, which has two meanings", (field, cell) => {
  const [kind = "", name = ""] = field.split(".");
  const found = kinds.find((one) => one.name === kind) as (typeof kinds)[number];
  const row = {
    latitude: "1",
    longitude: "2",
    name: "Ada",
    iban: "DE89370400440532013000",
    title: "Talk",
    [name]: cell,
  };
  expect(() => buildText(found, row)).toThrow(/ must be /);
});
