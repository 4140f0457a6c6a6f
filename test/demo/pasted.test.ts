import { expect, test } from "vitest";
import { keyboardFor } from "../../demo/content/keyboards.ts";
import { otherKindsFor, understandPaste } from "../../demo/content/pasted.ts";
import { kinds } from "../../src/payload/payload.ts";
import { label } from "../labels.ts";

const VCARD = ["BEGIN:VCARD", "VERSION:3.0", "N:Lovelace;Ada;;;", "FN:Ada Lovelace", "TEL:+442079460958", "END:VCARD"];
const EVENT = ["BEGIN:VEVENT", "SUMMARY:Tea", "DTSTART:20261224T180000", "END:VEVENT"];
const join = (lines: readonly string[]) => `${lines.join("\r\n")}\r\n`;
const paste = (text: string, field = "url.url", form = {}) => {
  const [kind = "", name = ""] = field.split(".");
  return understandPaste(text, kind, name, form);
};

test.each([
  ["WIFI:T:WPA;S:Guests;P:coffee and cake;;", "wifi", { ssid: "Guests", password: "coffee and cake" }],
  ["  WIFI:S:Guests;;\n", "wifi", { ssid: "Guests", security: "nopass" }],
  ["WIFI:T:WPA2;S:Guests;P:coffee and cake;H:false;;", "wifi", { security: "WPA", hidden: false }],
  [join(VCARD), "vcard", { firstName: "Ada", lastName: "Lovelace", phone: "+442079460958" }],
  ["MECARD:N:Lovelace,Ada;TEL:+442079460958;;", "mecard", { firstName: "Ada", lastName: "Lovelace" }],
  [join(EVENT), "event", { title: "Tea", start: "2026-12-24T18:00" }],
  ["geo:48.8584,2.2945", "geo", { latitude: "48.8584", longitude: "2.2945" }],
  ["mailto:ada@example.com?subject=Hello", "mail", { to: "ada@example.com", subject: "Hello" }],
  ["tel:+442079460958", "phone", { number: "+442079460958" }],
  ["SMSTO:+442079460958:Hi", "sms", { number: "+442079460958", message: "Hi" }],
  ["otpauth://totp/ACME:ada?secret=JBSWY3DPEHPK3PXP", "otp", { issuer: "ACME", account: "ada" }],
])("pasting %j into the field for a URL fills in the form for %s", (text, kind, values) => {
  const pasted = paste(text);
  expect(pasted?.kind).toBe(kind);
  expect(pasted?.values).toMatchObject(values);
  expect(pasted?.note).toMatch(/^Recognized: /);
});

test.each([
  ["https://example.com", "url.url"],
  ["https://example.com", "wifi.ssid"],
  ["ada@example.com", "url.url"],
  ["Call tel:+442079460958", "url.url"],
  ["tel:+442079460958", "vcard.phone"],
  ["tel:+442079460958", "sms.number"],
  ["mailto:ada@example.com?subject=x", "vcard.email"],
  ["WIFI:T:WPA;S:Guests;P:coffee and cake;;", "vcard.note"],
  ["48.8584, 2.2945", "url.url"],
  ["48.8584, 2.2945", "geo.name"],
  ["48.8584", "geo.latitude"],
])("%j is a value of the field %s", (text, field) => {
  expect(paste(text, field)).toBeUndefined();
});

test("pasting coordinates or a link to a map fills in the form for a place, and keeps its other fields", () => {
  expect(paste("48.8584, 2.2945", "geo.longitude", { name: "Tower", latitude: "1" })).toEqual({
    kind: "geo",
    values: { name: "Tower", latitude: "48.8584", longitude: "2.2945" },
    note: "Read as latitude 48.8584 and longitude 2.2945",
  });
  expect(paste("https://www.google.com/maps/@48.8584,2.2945,17z", "geo.latitude")?.note).toMatch(
    /the middle of the map$/,
  );
  expect(paste("geo:1,2?q=1,2(Here)", "geo.latitude")?.values).toMatchObject({ latitude: "1", name: "Here" });
});

