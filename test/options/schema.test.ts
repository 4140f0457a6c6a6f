import { Ajv2020 } from "ajv/dist/2020.js";
import formats from "ajv-formats";
import { expect, test } from "vitest";
import { parseOptions } from "../../src/options/parse.ts";
import { addressNames, finishedOptionsSchema, requestSchema } from "../../src/options/schema.ts";
import { type Row, rows } from "../../src/options/table.ts";

const ajv = new Ajv2020({ strict: false });
formats.default(ajv);
const fits = ajv.compile(requestSchema);
const isFinished = ajv.compile(finishedOptionsSchema);

/** Returns values that `row` accepts, and values that it rejects. */
function samples(row: Row): { readonly good: readonly unknown[]; readonly bad: readonly unknown[] } {
  switch (row.kind) {
    case "integer":
      return { good: [row.min, row.max], bad: [row.min - 1, row.max + 1, row.min + 0.5, true, null] };
    case "number":
      return { good: [row.min, row.max], bad: [row.min - 0.01, row.max + 0.01, true, null] };
    case "length":
      return { good: ["40mm", "4cm", "1.5in", "113pt"], bad: ["4 cm", "40", "40px", 40, "mm", "40MM", "-40mm"] };
    case "choice":
      return { good: row.of, bad: ["", "none of them", 1] };
    case "flag":
      return { good: [true, false], bad: ["yes", 1, null] };
    case "color":
      return { good: ["1a2b3c", "FFFFFF"], bad: ["#1a2b3c", "1a2b3", "1a2b3c4d", "gggggg", 0] };
    case "design":
      return { good: [{}, "{}", { color: "123456" }, '{"eyeStyle":"leaf"}'], bad: [1, [], true] };
    case "gradient":
      return {
        good: ["linear,0,000000,FFFFFF", "linear,359,1a2b3c@10,123456", "radial,1a2b3c@0,123456@100,abcdef"],
        bad: ["linear,360,000000,ffffff", "radial,000000", "radial,#000000,ffffff", `radial${",000000".repeat(6)}`, 1],
      };
    case "line":
      return { good: ["x", "x".repeat(row.max)], bad: ["", "x".repeat(row.max + 1), 1, null] };
    case "url":
      return { good: ["https://example.com/a.png", "HTTP://example.com"], bad: ["ftp://example.com", "a.png", 1] };
    case "base64":
      return { good: ["aGk=", "data:image/png;base64,aGk="], bad: [1, null, {}] };
    case "text":
      return { good: ["x", "😀"], bad: ["", 1, null, {}] };
  }
}

test.each(rows)("the schema of %s accepts the same values as the service", (name, row) => {
  const { good, bad } = samples(row);
  const isChoice = row.kind === "choice" || row.kind === "design";
  for (const [values, verdict] of [
    [row.nullable ? [...good, null] : good, true],
    [isChoice && !row.nullable ? [...bad, null] : bad, false],
  ] as const) {
    for (const value of values) {
      const input = name === "dataBase64" ? { [name]: value } : { data: "x", [name]: value };
      const { issues } = parseOptions(input);
      expect([fits(input), issues.length === 0], JSON.stringify(value).slice(0, 60)).toEqual([verdict, verdict]);
    }
  }
});

test("requires data or dataBase64", () => {
  expect([fits({ data: "x" }), fits({ dataBase64: "AAAA" }), fits({})]).toEqual([true, true, false]);
  expect(fits({ data: "x", dataBase64: "AAAA" })).toBe(false);
});

test("resolved options match the schema of responses", () => {
  const { options } = parseOptions({ data: "x", logo: "https://example.com/a.png", size: "64", mask: 3 });
  expect(isFinished(JSON.parse(JSON.stringify(options)))).toBe(true);
  expect(isFinished({ ...options, ec: "m" })).toBe(false);
});

test("allows every option in a query, except logoData", () => {
  expect(addressNames).toEqual(rows.map(([name]) => name).filter((name) => name !== "logoData"));
});
