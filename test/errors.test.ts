import { describe, expect, it } from "vitest";
import { fromRecord, literal, messageOf, packageMissing, QrError, toRecord } from "../src/errors.ts";

const late = new QrError("LOGO_UNREACHABLE", 502, "took longer than 5 s: send it as {logoData}", "logo", {
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
    expect(messageOf({ field: "logoData", rule: "is broken: choose {logoData}" }, start)).toBe(
      "The file is broken: choose a file",
    );
  });

  it("omits the field's name if the rule is the whole message", () => {
    const rule = "too many logos: send {logoData}";
    const error = new QrError("BUSY", 503, rule, "logo", { whole: true });
    expect(error.message).toBe("too many logos: send logoData");
    expect(error.field).toBe("logo");
  });

  it("keeps the rule of an error without a field as it is", () => {
    expect(new QrError("NOT_FOUND", 404, "nothing found at /{logoData}").message).toBe("nothing found at /{logoData}");
  });

  it("keeps escaped placeholders in untrusted text", () => {
    for (const hostile of ["{logoData}", "{{logoData}}", "{{}logoData}", "{", "{}", "$&{data}$1"]) {
      const rule = `is refused by ${literal(hostile)}`;
      expect(messageOf({ field: "logo", rule }, () => "name")).toBe(`name is refused by ${hostile}`);
    }
  });

  it("does not read a field's name as a placeholder", () => {
    expect(new QrError("INVALID_OPTION", 400, "is no field", "{data}").message).toBe("{data} is no field");
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
