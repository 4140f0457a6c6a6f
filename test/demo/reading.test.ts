import { expect, test } from "vitest";
import { readState } from "../../demo/reading.ts";
import type { FormValues } from "../../demo/state.ts";

const read = (kind: string, form: FormValues) => readState({ kind, forms: { [kind]: form }, look: {} });

test.each<[string, FormValues, string | undefined]>([
  ["url", {}, "url"],
  ["vcard", {}, "firstName"],
  ["vcard", { phone: "+43 1 234" }, "firstName"],
  ["mecard", {}, "firstName"],
  ["wifi", { ssid: "Guests" }, "password"],
  ["wifi", { ssid: "Guests", security: "WPA3" }, "password"],
  ["wifi", { ssid: "Guests", security: "WPA2-EAP" }, "method"],
  ["otp", { account: "ada", secret: "JBSWY3DPEHPK3PXP", type: "hotp" }, "counter"],
])("a form of %s with %j is incomplete", (kind, form, field) => {
  const { error, isIncomplete } = read(kind, form);
  expect([error?.field, isIncomplete]).toEqual([field, true]);
});

test.each<[string, FormValues]>([
  ["url", { url: "no address" }],
  ["vcard", { firstName: "Ada", email: "ada" }],
  ["wifi", { ssid: "Guests", password: "short" }],
  ["event", { title: "x", start: "2026-12-24", end: "2026-12-23" }],
])("a form of %s with %j is invalid", (kind, form) => {
  expect(read(kind, form)).toMatchObject({ data: undefined, isIncomplete: false });
});

test("a complete form has no error", () => {
  expect(read("url", { url: "https://example.com" })).toMatchObject({ error: undefined, isIncomplete: false });
});
