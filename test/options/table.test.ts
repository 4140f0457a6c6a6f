import { expect, test } from "vitest";
import { checkOptions } from "../../src/options/parse.ts";
import {
  cardLookNames,
  designNames,
  designTable,
  freeTable,
  lookTable,
  type OptionName,
  type Row,
  table,
} from "../../src/options/table.ts";
import { isPlain } from "../../src/render/styles.ts";

const rowsOf = (rows: object): readonly (readonly [string, Row])[] => Object.entries(rows);
const namesIn = (rows: object) => rowsOf(rows).map(([name]) => name);

test("the HTTP API and people have the same options, in the same order", () => {
  expect(namesIn(freeTable)).toEqual(namesIn(table));
});

const colored = rowsOf(freeTable).filter(([, { kind }]) => kind === "color" || kind === "gradient");

test.each(colored)("people may write # in %s, but not in the HTTP API", (name, row) => {
  const [free, strict] =
    row.kind === "color" ? ["#a51d2d", "a51d2d"] : ["Linear, 45, #a51d2d, #FFF", "linear,45,a51d2d,ffffff"];
  const inApi: Row = table[name as OptionName];
  expect(row.read(free)).toBe(strict);
  expect(inApi.read(strict)).toBe(strict);
  expect(inApi.read(free)).toBeUndefined();
  expect(inApi.rule(free)).not.toBe("");
  const inDesign: Row | undefined = designTable[name as keyof typeof designTable];
  expect(inDesign?.read(free)).toBe(strict);
});

test("a design sets the options that do not belong to one code", () => {
  expect(namesIn(lookTable).filter((name) => !designNames.some((one) => one === name))).toEqual([]);
  expect(rowsOf(table).flatMap(([name, { own }]) => (own ? [name] : []))).toEqual(
    namesIn(table).filter((name) => !designNames.some((one) => one === name)),
  );
  expect(cardLookNames.filter((name) => (table[name] as Row).offCard)).toEqual([]);
});

const looks = rowsOf(lookTable).map(([name, row]) => ({ name, row }));

/** Returns a valid value of `row` other than its default. */
function otherValue(row: Row): unknown {
  const values = ["a51d2d", "linear,45,a51d2d,000000", 0.5, "Scan me", ...("of" in row ? row.of : [])];
  return values.find((value) => row.read(value) !== undefined && !("default" in row && row.default === value));
}

test.each(looks.filter(({ row }) => !row.plain))("$name needs the code for designs", ({ name, row }) => {
  expect(isPlain(checkOptions({ data: "x", format: "svg", [name]: otherValue(row) }))).toBe(false);
});

test.each(looks.filter(({ row }) => row.plain))("$name does not need the code for designs", ({ name, row }) => {
  expect(isPlain(checkOptions({ data: "x", format: "svg", frame: "none", [name]: otherValue(row) }))).toBe(true);
});
