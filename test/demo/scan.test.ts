import { expect, test } from "vitest";
import { readState } from "../../demo/reading.ts";
import { formFor } from "../../demo/views/scan.ts";

/** What a code made anew of `text` says, and by which form. */
function remade(text: string) {
  const { kind, words } = formFor(text);
  return { kind, data: readState({ kind, forms: { [kind]: words }, look: {} }).data };
}

const vcard = (...lines: string[]) =>
  ["BEGIN:VCARD", "VERSION:3.0", "N:Lovelace;Ada", ...lines, "END:VCARD"].join("\n");
const event = (...lines: string[]) => ["BEGIN:VEVENT", "SUMMARY:Tea", ...lines, "END:VEVENT"].join("\n");

test.each([
  ["two addresses", vcard("FN:Ada Lovelace", "EMAIL:a@example.com", "EMAIL:b@example.com")],
  ["a line that no field has", vcard("FN:Ada Lovelace", "X-SKYPE:ada")],
  ["a name after the name", vcard("FN:Ada Lovelace").replace("Ada\n", "Ada;;;JR\n")],
  ["an extension", "tel:+442079460958;ext=12"],
  ["a time zone", event("DTSTART;TZID=Europe/Berlin:20261224T180000")],
  ["a duration", event("DTSTART:20261224T180000", "DURATION:PT1H")],
  ["another body in space", "geo:1,2;crs=Moon-2011"],
  ["the rest of a query", "mailto:ada@example.com?subject=x&x-odd=1"],
  ["a number of its own way", "tel:+44-20-7946-0958"],
  ["a network's unknown word", "WIFI:T:WPA;S:home;P:hunter2hunter2;X:1;;"],
  ["line breaks at the end", "a\r\n\r\n"],
])("%s: the same bytes as any text", (_, text) => {
  expect(remade(text)).toEqual({ kind: "text", data: text });
});

test.each([
  "https://id.gs1.org/01/09506000134352/",
  "https://id.gs1.org/01/09506000134352?utm_source=poster",
  "https://news.example/2024/01/20240103",
])("%s stays the address that it is", (text) => {
  expect(remade(text)).toEqual({ kind: "url", data: text });
});

test.each([
  ["wifi", "WIFI:S:home;T:WPA;P:50%25 x\\;y;;"],
  ["mail", "MAILTO:ada@example.com?body=a%20b&subject=x"],
  ["mecard", "MECARD:TEL:13035551212;N:Owen,Sean;;"],
  ["product", "https://id.gs1.org/01/09506000134352/10/A%2F1?17=271231"],
  ["bitcoin", "bitcoin:175tWpb8K1S7NmH4Zx6rewF9WQrcZv245W?amount=50"],
])("other spellings of the same are a %s", (kind, text) => {
  expect(remade(text).kind).toBe(kind);
});
