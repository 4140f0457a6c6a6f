import { describe, expect, test } from "vitest";
import { QrError, statusOf } from "../../src/errors.ts";
import {
  base64Text,
  httpUrl,
  integerRange,
  numberRange,
  oneOf,
  printableLine,
  trueOrFalse,
} from "../../src/messages/option-rules.ts";
import { fieldRequired } from "../../src/messages/payload-rules.ts";
import { formatNames } from "../../src/options/formats.ts";
import { checkValues } from "../../src/options/kinds.ts";
import { checkOptions, parseOptions } from "../../src/options/parse.ts";
import { freeTable, symbolTable, table } from "../../src/options/table.ts";
import { processorTime, SOON } from "../processor-time.ts";
import { ruleText } from "../rule-text.ts";

/** Returns the error for `input` with valid data. */
function refusal(input: Record<string, unknown>): string {
  const { issues } = parseOptions({ data: "x", ...input });
  return issues.map((issue) => `${statusOf(issue)} ${issue.code} ${issue.field}: ${issue.message}`).join("\n");
}

test("defaults all options except data", () => {
  const options = checkOptions({ data: "x" });
  expect(options).toEqual({
    data: "x",
    format: "png",
    size: 256,
    color: "000000",
    bg: "ffffff",
    ec: "M",
    margin: 4,
    logo: undefined,
    logoData: undefined,
    logoMime: "image/png",
    logoSize: 0.25,
    logoMargin: 0,
    logoShape: "square",
    logoPosition: "center",
    logoFormat: "auto",
    dotStyle: "square",
    alignmentStyle: "auto",
    frame: "none",
    captionFont: "sans",
    captionIcon: "none",
    version: 1,
    mask: undefined,
    boost: false,
    optimize: "none",
    eci: false,
    title: "QR code",
    pngColor: "auto",
  });
});

describe("data", () => {
  test.each([[{}], [{ data: "" }], [{ data: undefined }]])("rejects %j as missing data", (input) => {
    const { issues } = parseOptions(input);
    expect(issues).toHaveLength(1);
    expect(issues[0]).toBeInstanceOf(QrError);
    expect(issues[0]).toMatchObject({ code: "DATA_MISSING", field: "data" });
    expect(issues[0]?.message).toContain(ruleText(fieldRequired, "data"));
  });
  test.each([[1], [null], [true], [[]], [{}], ["\ud800"], ["a\udc00b"]])("rejects %j as data", (data) => {
    expect(parseOptions({ data }).issues).toMatchObject([{ code: "INVALID_OPTION", field: "data" }]);
  });
  test("keeps control characters, whitespace and line breaks in data", () => {
    const data = " \u0000\r\n\ufeff𝄞 é ";
    expect(checkOptions({ data }).data).toBe(data);
  });
});

describe("integers", () => {
  test.each([32, 2048, "32", "2048", 256.0])("accepts size %j", (size) => {
    expect(checkOptions({ data: "x", size }).size).toBe(Number(size));
  });
  test.each([
    31,
    2049,
    "31",
    "2049",
    256.5,
    "256.5",
    "1e3",
    " 256",
    "256 ",
    "",
    "+256",
    "-256",
    "0x100",
    "0256",
    "２５６",
    NaN,
    Infinity,
    1e300,
    "9".repeat(400),
    null,
    true,
    [256],
    { valueOf: 256 },
    "256\n",
  ])("rejects size %j", (size) => {
    expect(refusal({ size })).toBe(
      `400 INVALID_OPTION size: ${ruleText(integerRange, "size", { min: 32, max: 2048 })}`,
    );
  });
  test("accepts a size of up to 16384 in programs", () => {
    for (const size of [2049, "16384"]) {
      expect(checkOptions({ data: "x", size }, freeTable).size).toBe(Number(size));
      expect(refusal({ size })).toContain(ruleText(integerRange, "size", { min: 32, max: 2048 }));
    }
    expect(parseOptions({ data: "x", size: 16_385 }, freeTable).issues).toMatchObject([
      { field: "size", values: { min: 32, max: 16_384 } },
    ]);
  });
  test("accepts a margin from 0 to 10, and converts -0 to 0", () => {
    expect(checkOptions({ data: "x", margin: "0" }).margin).toBe(0);
    expect(checkOptions({ data: "x", margin: -0 }).margin).toBe(0);
    expect(checkOptions({ data: "x", margin: 10 }).margin).toBe(10);
    expect(refusal({ margin: 11 })).toContain(ruleText(integerRange, "margin", { min: 0, max: 10 }));
    expect(refusal({ margin: -1 })).toContain(ruleText(integerRange, "margin", { min: 0, max: 10 }));
  });
  test("accepts a margin of up to 40 in programs, also in a design", () => {
    const limits = { min: 0, max: 40 };
    for (const margin of [11, 40]) {
      expect(checkOptions({ data: "x", margin }, freeTable).margin).toBe(margin);
      expect(checkOptions({ data: "x", design: { margin } }, freeTable).margin).toBe(margin);
      expect(refusal({ design: { margin } })).toContain("must be an integer from 0 to 10");
    }
    expect(parseOptions({ data: "x", margin: 41 }, freeTable).issues).toMatchObject([
      { field: "margin", values: limits },
    ]);
  });
});

