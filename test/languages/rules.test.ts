import { describe, expect, test } from "vitest";
import { createTranslateMessage, type MessageWords } from "../../demo/languages/message.ts";
import { ruleIds } from "../../demo/product/rule-ids.ts";
import { encodeSymbol } from "../../src/core/core.ts";
import { QrError } from "../../src/errors.ts";
import { changeOptions, withAdvice } from "../../src/messages/advice.ts";
import * as listRules from "../../src/messages/list-rules.ts";
import * as logoRules from "../../src/messages/logo-rules.ts";
import { type Message, messageOf, type Rule, verbatim } from "../../src/messages/message.ts";
import * as optionRules from "../../src/messages/option-rules.ts";
import * as pageRules from "../../src/messages/page-rules.ts";
import * as payloadRules from "../../src/messages/payload-rules.ts";
import * as pictureRules from "../../src/messages/picture-rules.ts";
import * as reportRules from "../../src/messages/report-rules.ts";
import { fromHeader, fromSent, toHeader } from "../../src/messages/wire.ts";
import { parseOptions } from "../../src/options/parse.ts";
import { freeTable, type Row, rows } from "../../src/options/table.ts";
import { type Field, ruleOf } from "../../src/payload/kind.ts";
import { kinds } from "../../src/payload/payload.ts";
import { riskyShapes } from "../../src/render/shapes.ts";
import { transparencyIssue } from "../../src/report/contrast-issues.ts";
import { examine } from "../../src/report/examine.ts";
import type { Finding } from "../../src/report/issues.ts";
import { scanIssue } from "../../src/report/verdict.ts";
import { atOnce } from "../../src/work/steps.ts";
import { languageFiles } from "./texts.ts";

const files = languageFiles;
const words: MessageWords = {
  nameOf: (name, first) => (first ? `<${name}>` : name),
  choiceOf: (option, value) => (option === "dotStyle" && value === "dots" ? "Punkte" : value),
  numberOf: (value, digits) => value.toFixed(digits).replace(".", ","),
};
const {
  colorDigits,
  designInvalid,

  missingCharacters,
  numberRange,
  smallModules,
  contrastBetween,
  byteCount,
} = { ...optionRules, ...reportRules };

describe("translating messages", () => {
  const translate = createTranslateMessage(
    "de",
    {
      problemAdvice: "{problem}. Lösung: {advice}",
      both: "{first} und {second}",
      numberRange: "{field}: Zahl von {min} bis {max}",
      contrastBetween: "{option} und {other}: {ratio}:1",
      setTo: "{option} auf {value} setzen",
      alsoTo: "{option} auf {value} setzen",
      removeOption: "{option} entfernen",
      alsoRemove: "{option} entfernen",
      designInvalid: "{field} ist ungültig. {rule}",
      missingCharacters: "{field} enthält {text}",
      byteCount: { one: "ein Byte", other: "{count} Bytes" },
    },
    ruleIds,
  );
  const shown = (message: Message) => translate(message, words);
  const colors = { option: { option: "color" }, other: { option: "bg" } };

  test("follows the field, and writes numbers as in the language", () => {
    expect(shown({ field: "size", rule: numberRange, values: { min: { number: 0.5, digits: 2 }, max: 1 } })).toBe(
      "<size>: Zahl von 0,50 bis 1",
    );
    expect(shown({ field: "size", rule: numberRange, values: { min: { number: 1000 }, max: 0.25 } })).toBe(
      "<size>: Zahl von 1000 bis 0,25",
    );
    expect(shown({ rule: byteCount, values: { count: 1 } })).toBe("ein Byte");
  });

  test("translates each clause, with the labels of choices", () => {
    const problem = { rule: contrastBetween, values: { ...colors, ratio: { number: 2.5, digits: 2 }, least: 4.5 } };
    const advice = changeOptions(
      [
        ["bg", "012345"],
        ["dotStyle", "dots"],
      ],
      ["frame", "logo"],
    );
    expect(shown({ field: "bg", ...withAdvice(problem, advice) })).toBe(
      "<color> und bg: 2,50:1. Lösung: bg auf 012345 setzen und dotStyle auf Punkte setzen und frame entfernen und logo entfernen",
    );
    const size = { rule: numberRange, values: { min: 1, max: 2 } };
    const values = { option: { option: "dotSize" }, rule: size };
    expect(shown({ field: "design", rule: designInvalid, values })).toMatch(
      /^<design> ist ungültig. .*: Zahl von 1 bis 2$/,
    );
  });

  test("translates messages that a server has sent", () => {
    const problem = { rule: contrastBetween, values: { ...colors, ratio: { number: 2.5, digits: 2 }, least: 4.5 } };
    const message = withAdvice(problem, changeOptions([["bg", "012345"]], []));
    const received = fromHeader(messageOf(message), undefined, toHeader(message) ?? null);
    expect(shown(received)).toBe(shown(message));
    expect(messageOf(received)).toBe(messageOf(message));
  });

  test("returns undefined if a part has no translation or no value", () => {
    expect(shown({ field: "size", rule: colorDigits })).toBeUndefined();
    expect(shown({ field: "size", rule: numberRange, values: { min: 1 } })).toBeUndefined();
    const problem = { rule: smallModules, values: { pixels: 1, least: 4 } };
    expect(shown(withAdvice(problem, changeOptions([], ["logo"])))).toBeUndefined();
    expect(shown(fromSent("size must be nice", "size", { rule: "toString" }))).toBeUndefined();
  });

  test("keeps only the text of a message whose rule and values do not read like it", () => {
    let deep: unknown = "a";
    for (let level = 0; level < 1000; level++) deep = { rule: "{problem}", values: { problem: deep } };
    const values = [1, null, "a", { min: null }, { min: [1] }, { min: { number: "1" } }, { min: deep }];
    const hostile = [1, null, "a", {}, { rule: {} }, ...values.map((values) => ({ rule: numberRange, values }))];
    for (const sent of hostile) {
      const received = fromSent("English", "size", sent);
      expect(messageOf(received)).toBe("English");
      expect(shown(received)).toBeUndefined();
    }
    for (const header of ["", "{", "null", '{"rule":"a"}']) {
      expect(messageOf(fromHeader("English", "size", header))).toBe("English");
    }
    const sent = { rule: numberRange, values: { min: { number: 1, digits: 1e9 }, max: 2 } };
    expect(shown(fromSent("size must be a number from 1 to 2", "size", sent))).toBe("<size>: Zahl von 1 bis 2");
  });

  test("reads messages quickly whose clauses repeat their clauses", () => {
    let clause: unknown = { rule: "" };
    for (let level = 0; level < 8; level++) clause = { rule: "{a}".repeat(30), values: { a: clause } };
    expect(messageOf(fromHeader("English", "size", JSON.stringify(clause)))).toBe("English");
    const long = { rule: "{a}".repeat(1_000), values: { a: "a" } };
    expect(fromSent("a".repeat(1_000), undefined, long)).toEqual(verbatim("a".repeat(1_000)));
  });

  test("sends headers in ASCII, and no long ones", () => {
    const message = { field: "caption", rule: missingCharacters, values: { text: "𒀀 é\u007f" } };
    const header = toHeader(message) ?? "";
    expect(header).toMatch(/^[ -~]+$/);
    expect(fromHeader(messageOf(message), "caption", header)).toEqual(message);
    expect(toHeader({ ...message, values: { text: "x".repeat(2_000) } })).toBeUndefined();
    expect(toHeader(verbatim("a message"))).toBeUndefined();
  });

  test("shows braces in text, and never a name for them", () => {
    expect(shown({ field: "data", rule: missingCharacters, values: { text: "{size}" } })).toBe("<data> enthält {size}");
  });
});

