import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { chooseLanguage, createTranslate, directionOf } from "../../demo/languages/language.ts";
import { faultsIn, filesIn, pageTexts, textsIn } from "./page-texts.ts";

describe("translating", () => {
  const german = createTranslate("de", {
    "{used} of {all}": "{used} von {all}",
    "{count} codes": { one: "Ein Code", other: "{count} Codes" },
  });
  const codes = { one: "1 code", other: "{count} codes" };

  test("replaces placeholders, and writes numbers as in the language", () => {
    expect(german("{used} of {all}", { used: 1234, all: "{used}" })).toBe("1.234 von {used}");
    expect(createTranslate("en")("{used} of {all}", { used: 1234, all: 0.5 })).toBe("1,234 of 0.5");
  });

  test("selects the plural form", () => {
    expect([0, 1, 2].map((count) => german(codes, { count }))).toEqual(["0 Codes", "Ein Code", "2 Codes"]);
    const arabic = createTranslate("ar", {
      "{count} codes": { two: "رمزان", few: "{count} رموز", other: "{count} رمز" },
    });
    expect(arabic(codes, { count: 2 })).toBe("رمزان");
    expect(arabic(codes, { count: 3 })).toMatch(/ رموز$/);
    expect(arabic(codes, { count: 1 })).toMatch(/ رمز$/);
  });

  test("shows texts without a translation in English, with English plurals", () => {
    expect(createTranslate("ja")(codes, { count: 1 })).toBe("1 code");
    expect(createTranslate("ja")("Undo")).toBe("Undo");
  });
});

describe("choosing a language", () => {
  const available = ["en", "de", "pt", "zh-Hans", "ar"];

  test.each([
    [["de-AT", "en"], "de"],
    [["fr", "pt-BR", "en"], "pt"],
    [["zh-CN"], "zh-Hans"],
    [["zh-TW"], "en"],
    [["en-US@posix", "ar-EG"], "ar"],
    [[], "en"],
  ])("%j becomes %s", (wanted, tag) => {
    expect(chooseLanguage(wanted, available)).toBe(tag);
  });

  test("Arabic, Hebrew and Persian run from right to left", () => {
    expect(["ar", "he", "fa", "en", "ja", "not a tag"].map(directionOf)).toEqual([
      ...["rtl", "rtl", "rtl"],
      ...["ltr", "ltr", "ltr"],
    ]);
  });
});

describe("the texts of the page", () => {
  test("are found in calls, branches, plurals and tables", () => {
    const source = `text("A {b}", { b }); text(x ? "C" : "D"); text({ one: "1 e", other: "{count} e" }, { count: 1 });
      english({ key: "F", g: { h: "I" } }); text(table.name); other("J");`;
    expect(textsIn(source)).toEqual({ keys: new Set(["A {b}", "C", "D", "{count} e", "F", "I"]), faults: [] });
  });

  test("are not composed, and have all values", () => {
    const faults = [`text(\`a \${b}\`)`, 'text("a" + b)', 'text("{a}", { b })', 'text("{a}")', `english(\`a \${b}\`)`];
    expect(textsIn(faults.join(";")).faults).toEqual(faults);
  });

  test("faults of translations are found", () => {
    const keys = new Set(["A", "B {c}", "{count} d", "E"]);
    const dictionary = { A: "a", "B {c}": "b {d}", "{count} d": { one: "Ein d", other: "{count} d" }, F: "f", E: " " };
    expect(faultsIn(dictionary, keys)).toEqual(["has other placeholders: B {c}", "is not used: F", "is empty: E"]);
    expect(faultsIn({}, new Set(["A"]))).toEqual(["has no A"]);
  });

  test("can be extracted from all files, and each language has all of them", () => {
    const { keys, faults } = pageTexts();
    expect(faults).toEqual([]);
    for (const key of ["Language", "Skip to the form", "Identity"]) expect(keys).toContain(key);
    for (const path of filesIn("demo/languages", ".json")) {
      expect(faultsIn(JSON.parse(readFileSync(path, "utf8")), keys), path).toEqual([]);
    }
  });
});
