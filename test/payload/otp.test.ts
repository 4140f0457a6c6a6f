import { describe, expect, test } from "vitest";
import { integerRange } from "../../src/messages/option-rules.ts";
import { emptyForType, lineWithoutColon, requiredForType } from "../../src/messages/payload-rules.ts";
import { detect, otp } from "../../src/payload/payload.ts";
import { ruleText } from "../rule-text.ts";

test("omits parameters that have the default value", () => {
  expect(otp.build({ issuer: "Big Corp", account: "ada@example.com", secret: "jbsw y3dp ehpk 3pxp" })).toBe(
    "otpauth://totp/Big%20Corp:ada%40example.com?secret=JBSWY3DPEHPK3PXP&issuer=Big%20Corp",
  );
  expect(otp.build({ account: "a", secret: "JBSWY3DPEHPK3PXP", type: "hotp", counter: "0", digits: "8" })).toBe(
    "otpauth://hotp/a?secret=JBSWY3DPEHPK3PXP&digits=8&counter=0",
  );
});

test("reads the issuer from the label if there is no parameter", () => {
  expect(otp.parse("otpauth://totp/ACME%20Co:%20ada?secret=JBSWY3DPEHPK3PXP&algorithm=sha-256")).toEqual({
    issuer: "ACME Co",
    account: "ada",
    secret: "JBSWY3DPEHPK3PXP",
    type: "totp",
    algorithm: "SHA256",
    digits: "6",
  });
});

describe("the key is a secret", () => {
  test.each([
    ["otpauth://totp/ACME:ada?secret=JBSWY3DPEHPK3PXP", "otp"],
    ["otpauth://totp/ACME:ada?secret=JBSW8Y3DP", "text"],
    ["OTPAUTH-MIGRATION://offline?data=CjEKCkhlbGxvId6tvu8", "text"],
  ])("the key is a secret in %s", (text, kind) => {
    const found = detect(text);
    expect(found).toMatchObject({ kind, secret: true });
    expect(found.title).not.toMatch(/JBSW|Cj/);
    expect(found.fields.filter((field) => !field.secret).map((field) => field.value)).toEqual(
      kind === "otp" ? ["ACME", "ada"] : [],
    );
  });
});

test.each([
  [{ account: "a", secret: "not base32!" }, "secret must be a base32 key"],
  [{ account: "a:b", secret: "JBSWY3DP" }, ruleText(lineWithoutColon, "account", { max: 200 })],
  [{ account: "a", secret: "JBSWY3DP", type: "hotp" }, ruleText(requiredForType, "counter", { type: "hotp" })],
  [{ account: "a", secret: "JBSWY3DP", counter: "1" }, ruleText(emptyForType, "counter", { type: "totp" })],
  [{ account: "a", secret: "JBSWY3DP", period: "0" }, ruleText(integerRange, "period", { min: 1, max: 3600 })],
] as const)("rejects %j", (fields, message) => {
  expect(() => otp.build(fields)).toThrow(message);
});
