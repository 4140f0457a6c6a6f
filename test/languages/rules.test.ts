import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { createTranslateMessage, type MessageWords } from "../../demo/languages/message.ts";
import { encodeSymbol } from "../../src/core/core.ts";
import { literal, type MessageParts, QrError } from "../../src/errors.ts";
import { parseOptions } from "../../src/options/parse.ts";
import { freeTable, type Row, rows } from "../../src/options/table.ts";
import { type Field, ruleOf } from "../../src/payload/kind.ts";
import { kinds } from "../../src/payload/payload.ts";
import { riskyShapes } from "../../src/render/shapes.ts";
import { transparencyIssue } from "../../src/service/contrast-issues.ts";
import { examine } from "../../src/service/examine.ts";
import type { Finding } from "../../src/service/issues.ts";
import { scanIssue } from "../../src/service/verdict.ts";
import { atOnce } from "../../src/work/steps.ts";
import { processorTime } from "../processor-time.ts";
import { faultsIn, languageFiles, stringsIn } from "./texts.ts";

const files = languageFiles;
const words: MessageWords = {
  nameOf: (name, first) => (first ? `<${name}>` : name),
  choiceOf: (option, value) => (option === "dotStyle" && value === "dots" ? "Punkte" : value),
  numberOf: (value, digits) => value.toFixed(digits).replace(".", ","),
};

describe("translating messages", () => {
  const translate = createTranslateMessage("de", {
    "{problem}: {advice}": "{problem}. Lösung: {advice}",
    "{first} and {second}": "{first} und {second}",
    "{label} must be a number from {min} to {max}": "{label}: Zahl von {min} bis {max}",
    "{option} and {other} have a contrast of {ratio}:1": "{option} und {other}: {ratio}:1",
    "set {option} to {value}": "{option} auf {value} setzen",
    "remove {option}": "{option} entfernen",
    "{label} has an invalid {option}, which {rule}": "{label} ist ungültig. {rule}",
    "{label} contains {text}": "{label} enthält {text}",
    "{label} has the colour {text}, which {rule}": "{label} enthält eine Farbe. {rule}",
    "{text} must be six hex digits without a leading #": "{text}: sechs Ziffern",
    "the code fails": "Der Code versagt",
  });
  const shown = (rule: string, field?: string, whole?: boolean) => translate({ rule, field, whole }, words);

  test("follows the field, and writes numbers as in the language", () => {
    expect(shown("must be a number from 0.50 to 1", "size")).toBe("<size>: Zahl von 0,50 bis 1");
    expect(shown("must be a number from 1,000 to 2,000", "size")).toBe("<size>: Zahl von 1000 bis 2000");
    expect(shown("{color} and {bg} have a contrast of 2.50:1", "color", true)).toBe("<color> und bg: 2,50:1");
  });

  test("translates each clause, with the labels of choices", () => {
    const rule =
      "{color} and {bg} have a contrast of 1:1: set {bg} to 012345 and {dotStyle} to dots and remove {frame}";
    expect(shown(rule, "bg", true)).toBe(
      "<color> und bg: 1:1. Lösung: bg auf 012345 setzen und dotStyle auf Punkte setzen und frame entfernen",
    );
    expect(shown("{color} and {bg} have a contrast of 1:1: remove {gradient} and {bgGradient}", "bg", true)).toMatch(
      /gradient entfernen und bgGradient entfernen$/,
    );
    expect(shown("the code fails: remove {frame} and {logo}", "frame", true)).toBe(
      "Der Code versagt. Lösung: frame entfernen und logo entfernen",
    );
    expect(shown("has an invalid {dotSize}, which must be a number from 1 to 2", "design")).toBe(
      "<design> ist ungültig. <dotSize>: Zahl von 1 bis 2",
    );
  });

  test("translates a rule for a part of the value", () => {
    expect(shown('has the colour "a", which must be six hex digits without a leading #', "gradient")).toBe(
      '<gradient> enthält eine Farbe. "a": sechs Ziffern',
    );
  });

  test("translates messages that the service has composed", () => {
    expect(shown("size must be a number from 1 to 2", "size", true)).toBe("<size>: Zahl von 1 bis 2");
  });

  test("returns undefined if a part has no translation, or the message is long", () => {
    expect(shown("must be nice", "size")).toBeUndefined();
    expect(shown("{color} and {bg} have a contrast of 1:1: be creative", "bg", true)).toBeUndefined();
    expect(shown(`contains ${"a".repeat(500)}`, "data")).toMatch(/ enthält a+$/);
    expect(shown(`contains ${"a".repeat(1000)}`, "data")).toBeUndefined();
  });

  test("is quick for hostile messages", async () => {
    const translateAll = () => {
      for (const part of [" and ", ": ", "{a} ", "set {a} to ", "remove {a} and "]) {
        for (const file of Object.values(files)) {
          createTranslateMessage("de", file.rules)({ rule: part.repeat(600 / part.length), field: "a" }, words);
        }
      }
    };
    expect(await processorTime(translateAll)).toBeLessThan(1_000);
  });

  test("shows braces in text, and never a name for them", () => {
    expect(shown(`contains ${literal("{size}")}`, "data")).toBe("<data> enthält {size}");
  });
});

