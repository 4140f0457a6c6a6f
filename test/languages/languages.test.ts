import { describe, expect, test } from "vitest";
import { lostLanguages } from "../../src/http/page.ts";
import { shareLanguages } from "../../src/http/share-language.ts";
import {
  chooseLanguage,
  createTranslate,
  directionOf,
  inOrder,
  labelKey,
  readAcceptLanguage,
} from "../../src/languages/language.ts";
import { processorTime } from "../processor-time.ts";
import { faultsIn, filesIn, languageFiles, pageTexts, textsIn } from "./texts.ts";

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

  test("isolates values in languages that run from right to left, and writes the digits 0 to 9", () => {
    const texts = { "{name}: {count}": "{count} :{name}" };
    const values = { name: "a.pdf", count: 12 };
    expect(createTranslate("ar-EG", texts, true)("{name}: {count}", values)).toBe("12 :\u2068a.pdf\u2069");
    expect(createTranslate("ar-EG", texts)("{name}: {count}", values)).toBe("12 :a.pdf");
    expect(createTranslate("de", {}, true)("{name}: {count}", values)).toBe("a.pdf: 12");
  });

  test("tells apart the meanings of a text", () => {
    const translate = createTranslate("de", { "Paper|print": "Druckpapier" });
    expect(["Paper|print", "Paper|design"].map((text) => translate(text))).toEqual(["Druckpapier", "Paper"]);
    expect(labelKey("mecard", "address", "Address")).not.toBe(labelKey("bitcoin", "address", "Address"));
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

  test.each([
    ["de-AT, en;q=0.5, fr;q=0.8", ["de-AT", "fr", "en"]],
    ["fr;q=0, de ; q=0.001, *;q=0.5, ja;q=2, x=1", ["de"]],
    ["en;level=1, <script>, de;Q=1.000", ["de"]],
    ["", []],
  ])("the header %j lists %j", (header, tags) => {
    expect(readAcceptLanguage(header)).toEqual(tags);
  });

  test("reads the start of long headers, quickly", async () => {
    expect(readAcceptLanguage(`de,${"fr,".repeat(100_000)}`)).toHaveLength(20);
    expect(readAcceptLanguage(`${"a-".repeat(1_000_000)},de`)).toHaveLength(1);
    const readAll = () => {
      for (const part of [",", ";q=", " ", "a-", "q=1;"])
        chooseLanguage(readAcceptLanguage(part.repeat(300_000)), available);
    };
    expect(await processorTime(readAll)).toBeLessThan(200);
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
    const keys = new Set(["A {b}", "C", "D", "{count} e", "F", "I"]);
    expect(textsIn(source)).toEqual({ keys, plurals: new Set(["{count} e"]), faults: [] });
  });

  test("are not composed, and have all values", () => {
    const faults = [
      ...[`text(\`a \${b}\`)`, 'text("a" + b)', 'text("{a}", { b })', 'text("{a}")', `english(\`a \${b}\`)`],
      'text({ one: "{count} a", other: "{count} a ({b})" }, { count, b })',
    ];
    expect(textsIn(faults.join(";")).faults).toEqual(faults);
  });

  test("faults of translations are found", () => {
    const keys = new Set(["A", "B {c}", "{count} d", "{count} g", "E"]);
    const plurals = new Set(["{count} d", "{count} g"]);
    const plural = { "{count} d": { one: "Ein d", other: "{count} d" }, "{count} g": { other: "{count} g" } };
    const dictionary = { A: "a", "B {c}": "b {d}", ...plural, F: "f", E: " " };
    expect(faultsIn(dictionary, "de", { keys, plurals })).toEqual([
      "has other placeholders: B {c}",
      "must have the plural forms one, other: {count} g",
      "is not used: F",
      "is empty: E",
    ]);
    expect(faultsIn({}, "de", { keys: new Set(["A"]), plurals })).toEqual(["has no A"]);
  });

  test("can be extracted from all files", () => {
    const { faults, ...texts } = pageTexts();
    expect(faults).toEqual([]);
    for (const key of ["Network", "WPA2 or WPA3", "Yes", "Copy link"]) expect(texts.labels).toContain(key);
    for (const key of ["Language", "Skip to the form", "Ocean"]) expect(texts.playground).toContain(key);
    for (const key of ["Copy password", "Time zone"]) expect(texts.sharePage).toContain(key);
  });
});

const files = languageFiles;

describe("languages", () => {
  const { plurals, ...texts } = pageTexts();

  test("share pages and lost pages have the languages of the playground", () => {
    const names = filesIn("src/languages", ".ts").map((path) => path.slice("src/languages/".length, -".ts".length));
    const tags = names.filter((name) => name !== "language").sort();
    for (const found of [files, shareLanguages, lostLanguages]) expect(Object.keys(found).sort()).toEqual(tags);
  });

  test.each(
    Object.entries(files).flatMap(([tag, file]) =>
      (["labels", "playground", "sharePage", "lostPage"] as const).map((name) => [tag, name, file[name]] as const),
    ),
  )("%s has all texts, and no others: %s", (tag, name, dictionary) => {
    expect(faultsIn(dictionary, tag, { keys: texts[name], plurals })).toEqual([]);
    if (name === "playground") return;
    // These pages do not escape these texts.
    expect(Object.values(dictionary).filter((text) => /[<>&"`]/.test(String(text)))).toEqual([]);
  });

  test.each(["de", "es", "fr", "pt"])(
    "%s has no-break spaces before units, and French ones before punctuation",
    (tag) => {
      const { labels = {}, playground = {}, sharePage = {}, lostPage = {}, rules = {} } = files[tag] ?? {};
      const all = [labels, playground, sharePage, lostPage, rules].flatMap((texts) => Object.values(texts));
      const breakable = tag === "fr" ? /[}\d] (?:px|mm|%|[kKM]o)(?!\w)| [:;!?»]|« / : /[}\d] (?:px|mm|%|[KM]B)(?!\w)/;
      const forms = all.flatMap((text) =>
        typeof text === "string" ? [text] : Object.values(text as object as Readonly<Record<string, string>>),
      );
      expect(forms.filter((form) => breakable.test(form))).toEqual([]);
    },
  );
});

test("fields are in the order of the language, and other fields keep their places", () => {
  const order = (tag: string, fields: readonly string[]) => inOrder(tag, fields, (field) => field);
  const names = ["version", "firstName", "lastName", "phone"];
  expect(order("de", names)).toEqual(names);
  for (const tag of ["ja", "zh-Hans"]) expect(order(tag, names)).toEqual(["version", "lastName", "firstName", "phone"]);
  expect(order("ja", ["note", "street", "postcode"])).toEqual(["note", "postcode", "street"]);
  expect(order("ja", [])).toEqual([]);
});
