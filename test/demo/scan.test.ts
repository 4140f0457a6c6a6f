import { expect, test } from "vitest";
import { formFor } from "../../demo/content/pasted.ts";
import { readState } from "../../demo/reading.ts";

/** Returns the kind of the form that represents `text`, and the text that this form encodes. */
function reencode(text: string) {
  const { kind, values } = formFor(text);
  return { kind, data: readState({ kind, forms: { [kind]: values }, look: {} }).data };
}

const vcard = (...lines: string[]) =>
  ["BEGIN:VCARD", "VERSION:3.0", "N:Lovelace;Ada", ...lines, "END:VCARD"].join("\n");
const event = (...lines: string[]) => ["BEGIN:VEVENT", "SUMMARY:Tea", ...lines, "END:VEVENT"].join("\n");

test.each([
  ["two addresses", vcard("FN:Ada Lovelace", "EMAIL:a@example.com", "EMAIL:b@example.com")],
  ["a property without a field", vcard("FN:Ada Lovelace", "X-SKYPE:ada")],
  ["a name suffix", vcard("FN:Ada Lovelace").replace("Ada\n", "Ada;;;JR\n")],
  ["an extension", "tel:+442079460958;ext=12"],
  ["a time zone", event("DTSTART;TZID=Europe/Berlin:20261224T180000")],
  ["a duration", event("DTSTART:20261224T180000", "DURATION:PT1H")],
  ["another celestial body", "geo:1,2;crs=Moon-2011"],
  ["an unknown query parameter", "mailto:ada@example.com?subject=x&x-odd=1"],
  ["dashes in a number", "tel:+44-20-7946-0958"],
  ["an unknown field of a network", "WIFI:T:WPA;S:home;P:hunter2hunter2;X:1;;"],
  ["trailing line breaks", "a\r\n\r\n"],
])("keeps %s by encoding plain text", (_, text) => {
  expect(reencode(text)).toEqual({ kind: "text", data: text });
});

test.each([
  "https://id.gs1.org/01/09506000134352/",
  "https://id.gs1.org/01/09506000134352?utm_source=poster",
  "https://news.example/2024/01/20240103",
])("%s stays a URL", (text) => {
  expect(reencode(text)).toEqual({ kind: "url", data: text });
});

test.each([
  ["wifi", "WIFI:S:home;T:WPA;P:50%25 x\\;y;;"],
  ["mail", "MAILTO:ada@example.com?body=a%20b&subject=x"],
  ["mecard", "MECARD:TEL:13035551212;N:Owen,Sean;;"],
  ["product", "https://id.gs1.org/01/09506000134352/10/A%2F1?17=271231"],
  ["bitcoin", "bitcoin:175tWpb8K1S7NmH4Zx6rewF9WQrcZv245W?amount=50"],
])("recognizes another spelling as %s", (kind, text) => {
  expect(reencode(text).kind).toBe(kind);
});
