import { expect, test } from "vitest";
import { readState } from "../../demo/reading.ts";
import type { FormWords } from "../../demo/state.ts";

const read = (kind: string, form: FormWords) => readState({ kind, forms: { [kind]: form }, look: {} });

test.each<[string, FormWords, string | undefined]>([
  ["url", {}, "url"],
  ["vcard", {}, "firstName"],
  ["vcard", { phone: "+43 1 234" }, "firstName"],
  ["mecard", {}, "firstName"],
  ["wifi", { ssid: "Guests" }, "password"],
  ["wifi", { ssid: "Guests", security: "WPA3" }, "password"],
  ["wifi", { ssid: "Guests", security: "WPA2-EAP" }, "method"],
  ["otp", { account: "ada", secret: "JBSWY3DPEHPK3PXP", type: "hotp" }, "counter"],
])("a form of %s with %j lacks something and has no mistake", (kind, form, field) => {
  const { fault, lacks } = read(kind, form);
  expect([fault?.field, lacks]).toEqual([field, true]);
});

test.each<[string, FormWords]>([
  ["url", { url: "no address" }],
  ["vcard", { firstName: "Ada", email: "ada" }],
  ["wifi", { ssid: "Guests", password: "short" }],
  ["event", { title: "x", start: "2026-12-24", end: "2026-12-23" }],
])("a form of %s with %j has a mistake", (kind, form) => {
  expect(read(kind, form)).toMatchObject({ data: undefined, lacks: false });
});

test("a form that is filled in has neither", () => {
  expect(read("url", { url: "https://example.com" })).toMatchObject({ fault: undefined, lacks: false });
});
