import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { errorPageLanguages } from "../../src/http/page.ts";
import { shareLanguages } from "../../src/http/share/language.ts";
import * as en from "../../src/languages/en.ts";
import { playground } from "../../src/languages/en-playground.ts";
import {
  chooseLanguage,
  createTranslate,
  directionOf,
  inOrder,
  readAcceptLanguage,
  type Text,
  type Texts,
} from "../../src/languages/language.ts";
import { payloadLabels } from "../../src/languages/payload-labels.ts";
import { posterTable } from "../../src/options/poster-table.ts";
import { presetNames } from "../../src/options/presets.ts";
import { rows } from "../../src/options/table.ts";
import { kinds } from "../../src/payload/payload.ts";
import { processorTime } from "../processor-time.ts";
import { faultsIn, filesIn, formsOf, languageFiles, stringsIn } from "./texts.ts";

describe("translating", () => {
  const english = {
    usage: "{used} of {all}",
    codes: { one: "1 code", other: "{count} codes" },
    named: "{name}: {count}",
  } as const;
  const translate = (tag: string, texts: Partial<Texts>, isolates?: boolean) =>
    createTranslate<typeof english>(tag, { ...english, ...texts }, isolates);
  const german = translate("de", { usage: "{used} von {all}", codes: { one: "Ein Code", other: "{count} Codes" } });

  test("replaces placeholders, and writes numbers as in the language", () => {
    expect(german("usage", { used: 1234, all: "{used}" })).toBe("1.234 von {used}");
    expect(translate("en", {})("usage", { used: 1234, all: 0.5 })).toBe("1,234 of 0.5");
  });

  test("isolates values in languages that run from right to left, and writes the digits 0 to 9", () => {
    const texts = { named: "{count} :{name}" };
    const values = { name: "a.pdf", count: 12 };
    expect(translate("ar-EG", texts, true)("named", values)).toBe("12 :\u2068a.pdf\u2069");
    expect(translate("ar-EG", texts)("named", values)).toBe("12 :a.pdf");
    expect(translate("de", {}, true)("named", values)).toBe("a.pdf: 12");
  });

  test("selects the plural form", () => {
    expect([0, 1, 2].map((count) => german("codes", { count }))).toEqual(["0 Codes", "Ein Code", "2 Codes"]);
    expect(translate("en", {})("codes", { count: 1 })).toBe("1 code");
    const arabic = translate("ar", { codes: { two: "رمزان", few: "{count} رموز", other: "{count} رمز" } });
    expect(arabic("codes", { count: 2 })).toBe("رمزان");
    expect(arabic("codes", { count: 3 })).toMatch(/ رموز$/);
    expect(arabic("codes", { count: 1 })).toMatch(/ رمز$/);
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

const playgroundTexts = { ...en.start, ...playground };
const tables: Readonly<Record<"labels" | "playground" | "invitations" | "sharePage" | "errorPage", Texts>> = {
  labels: { ...en.labels, ...payloadLabels() },
  playground: playgroundTexts,
  invitations: en.invitations,
  sharePage: en.sharePage,
  errorPage: en.errorPage,
};

describe("English texts", () => {
  test("have ids that no other text of a page has", () => {
    const ids = [en.labels, payloadLabels(), en.invitations, en.start, playground].flatMap(Object.keys);
    expect(ids.filter((id, at) => ids.indexOf(id) !== at)).toEqual([]);
    const shared = Object.keys(tables.labels);
    expect(Object.keys(en.sharePage).filter((id) => shared.includes(id))).toEqual([]);
  });

  test("have the same values in both plural forms", () => {
    const faults = Object.values(tables).flatMap((texts) => faultsIn(texts, "en", texts));
    expect(faults).toEqual([]);
  });

  test("are all used", () => {
    const composed = new Set([
      ...rows.flatMap(([name, row]) => [
        `option.${name}`,
        `hint.${name}`,
        ...("of" in row ? row.of.map((value) => (/Style$/.test(name) ? `shape.${value}` : `${name}.${value}`)) : []),
      ]),
      ...presetNames.map((name) => `preset.${name}`),
      ...kinds.flatMap(({ name, fields }) => [
        `effect.${name}`,
        `listed.${name}`,
        ...Object.keys(fields).map((field) => `enter.${name}.${field}`),
      ]),
      "enter.web",
      ...posterTable.orientation.of.map((name) => `orientation.${name}`),
      ...["A", "B", "C", "D", "F"].map((grade) => `grade.${grade}`),
    ]);
    const html = readFileSync("demo/index.html", "utf8");
    const inPage = [...html.matchAll(/ data-text="([\w.-]+)/g)].map(([, id = ""]) => id);
    const inPlayground = new Set([...stringsIn(filesIn("demo", ".ts")), ...inPage, ...composed]);
    const inSharePage = stringsIn(["src/http/share/text.ts", "src/http/share/language.ts"]);
    const unused = (texts: Texts, used: ReadonlySet<string>) => Object.keys(texts).filter((id) => !used.has(id));
    expect(unused(playgroundTexts, inPlayground)).toEqual([]);
    expect(unused(en.labels, new Set([...inPlayground, ...inSharePage]))).toEqual([]);
    expect(unused(en.invitations, inSharePage)).toEqual([]);
    expect(unused(en.sharePage, inSharePage)).toEqual([]);
    expect(unused(en.errorPage, stringsIn(["src/http/page.ts"]))).toEqual([]);
  });

  test("in the file of the playground are those of the table", () => {
    const html = readFileSync("demo/index.html", "utf8");
    const texts = [
      ...[...html.matchAll(/ data-text="(\w+)">([^<]+)</g)].map(([, id = "", text]) => [id, text]),
      ...[...html.matchAll(/ data-text="(\w+) ([\w-]+)" \2="([^"]+)"/g)].map(([, id = "", , text]) => [id, text]),
    ];
    expect(texts).toHaveLength(html.split("data-text=").length - 1);
    expect(texts).toEqual(texts.map(([id = ""]) => [id, (en.start as Texts)[id]]));
  });
});

test("faults of translations are found", () => {
  const english = {
    a: "A",
    b: "B {c}",
    d: { one: "1 d", other: "{count} d" },
    e: "E",
    g: { one: "1 g", other: "{count} g" },
  };
  const texts = { a: "a", b: "b {d}", d: { one: "Ein d", other: "{count} d" }, e: " ", g: { other: "{count} g" } };
  expect(faultsIn(texts, "de", english)).toEqual([
    "b has other placeholders",
    "e is empty",
    "g must have the plural forms one, other",
  ]);
});

const files = languageFiles;

describe("languages", () => {
  test("share pages and error pages have the languages of the playground", () => {
    const tags = Object.keys(files).sort();
    expect(tags.length).toBeGreaterThan(5);
    for (const found of [shareLanguages, errorPageLanguages]) expect(Object.keys(found).sort()).toEqual(tags);
  });

  test.each(
    Object.entries(files).flatMap(([tag, file]) =>
      (["labels", "playground", "invitations", "sharePage", "errorPage"] as const).map(
        (name) => [tag, name, file[name]] as const,
      ),
    ),
  )("%s has the placeholders and plural forms of all texts: %s", (tag, name, texts) => {
    // The build takes the ids from one file, and reads the texts of all files by them.
    expect(Object.keys(texts).sort()).toEqual(Object.keys(tables[name]).sort());
    expect(faultsIn(texts, tag, tables[name])).toEqual([]);
    if (name === "playground") return;
    // These pages do not escape these texts.
    expect(
      Object.values<Text>(texts)
        .flatMap(formsOf)
        .filter((text) => /[<>&"`]/.test(text)),
    ).toEqual([]);
  });

  test.each(["de", "es", "fr", "pt"])(
    "%s has no-break spaces before units, and French ones before punctuation",
    (tag) => {
      const { labels = {}, playground = {}, sharePage = {}, errorPage = {}, rules = {} } = files[tag] ?? {};
      const all = [labels, playground, sharePage, errorPage, rules].flatMap((texts) => Object.values<Text>(texts));
      const breakable = tag === "fr" ? /[}\d] (?:px|mm|%|[kKM]o)(?!\w)| [:;!?»]|« / : /[}\d] (?:px|mm|%|[KM]B)(?!\w)/;
      expect(all).not.toEqual([]);
      expect(all.flatMap(formsOf).filter((form) => breakable.test(form))).toEqual([]);
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