describe("colours", () => {
  test("accepts six hex digits, and converts them to lower case", () => {
    expect(checkOptions({ data: "x", color: "FFaa01", bg: "ABCDEF" })).toMatchObject({ color: "ffaa01", bg: "abcdef" });
  });
  test.each(["#000000", "fff", "ff00ff00", "gggggg", "", "00000", " 000000", "000000\n", 0, 123456, null])(
    "rejects the colour %j",
    (color) => {
      expect(refusal({ color })).toContain("color must be six hex digits without a leading #");
      expect(refusal({ bg: color })).toContain("bg must be six hex digits without a leading #");
    },
  );
});

describe("choices", () => {
  test("format and ec ignore case", () => {
    expect(checkOptions({ data: "x", format: "SvG", ec: "q" })).toMatchObject({ format: "svg", ec: "Q" });
  });
  test.each(["gif", "", "png ", "ｐng", 1, null, ["png"], { toString: () => "png" }])("rejects format %j", (format) => {
    expect(refusal({ format })).toBe(
      `400 INVALID_OPTION format: ${ruleText(oneOf, "format", { text: formatNames.join(", ") })}`,
    );
  });
  test("dotStyle accepts only the names of the six styles", () => {
    for (const dotStyle of table.dotStyle.of) {
      expect(checkOptions({ data: "x", dotStyle }).dotStyle).toBe(dotStyle);
    }
    expect(refusal({ dotStyle: "Rounded" })).toContain(ruleText(oneOf, "dotStyle", { text: "square, rounded" }));
  });
});

describe("flags", () => {
  test.each([
    [true, true],
    ["true", true],
    [false, false],
    ["false", false],
  ])("parses boost %j as %j", (boost, value) => {
    expect(checkOptions({ data: "x", boost }).boost).toBe(value);
  });
  test.each(["", "1", 1, 0, null, "TRUE", "yes"])("rejects boost %j", (boost) => {
    expect(refusal({ boost })).toBe(`400 INVALID_OPTION boost: ${ruleText(trueOrFalse, "boost")}`);
  });
});

describe("title", () => {
  test.each(["", "a\nb", "\u0000", "x".repeat(201), "👋".repeat(201), "\ud800", "\uffff", 1, null])(
    "rejects the title %j",
    (title) => {
      expect(refusal({ title })).toBe(`400 INVALID_OPTION title: ${ruleText(printableLine, "title", { max: 200 })}`);
    },
  );
  test("the limit for the title counts code points, like maxLength in the schema", () => {
    expect(checkOptions({ data: "x", title: "👋".repeat(200) }).title).toBe("👋".repeat(200));
  });
  test("accepts a title with markup, which is escaped when drawn", () => {
    expect(checkOptions({ data: "x", title: "</title><script>" }).title).toBe("</title><script>");
  });
});

