import { describe, expect, test } from "vitest";
import { lineLength } from "../../src/messages/option-rules.ts";
import { bicRequired, emptyIfSet, shorterTransfer } from "../../src/messages/payload-rules.ts";
import { detect, sepa } from "../../src/payload/payload.ts";
import { ruleText } from "../rule-text.ts";

const redCross = { name: "Red Cross of Belgium", iban: "BE72 0000 0000 1616", bic: "bpotbeb1" };

test("writes the lines that the guideline requires, without empty lines at the end", () => {
  const text = sepa.build({ ...redCross, amount: "1", purpose: "char", text: "Urgency fund" });
  expect(text.split("\n")).toEqual([
    ...["BCD", "002", "1", "SCT", "BPOTBEB1", "Red Cross of Belgium", "BE72000000001616"],
    ...["EUR1.00", "CHAR", "", "Urgency fund"],
  ]);
  expect(detect(text)).toMatchObject({ kind: "sepa", title: "1.00 € to Red Cross of Belgium" });
  expect(sepa.build({ name: "A", iban: redCross.iban })).toMatch(/\nA\nBE72000000001616$/);
});

test("reads version 1, CRLF and short amounts", () => {
  const lines = ["BCD", "001", "1", "SCT", "BPOTBEB1", "A", "BE72000000001616", "EUR12.3", "", "RF18539007547034"];
  expect(sepa.parse(lines.join("\r\n"))).toEqual({
    ...{ bic: "BPOTBEB1", name: "A", iban: "BE72000000001616", amount: "12.30", reference: "RF18539007547034" },
  });
});

describe("rejects", () => {
  test.each([
    [
      { iban: "BE72 0000 0000 1617" },
      "iban must be an IBAN with valid check digits and the right length for its country",
    ],
    [{ iban: "DE98370400440532" }, "iban must be an IBAN with valid check digits and the right length for its country"],
    [{ name: " \u00a0" }, ruleText(lineLength, "name", { max: 70 })],
    [{ amount: "0" }, "amount must be an amount from 0.01 to 999999999.99 euros"],
    [{ amount: "1000000000" }, "amount must be an amount from 0.01 to 999999999.99 euros"],
    [{ amount: "1.005" }, "amount must be an amount from 0.01 to 999999999.99 euros"],
    [{ reference: "RF19539007547034" }, "reference must be an ISO 11649 reference with valid check digits"],
    [{ reference: "RF18539007547034", text: "x" }, ruleText(emptyIfSet, "text", { option: "reference" })],
    [{ text: "é".repeat(140) }, ruleText(shorterTransfer, "text", { max: 331 })],
    [{ bic: "BPOT" }, "bic must be a BIC of 8 or 11 characters"],
    [{ iban: "CH93 0076 2011 6238 5295 7", bic: "" }, ruleText(bicRequired, "bic", { option: "iban" })],
    [{ iban: "GB29 NWBK 6016 1331 9268 19", bic: "" }, ruleText(bicRequired, "bic", { option: "iban" })],
  ])("rejects %j", (fields, message) => {
    expect(() => sepa.build({ ...redCross, ...fields })).toThrow(message);
  });
});

test("the BIC is optional in the European Economic Area only", () => {
  expect(sepa.build({ name: "A", iban: "NO93 8601 1117 947" })).toMatch(/\nNO9386011117947$/);
  const swiss = sepa.build({ name: "A", iban: "CH93 0076 2011 6238 5295 7", bic: "POFICHBEXXX" });
  expect(detect(swiss).kind).toBe("sepa");
  expect(detect(swiss.replace("POFICHBEXXX", "")).kind).toBe("text");
});
