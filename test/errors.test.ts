import { describe, expect, it } from "vitest";
import { fromRecord, packageMissing, QrError, statusOf, toRecord } from "../src/errors.ts";
import { messageOf, verbatim } from "../src/messages/message.ts";
import { designInvalid } from "../src/messages/option-rules.ts";
import { ruleText } from "./rule-text.ts";
import { testError } from "./test-error.ts";

const SLOW = "{field} took longer than {seconds} s: send it as {option}";
const late = new QrError("LOGO_UNREACHABLE", {
  field: "logo",
  rule: SLOW,
  values: { seconds: 5, option: { option: "logoData" } },
  cause: new Error("reset"),
});

describe("messageOf", () => {
  it("uses the API's names by default", () => {
    const flag = (name: string) => `--${name.replace(/[A-Z]/g, (capital) => `-${capital.toLowerCase()}`)}`;
    expect(late.message).toBe("logo took longer than 5 s: send it as logoData");
    expect(messageOf(late, flag)).toBe("--logo took longer than 5 s: send it as --logo-data");
  });

  it("passes whether a name is at the start", () => {
    const start = (_: string, first = false) => (first ? "The file" : "a file");
    const broken = "{field} is broken: choose {option}";
    expect(messageOf({ field: "logoData", rule: broken, values: { option: { option: "logoData" } } }, start)).toBe(
      "The file is broken: choose a file",
    );
  });

  it("omits the field's name if the rule does not contain it", () => {
    const rule = "too many logos: send {option}";
    const error = new QrError("BUSY", { field: "logo", rule, values: { option: { option: "logoData" } } });
    expect(error.message).toBe("too many logos: send logoData");
    expect(error.field).toBe("logo");
  });

  it("contains clauses, with or without the names of their fields", () => {
    const range = { field: "size", rule: "{field} must be at least {min}", values: { min: 32 } };
    const problem = "{problem}: raise it";
    expect(messageOf({ rule: problem, values: { problem: range } })).toBe("size must be at least 32: raise it");
    const design = "{field} has an invalid {option}, which {rule}";
    const values = { option: { option: "size" }, rule: { ...range, field: undefined } };
    expect(messageOf({ field: "design", rule: design, values })).toBe(
      ruleText(designInvalid, "design", { option: "size", rule: "must be at least 32" }),
    );
  });

  it("formats numbers, and names choices", () => {
    const text = "{plain} {fixed} {grouped} {choice}";
    const values = {
      plain: 1234,
      fixed: { number: 4.5, digits: 2 },
      grouped: { number: 1_000_000 },
      choice: { option: "dotStyle", value: "dots" },
    };
    const shown = messageOf(
      { rule: text, values },
      (name) => `<${name}>`,
      (_, value) => `[${value}]`,
    );
    expect(shown).toBe("1234 4.50 1,000,000 [dots]");
  });

  it("does not read values or names of fields as placeholders", () => {
    for (const hostile of ["{logoData}", "{{logoData}}", "{", "{}", "$&{data}$1"]) {
      const refused = "{field} is refused by {text}";
      expect(messageOf({ field: "logo", rule: refused, values: { text: hostile } }, () => "name")).toBe(
        `name is refused by ${hostile}`,
      );
      expect(messageOf(verbatim(hostile), () => "name")).toBe(hostile);
    }
    expect(testError("INVALID_OPTION", "is no field", "{data}").message).toBe("{data} is no field");
  });
});

describe("toRecord and fromRecord", () => {
  it("return an equal error from a copy of its record", () => {
    const { cause, ...record } = toRecord(late);
    const back = fromRecord({ ...structuredClone(record), cause });
    expect(back).toBeInstanceOf(QrError);
    expect(back).toEqual(late);
    expect(back.cause).toBe(late.cause);
  });

  it("add no cause", () => {
    expect("cause" in fromRecord(toRecord(packageMissing("harfbuzzjs")))).toBe(false);
  });
});

describe("statusOf", () => {
  it("depends on the code, unless the error has a status of its own", () => {
    expect(statusOf(late)).toBe(502);
    expect(statusOf(new QrError("LOGO_UNREACHABLE", { field: "logo", rule: SLOW, status: 400 }))).toBe(400);
  });
});
