import { expect, test } from "vitest";
import type { SvgOptions } from "../../src/index.ts";
import { type lookTable, type OptionName, type printTable, type Row, rows } from "../../src/options/table.ts";
import { createService } from "../../src/service/service.ts";
import { drawCaption } from "../card/tools.ts";
import { withJobs } from "../heavy.ts";
import { heavy as logoWork, plainPng, QUARTERS, svgBytes } from "../logo/logos.ts";

/** Options that the library does not have. The text is an argument, each format has its own function, logos are not
 *  supported, `optimize` only sets other options, and `draw`
 *  has the options of print. */
type NotInLibrary =
  | "data"
  | "dataBase64"
  | "format"
  | "optimize"
  | keyof typeof printTable
  | Extract<OptionName, `logo${string}`>
  | keyof typeof lookTable
  | "preset"
  | "design";

test("the library offers every option", () => {
  // If the compiler rejects this, add the option that it names to a type in src/library, or to NotInLibrary.
  type Forgotten = Exclude<OptionName, NotInLibrary | keyof SvgOptions>;
  const forgotten: [Forgotten] extends [never] ? undefined : Forgotten = undefined;
  expect(forgotten).toBeUndefined();
});

const heavy = withJobs(logoWork, { drawCaption });
const service = createService({ heavy, logos: { fetch: async () => plainPng(16, 4) } });

/** Returns valid values of `row` other than its default. */
function othersOf(row: Row): readonly unknown[] {
  switch (row.kind) {
    case "flag":
      return [!row.default];
    case "choice":
      return row.of.filter((value) => value !== row.default);
    case "integer":
    case "number":
      return [row.min, row.max].filter((value) => value !== row.default);
    case "length":
      return [`${row.min * 10}mm`];
    case "color":
      return ["123456"];
    case "design":
      return [{ color: "123456" }, '{"dotStyle":"dots"}'];
    case "gradient":
      return ["linear,45,123456,654321"];
    case "url":
      return ["https://example.com/logo.png"];
    case "base64":
      return [Buffer.from(plainPng(4, 16)).toString("base64")];
    default:
      return ["something else"];
  }
}

/** Resolves to the picture for `input` as a string, or to the error message. */
async function outcome(input: object): Promise<string> {
  try {
    const { body } = await service.generate(input as Parameters<typeof service.generate>[0]);
    return typeof body === "string" ? body : Buffer.from(body).toString("latin1");
  } catch (error) {
    return String(error);
  }
}

/** Returns the other options that are needed for the option `name` to have an effect. */
function needsOf(name: OptionName, row: Row, format: string): object {
  if (name === "format") return { data: "grüße" };
  // An SVG always contains the pixels of other logos.
  const file = name === "logoFormat" ? svgBytes(QUARTERS) : plainPng(8, 8);
  const logoData = row.logo && row.kind !== "url" ? Buffer.from(file).toString("base64") : undefined;
  const dotStyle = name === "dotSize" ? "dots" : undefined;
  const frame = row.kind === "color" && /^(?:frame|caption)/.test(name) ? "plain" : undefined;
  const caption = /^caption[A-Z]/.test(name) ? "Scan me" : undefined;
  const aligned = name === "alignmentStyle" ? { eyeStyle: "circle", version: 2 } : {};
  return { data: "grüße", format, logoData, dotStyle, frame, caption, ...aligned };
}

/** Excludes logoMime, because the header of the file determines its type, and maxVersion, which only refuses texts. */
const effective = rows
  .filter(([name]) => name !== "logoMime" && name !== "maxVersion")
  .map(([name, row]) => ({ name, row }));
/** Excludes the options that belong to the other format. */
const cases = [
  ...effective.filter(({ name }) => name !== "pngColor" && name !== "dpi").map((one) => ({ ...one, format: "svg" })),
  ...effective.filter(({ name }) => !/^(?:title|logoFormat)$/.test(name)).map((one) => ({ ...one, format: "png" })),
];

test.each(cases)(
  "each value of $name changes the picture, compared with the default ($format)",
  async ({ name, row, format }) => {
    const needs = needsOf(name, row, format);
    const others = othersOf(row);
    expect(others.length).toBeGreaterThan(0);
    const drawn = await Promise.all([needs, ...others.map((value) => ({ ...needs, [name]: value }))].map(outcome));
    // If an integer option has no default, isoqr chooses its value, so the first picture may already use one of `others`.
    const least = row.kind === "integer" && row.default === undefined ? others.length : others.length + 1;
    expect(new Set(drawn).size).toBeGreaterThanOrEqual(least);
  },
);