/** Parts of the library whose messages users of the page see, with the field that the rules follow. */
const SOURCES: readonly (readonly [field: string, folder: string, names: string])[] = [
  ["name", "src/payload", "wifi sepa otp event mecard vcard product phone mail url geo bitcoin"],
  ["logo", "src/logo", "errors address file jpeg pixels svg-check svg-elements svg-styles svg-cost svg-text svg-words"],
  ["logo", "src/logo/host", "fetcher request drawer canvas page-fetcher"],
  ["logo", "src/service", "logo"],
  ["file", "src/list", "rows records workbook sheet cell-text xml zip"],
  ["caption", "src/options", "look-kinds kinds"],
  ["caption", "src/card", "caption"],
  ["caption", "src/service", "caption"],
  ["data", "src/core", "encoder"],
  ["logo", "src/work", "heavy-jobs"],
  ["caption", "demo", "logo-picture"],
  ["logoData", "demo/stage", "issues"],
  ["", "sw/parts", "part"],
];

/** How rules begin, and complete messages. */
const RULE =
  /^(?:must|is|has|contains|can't|cannot|could|needs|takes|unpacks|was) \S+ |^(?:a quoted|a required|a font|the row|there is|logos|too many) /;

/** Rules that users of the page cannot break, or whose parts are translated separately. */
const UNREACHABLE: readonly RegExp[] = [
  /Uint8Array|^must be a string$|^has no such sheet$/,
  /7$/,
  /: 7(?:shorten it)?$|has 7:/,
];

/** Returns the errors that users of the page can see. */
function reachable(): MessageParts[] {
  const fields = kinds.flatMap((kind) =>
    Object.entries<Field>(kind.fields).map(([field, row]) => ({ field, rule: ruleOf(row) })),
  );
  const samples = [
    "?",
    0,
    "linear",
    "linear,7",
    "radial,a",
    "radial,a,b",
    "radial,000000@9,fff",
    "x".repeat(300),
    "\0",
    " ",
  ];
  const options = rows.flatMap(([field, row]) =>
    [row, freeTable[field] as Row].flatMap((kind) =>
      samples.filter((word) => kind.read(word) === undefined).map((word) => ({ field, rule: kind.rule(word) })),
    ),
  );
  const designs = [...options, { field: "size", rule: "" }].flatMap(
    ({ field }) => parseOptions({ data: "x", design: { [field]: "?" } }).issues,
  );
  const written = SOURCES.flatMap(([field, folder, names]) =>
    names.split(" ").flatMap((name) =>
      stringsIn(readFileSync(`${folder}/${name}.ts`, "utf8"))
        .filter((rule) => RULE.test(rule) && !UNREACHABLE.some((pattern) => pattern.test(rule)))
        .map((rule) => (/^(?:a|the|there|logos|too) /.test(rule) ? { rule, field, whole: true } : { rule, field })),
    ),
  );
  return [...fields, ...options, ...designs, ...written, ...tooLong()];
}

/** Returns the errors for digits, alphanumeric characters and bytes that are too long, and for bytes that another level holds. */
function tooLong(): MessageParts[] {
  const texts = [
    ["7".repeat(7090), "L"],
    ["A".repeat(4297), "L"],
    ["x".repeat(2954), "L"],
    ["x".repeat(2953), "M"],
  ] as const;
  return texts.map(([data, ec]) => {
    try {
      encodeSymbol(data, { ec });
    } catch (error) {
      if (error instanceof QrError) return error;
    }
    throw new Error(`${data.length} characters fit at ${ec}`);
  });
}

/** Returns the issues of many codes, and of codes that were scanned. */
async function issues(): Promise<readonly Finding[]> {
  const colors = ["000000", "ffffff", "777777", "ffee00"];
  const looks = colors.flatMap((color) =>
    [...colors, "transparent"].flatMap((bg) => [
      { color, bg },
      { color, bg, gradient: `linear,0,${color},777777`, frame: "plain", caption: "a", captionColor: color },
      { color, bg, bgGradient: "radial,ffffff,000000", eyeColor: "ffffff", margin: 1 },
    ]),
  );
  const clear = [
    { bg: "transparent", gradient: "linear,0,ffffff,555555" },
    { bg: "transparent", gradient: "linear,0,ffffff,777777", eyeColor: "ffffff" },
  ];
  const shapes = [
    ...Object.entries(riskyShapes).flatMap(([name, risky]) => Object.keys(risky).map((shape) => ({ [name]: shape }))),
    { dotStyle: "dots", dotSize: 0.5 },
    { dotSize: 0.9, frame: "none", caption: "a" },
    { size: 32, margin: 0 },
    { size: 200, data: "a".repeat(1500) },
    { ec: "H", data: "a".repeat(2000) },
    { data: "a".repeat(3000) },
    ...["café", "日本語", "https://bär.de", "https://example.com/é", "https://bär.de/é", "Ã{x}é"].map((data) => ({
      data,
    })),
  ];
  const reports = await Promise.all(
    [...looks, ...clear, ...shapes].map((look) => examine({ data: "https://example.com", ...look })),
  );
  const { options } = parseOptions({ data: "a".repeat(100), size: 64, color: "777777", logo: "https://a.example/" });
  const scans = ["module", "noise", "light", "tilt", "quiet zone"].flatMap((name) =>
    (["C", "D", "F"] as const).flatMap((grade) =>
      [true, false].map((passed) => {
        const decoders = [
          { name: "zxing", passed },
          { name: "zbar", passed: true },
        ];
        const margins = [{ name, value: null, score: 0 }];
        return atOnce(scanIssue(options, { grade, passed, score: 0.3, decoders, margins } as never));
      }),
    ),
  );
  const pages = ["ffffff", "000000"].map((from) => transparencyIssue(options, { from, to: "888888" }));
  return [...reports.flatMap((report) => report.issues as readonly Finding[]), ...scans, ...pages];
}

describe("messages that users of the page see", async () => {
  const errors = [...reachable(), ...(await issues())];
  const [, first] = Object.entries(files)[0] ?? [];
  const keys = new Set(Object.keys(first?.rules ?? {}));

  test.each(Object.entries(files))("%s has all of them", (tag, { rules }) => {
    const translate = createTranslateMessage(tag, rules);
    const missing = errors.filter((error) => translate(error, words) === undefined);
    expect([...new Set(missing.map(({ rule }) => rule))]).toEqual([]);
    expect(faultsIn(rules, tag, { keys, plurals: new Set(), isPartial: true })).toEqual([]);
  });
});