const all: readonly (readonly [id: string, rule: Rule])[] = [
  listRules,
  logoRules,
  pictureRules,
  optionRules,
  pageRules,
  payloadRules,
  reportRules,
].flatMap((rules) => Object.entries(rules));

describe("rules", () => {
  test("are different from each other, and have different ids", () => {
    for (const at of [0, 1]) expect(new Set(all.map((one) => one[at])).size).toBe(all.length);
    expect(all.filter(([, rule]) => rule.lastIndexOf("{field}") > 0)).toEqual([]);
  });

  const placeholdersIn = (text: string) => [...text.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name);

  test.each(Object.entries(files))("in %s have no other placeholders", (_, { rules }) => {
    const texts: Readonly<Record<string, string | object | undefined>> = rules;
    const faults = all.filter(([id, rule]) => {
      const known = placeholdersIn(rule);
      const text = texts[id] ?? {};
      const used = typeof text === "string" ? [text] : Object.values(text as Readonly<Record<string, string>>);
      return used.length === 0 || used.flatMap(placeholdersIn).some((name) => !known.includes(name));
    });
    expect(faults).toEqual([]);
    expect(Object.keys(texts).filter((id) => !all.some(([known]) => known === id))).toEqual([]);
  });
});

/** Returns the errors that users of the page can see. */
function reachable(): Message[] {
  const fields = kinds.flatMap((kind) =>
    Object.entries<Field>(kind.fields).map(([field, row]) => ({ field, ...ruleOf(row) })),
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
  const options = rows.flatMap(([field, row]): Message[] =>
    [row, freeTable[field] as Row].flatMap((kind) =>
      samples.filter((word) => kind.read(word) === undefined).map((word) => ({ field, ...kind.rule(word) })),
    ),
  );
  const designs = [...options.flatMap(({ field = "" }) => field), "size"].flatMap(
    (field) => parseOptions({ data: "x", design: { [field]: "?" } }).issues,
  );
  return [...fields, ...options, ...designs, ...tooLong()];
}

/** Returns the errors for digits, alphanumeric characters and bytes that are too long, and for bytes that another level holds. */
function tooLong(): Message[] {
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

  test.each(Object.entries(files))("%s has all of them", (tag, { rules }) => {
    const translate = createTranslateMessage(tag, rules, ruleIds);
    const missing = errors.filter((error) => translate(error, words) === undefined);
    expect([...new Set(missing.map(({ rule }) => rule))]).toEqual([]);
  });
});
