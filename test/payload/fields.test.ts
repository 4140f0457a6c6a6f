import { expect, test } from "vitest";
import { NOT_A_FIELD, STRING_AND } from "../../src/payload/kind.ts";
import { detect, kinds, wifi } from "../../src/payload/payload.ts";
import { ruleText } from "../rule-text.ts";

test("rejects an unknown field and lists the known ones", () => {
  const given: object = { ssid: "x", pasword: "12345678" };
  expect(() => wifi.build(given as { ssid: string })).toThrow(
    ruleText(NOT_A_FIELD, "pasword", { names: "ssid, security, password, hidden" }),
  );
});

test.each([
  [
    "geo",
    { latitude: 48.8584 },
    ruleText(STRING_AND, "latitude", { rule: "must be decimal degrees from -90 to 90, such as 48.8584" }),
  ],
  [
    "otp",
    { account: "a", secret: "JBSWY3DP", digits: 6 },
    ruleText(STRING_AND, "digits", { rule: "must be one of 6, 7, 8" }),
  ],
  [
    "event",
    { title: "x", start: new Date(0) },
    ruleText(STRING_AND, "start", {
      rule: "must be a date, with or without a time, such as 2026-12-24, 2026-12-24T18:00 or, in UTC, 2026-12-24T17:00Z",
    }),
  ],
])("a value of %s that is not a string is rejected", (name, given: object, message) => {
  const kind = kinds.find((one) => one.name === name);
  expect(() => kind?.build(given)).toThrow(message);
});

test("accepts form values: flags as strings, and empty fields", () => {
  const form: Record<string, string> = { ssid: "x", security: "nopass", hidden: "true", password: "", method: "" };
  expect(wifi.check(form as { ssid: string })).toEqual({ ssid: "x", security: "nopass", hidden: true });
});

test("every kind has a unique name, labels and limits", () => {
  expect(new Set(kinds.map((kind) => kind.name)).size).toBe(kinds.length);
  for (const kind of kinds) {
    for (const [name, field] of Object.entries(kind.fields)) {
      expect(name).toMatch(/^[a-z][a-zA-Z0-9]*$/);
      expect(field.label).not.toBe("");
      if ("max" in field) expect(() => kind.check({ [name]: "x".repeat(field.max + 1) })).toThrow(/^\w+ /);
    }
  }
});

test("only the WiFi password and the OTP secret are marked as secrets", () => {
  const secrets = kinds.flatMap((kind) =>
    Object.entries(kind.fields).flatMap(([name, field]) => (field.secret ? [`${kind.name}.${name}`] : [])),
  );
  expect(secrets).toEqual(["wifi.password", "otp.secret"]);
});

test.each([
  ["WIFI:T:nopass;S:x;H:true;;", ["x", "None (open network)", "Yes"]],
  ["BEGIN:VEVENT\nSUMMARY:x\nDTSTART:20270618T193000Z\nEND:VEVENT", ["x", "2027-06-18, 19:30 UTC"]],
  ["BCD\n002\n1\nSCT\n\nA\nDE89370400440532013000", ["A", "DE89 3704 0044 0532 0130 00"]],
  ["BEGIN:VCARD\nVERSION:4.0\nFN:Ada\nEND:VCARD", ["Ada"]],
])("formats the fields of %j for readers", (text, shown) => {
  expect(detect(text).fields.map((field) => field.shown)).toEqual(shown);
});
