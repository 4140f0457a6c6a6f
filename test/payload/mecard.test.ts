import { expect, test } from "vitest";
import { compactDate, requiredUnless } from "../../src/messages/payload-rules.ts";
import { detect, mecard } from "../../src/payload/payload.ts";
import { ruleText } from "../rule-text.ts";

test("separates last and first name by a comma, and escapes special characters", () => {
  const text = mecard.build({ firstName: "Ada", lastName: "King, L", phone: "+44 1", note: "a;b" });
  expect(text).toBe("MECARD:N:King\\, L,Ada;TEL:+44 1;NOTE:a\\;b;;");
  expect(detect(text)).toMatchObject({ kind: "mecard", title: "Ada King, L" });
});

test("reads cards from other programs", () => {
  expect(mecard.parse("mecard:TEL:13035551212;N:Owen,Sean;EMAIL:srowen@example.org;SOUND:x;;")).toEqual({
    firstName: "Sean",
    lastName: "Owen",
    phone: "13035551212",
    email: "srowen@example.org",
  });
  expect(mecard.parse("MECARD:TEL:1;;")).toBeUndefined();
});

test.each([
  [{ birthday: "99999999" }, ruleText(compactDate, "birthday")],
  [{ phone: "*#06#" }, "phone must be a phone number"],
  [{ url: "javascript:alert(1)" }, "url must be a URL without spaces that starts with https://"],
])("rejects %j", (fields, message) => {
  expect(() => mecard.build({ lastName: "Owen", ...fields })).toThrow(message);
});

test("rejects a card without a name", () => {
  expect(() => mecard.build({ phone: "1" })).toThrow(ruleText(requiredUnless, "firstName", { option: "lastName" }));
});