test("names the parts of a contact and an event for which the form has no fields", () => {
  const contact = VCARD.toSpliced(
    4,
    0,
    "item1.EMAIL;TYPE=HOME:a@example.com",
    "EMAIL:b@example.com",
    "PRODID:-//x//EN",
    "X-SKYPE:ada",
  );
  expect(paste(join(contact))).toMatchObject({
    kind: "vcard",
    values: { email: "a@example.com" },
    note: label("recognizedExcept", { kind: "Contact", names: "EMAIL, X-SKYPE" }),
  });
  const typed = VCARD.map((line) => line.replace("TEL:", "TEL;type=HOME;type=VOICE:"));
  expect(paste(join(typed))).toMatchObject({ kind: "vcard", note: label("recognized", { kind: "Contact" }) });
  const zoned = EVENT.map((line) => line.replace("DTSTART:", "DTSTART;TZID=Europe/Berlin:"));
  expect(paste(join(zoned))?.note).toBe(
    label("recognizedExcept", { kind: "Event", names: label("timeZoneInSentence") }),
  );
});

test("keeps text that no form can represent", () => {
  const text = "WIFI:T:WPA;S:home;P:hunter2hunter2;X:1;;";
  expect(paste(text)).toMatchObject({ kind: "text", values: { text } });
  expect(paste(text, "text.text")).toBeUndefined();
});

test("fills in the form for a network with an invalid password, which then shows what is wrong", () => {
  expect(paste("WIFI:T:WEP;S:Caf\\;e;P:short1;;")).toEqual({
    kind: "wifi",
    values: { ssid: "Caf;e", password: "short1", security: "WEP" },
    note: label("recognized", { kind: label("kind.wifi") }),
  });
  expect(paste("wifi:t:WPA2;s:Guests;p:short;;", "wifi.ssid")?.values).toEqual({ ssid: "Guests", password: "short" });
  expect(paste("WIFI:T:WPA;S:Guests;P:short;;", "text.text")).toBeUndefined();
});

test("offers the forms in which an invalid value is valid", () => {
  const kindsFor = (text: string, field: string) => {
    const [kind = "", name = ""] = field.split(".");
    return otherKindsFor(text, kind, name).map((other) => other.kind);
  };
  expect(kindsFor("ada@example.com", "url.url")).toEqual(["mail", "text"]);
  expect(kindsFor("+44 20 7946 0958", "url.url")).toEqual(["phone", "text"]);
  expect(kindsFor("48.8584, 2.2945", "url.url")).toEqual(["geo", "text"]);
  expect(kindsFor("See you at noon", "url.url")).toEqual(["text"]);
  expect(kindsFor("example.com", "phone.number")).toEqual(["url"]);
  expect(kindsFor("https://maps.app.goo.gl/abc", "geo.latitude")).toEqual(["url"]);
  expect(kindsFor("example.com", "wifi.ssid")).toEqual([]);
});

test("chooses the keyboard of each field", () => {
  const keyboard = (field: string) => {
    const [kind = "", name = ""] = field.split(".");
    const row = kinds.find((one) => one.name === kind)?.fields[name];
    if (!row) throw new Error(field);
    return keyboardFor(kind, name, row);
  };
  expect(keyboard("url.url")).toMatchObject({ inputmode: "url", autocomplete: "url", autocapitalize: "none" });
  expect(keyboard("vcard.url")).toMatchObject({ inputmode: "url" });
  expect(keyboard("vcard.email")).toMatchObject({ type: "email", autocomplete: "email" });
  expect(keyboard("mail.to")).toMatchObject({ type: "email", multiple: "" });
  expect(keyboard("phone.number")).toMatchObject({ type: "tel", autocomplete: "tel" });
  expect(keyboard("vcard.firstName")).toMatchObject({ autocomplete: "given-name", autocapitalize: "words" });
  expect(keyboard("sepa.amount")).toMatchObject({ inputmode: "decimal" });
  expect(keyboard("sepa.iban")).toMatchObject({ autocapitalize: "characters" });
  expect(keyboard("product.gtin")).toMatchObject({ inputmode: "numeric" });
  expect(keyboard("wifi.password")).toMatchObject({ type: "password", autocomplete: "off", autocapitalize: "none" });
  // Numeric keyboards have no minus sign.
  expect(keyboard("geo.latitude")).not.toHaveProperty("inputmode");
});