describe("logo", () => {
  const logo = "https://example.com/logo.png";

  test("a logo raises ec to H, unless ec is given", () => {
    expect(checkOptions({ data: "x", logo }).ec).toBe("H");
    expect(checkOptions({ data: "x", logoData: "aGk=" }).ec).toBe("H");
    expect(checkOptions({ data: "x", logo, ec: "l" }).ec).toBe("L");
    expect(checkOptions({ data: "x", logo, ec: "M" }).ec).toBe("M");
  });
  test("logoData wins over logo, even if logo is invalid", () => {
    expect(checkOptions({ data: "x", logo, logoData: "aGk=" })).toMatchObject({ logo: undefined, logoData: "aGk=" });
    expect(checkOptions({ data: "x", logo: "nonsense", logoData: "aGk=" }).logo).toBeUndefined();
  });
  test("ignores logoMime with a data URI, which has its own type", () => {
    const logoData = "data:image/webp;base64,aGk=";
    expect(checkOptions({ data: "x", logoData, logoMime: "text/html" }).logoMime).toBe("image/png");
    expect(refusal({ logoData: "aGk=", logoMime: "text/html" })).toContain(
      ruleText(oneOf, "logoMime", { text: "image/png" }),
    );
  });
  test("format=json ignores all logo options, including invalid ones", () => {
    const input = { format: "json", logo: "x", logoData: 1, logoMime: "x", logoSize: 9, logoMargin: -1 };
    const options = checkOptions({ data: "x", ...input });
    expect(options).toEqual({ ...checkOptions({ data: "x" }), format: "json" });
  });
  test.each([
    "",
    "example.com/logo.png",
    "ftp://example.com/a.png",
    "javascript:alert(1)",
    "http://",
    "https://[",
    1,
    null,
  ])("rejects logo %j", (word) => {
    expect(refusal({ logo: word })).toBe(`400 INVALID_OPTION logo: ${ruleText(httpUrl, "logo")}`);
  });
  test.each([
    "",
    "data:image/png,raw",
    "data:;base64,",
    "not base64!",
    1,
    null,
    "=aaa",
    "QUJD\u202fRUZH",
    "QUJD\u00a0",
  ])("rejects logoData %j", (word) => {
    expect(refusal({ logoData: word })).toContain(ruleText(base64Text, "logoData"));
  });
  test("accepts logoData with ASCII whitespace", () => {
    expect(checkOptions({ data: "x", logoData: " QU\tJD\r\nRA = = " }).logoData).toBe(" QU\tJD\r\nRA = = ");
  });
  test("accepts logoSize as a plain decimal from 0.1 to 0.4", () => {
    expect(checkOptions({ data: "x", logoSize: "0.30" }).logoSize).toBe(0.3);
    expect(checkOptions({ data: "x", logoSize: 0.1 }).logoSize).toBe(0.1);
    for (const logoSize of [0.09, 0.41, "1e-1", ".2", "0.2.", "", NaN, Infinity, null, "0,2"]) {
      expect(refusal({ logoSize })).toBe(
        `400 INVALID_OPTION logoSize: ${ruleText(numberRange, "logoSize", { min: 0.1, max: 0.4 })}`,
      );
    }
  });
  test("parses a long logoData quickly", async () => {
    for (const part of ["A", " ", "= ", "A ", "data:"]) {
      const logoData = `${part.repeat(4_000_000 / part.length)}!`;
      const took = await processorTime(() => expect(refusal({ logoData })).toContain("logoData"));
      expect(took).toBeLessThan(SOON);
    }
  });
});

test("reports issues in the table's order, and throws the first", () => {
  const input = { mask: 8, bg: "x", size: 1 };
  expect(parseOptions(input).issues.map((issue) => issue.field)).toEqual(["data", "size", "bg", "mask"]);
  expect(() => checkOptions({ ...input, data: "x" })).toThrow(ruleText(integerRange, "size", { min: 32, max: 2048 }));
});

test("uses defaults in place of invalid values", () => {
  expect(parseOptions({ data: "x", size: 1, ec: "h" }).options).toMatchObject({ size: 256, ec: "H" });
});

test("ignores unknown names and names of Object.prototype", () => {
  const input = JSON.parse(
    '{"data":"x","__proto__":{"size":32},"constructor":1,"toString":"a","hasOwnProperty":null,"ecc":"H"}',
  );
  expect(checkOptions(input)).toEqual(checkOptions({ data: "x" }));
  expect(parseOptions(JSON.parse('{"__proto__":{"data":"x"}}')).issues[0]?.code).toBe("DATA_MISSING");
  expect(({} as Record<string, unknown>).size).toBeUndefined();
});

test("applies the same rules to the options of a symbol", () => {
  expect(checkValues(symbolTable, { ec: "H", version: 7, mask: 0, boost: true, eci: false })).toEqual({
    ec: "H",
    version: 7,
    mask: 0,
    boost: true,
    optimize: "none",
    eci: false,
  });
  expect(checkValues(symbolTable, { ec: undefined })).toEqual({
    ec: "M",
    version: 1,
    boost: false,
    optimize: "none",
    eci: false,
  });
  expect(() => checkValues(symbolTable, { mask: 8 })).toThrow(ruleText(integerRange, "mask", { min: 0, max: 7 }));
});

test("rejects a logo URL of megabytes without parsing it", async () => {
  const logo = `http://${"é.".repeat(2 * 1024 * 1024)}`;
  expect(await processorTime(() => parseOptions({ data: "x", logo }))).toBeLessThan(SOON / 10);
});
