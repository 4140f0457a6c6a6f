import { expect, test } from "vitest";
import { readDownload, readState } from "../../demo/reading.ts";
import type { FormValues, State } from "../../demo/state.ts";
import { examine } from "../../src/report/examine.ts";

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

test("the report describes the PNG to download", async () => {
  const report = async (look: State["look"]) => {
    const state = { kind: "text", forms: { text: { text: "Lorem ip ".repeat(120) } }, look };
    const { picture, issues } = await examine(readDownload(state).rawOptions);
    return [picture?.width, issues.some(({ code }) => code === "too_small")];
  };
  expect(await report({})).toEqual([1024, false]);
  expect(await report({ size: "256" })).toEqual([256, true]);
});
