import { describe, expect, test } from "vitest";
import { marginLines, rangeOf, reasonOf, summaryOf } from "../../demo/stage/margins.ts";
import type { ScanningDecoder } from "../../src/api.ts";
import { parseOptions } from "../../src/options/parse.ts";
import { noMargins, strains } from "../../src/scan/margins.ts";
import { label } from "../labels.ts";

const margins = [
  { name: "module", value: 1.5, unit: "px" },
  { name: "noise", value: 64, unit: "levels" },
  { name: "light", value: 12, unit: "%" },
  { name: "tilt", value: 32, unit: "%" },
  { name: "quiet zone", value: 1, unit: "modules" },
  { name: "blur", value: 44, unit: "%" },
  { name: "covered area", value: 6, unit: "%" },
];

const seeing: ScanningDecoder = { name: "a decoder", version: "1.0.0", passed: true };
const blind = { ...seeing, passed: false };
const scan = { decoders: [seeing], passed: true, margins, grade: "C", score: 0.6, unusedErrorCorrection: 1 } as const;
const optionsOf = (input: object) => parseOptions({ data: "x", ...input }).options;
const contrast = { ratio: 21, symbolContrast: 1, inverted: false } as const;
const report = { contrast, options: optionsOf({}), qr: { pixelsPerModule: 8 } } as const;

describe("margins in everyday words", () => {
  test("every margin of a report has a line without its technical name", () => {
    expect(marginLines({ distance: 40, margins })).toEqual([
      ["Distance", label("readableRangeInList", { range: label("distanceRange", { distance: "1.2 m", width: 3 }) })],
      [label("smallSize"), "readable down to 1.5 px per module"],
      [label("noise"), "readable with up to 25% noise"],
      ["Shadow", "readable if the darkest corner gets 12% of the light"],
      [label("tilt"), "readable until the far edge looks 32% shorter"],
      [label("dark"), "needs a quiet zone of 1 module"],
      [label("blur"), "readable with blur of up to 44% of a module"],
      [label("covered"), "readable with up to 6% covered"],
    ]);
    expect(margins.map(({ name }) => name)).toEqual(strains.map(({ name }) => name));
  });

  test("a code that is not read has no range", () => {
    const lines = marginLines({ distance: null, margins: noMargins() });
    expect(lines.every(([, text]) => text === label("notReadable"))).toBe(true);
    expect(lines).toHaveLength(margins.length + 1);
    expect(rangeOf({ distance: null })).toBe(undefined);
  });

  test("short distances are in centimetres, rounded to 5", () => {
    expect(rangeOf({ distance: 21.4 })).toBe(label("distanceRange", { distance: "65 cm", width: 3 }));
    expect(rangeOf({ distance: 33 })).toBe(label("distanceRange", { distance: "1 m", width: 3 }));
  });

  test.each([
    ["module", label("smallSizeReason")],
    ["quiet zone", label("quietZoneReason")],
  ])("the reason for a low grade is the weakest margin: %s", (weak, reason) => {
    const weakened = margins.map((margin) => (margin.name === weak ? { ...margin, value: null } : margin));
    expect(reasonOf({ ...scan, margins: weakened }, report)).toBe(reason);
  });

  test("the reason for a light-on-dark code is its polarity", () => {
    const inverted = { ...report, contrast: { ...report.contrast, inverted: true } };
    expect(reasonOf(scan, inverted)).toBe(label("lightOnDark"));
  });

  test("an unreadable picture takes precedence over weak margins", () => {
    expect(reasonOf({ ...scan, decoders: [seeing, blind], passed: false }, report)).toBe(label("someDecoders"));
    expect(reasonOf({ ...scan, decoders: [blind, blind], passed: false }, report)).toBe(label("noDecoder"));
  });

  test.each([
    [{ grade: "B" }, { options: optionsOf({ dotStyle: "dots", dotSize: 0.8 }) }, label("shapeLessOften")],
    [{ grade: "B" }, { options: optionsOf({ eyeStyle: "extra-rounded" }) }, label("shapeLessOften")],
    [{}, { options: optionsOf({ dotStyle: "dots", dotSize: 0.7 }) }, label("shapeUnreadable")],
    [{}, { options: optionsOf({ eyeStyle: "dotted" }) }, label("shapeUnreadable")],
    [{ grade: "B", unusedErrorCorrection: 0.2 }, {}, label("littleCorrection")],
    [{ unusedErrorCorrection: 0.09 }, {}, label("littleCorrection")],
    [{}, { qr: { pixelsPerModule: 1 } }, label("modulesTooSmall")],
    [{ grade: "B", decoders: [seeing, { ...seeing, passed: null }] }, {}, label("oneDecoder")],
  ] as const)("the reason is the fault that limits a good score: %j", (fault, facts, reason) => {
    expect(reasonOf({ ...scan, score: 0.9, ...fault }, { ...report, ...facts })).toBe(reason);
  });

  test("a low score is the reason for grade B, whatever else limits the grade", () => {
    const limited = { ...scan, grade: "B", score: 0.75 } as const;
    const usual = reasonOf(limited, report);
    expect(reasonOf({ ...limited, unusedErrorCorrection: 0.2 }, report)).toBe(usual);
    expect(reasonOf(limited, { ...report, options: optionsOf({ dotStyle: "dots", dotSize: 0.5 }) })).toBe(usual);
  });

  test("small modules are the reason for grade C even if the score is low", () => {
    const found = reasonOf({ ...scan, score: 0.56 }, { ...report, qr: { pixelsPerModule: 1 } });
    expect(found).toBe(label("modulesTooSmall"));
  });

  test("grade B has a reason only if there is an issue", () => {
    const issue = { code: "quiet_zone_missing", severity: "warning", field: "margin", message: "" };
    const shown = (grade: string, issues: readonly object[]) =>
      summaryOf({ ...scan, distance: 40, score: 0.75, grade } as never, { ...report, issues } as never);
    expect(shown("B", [])).toMatch(/^Readable from about 1.2 m/);
    expect(shown("B", [issue])).not.toMatch(/^Readable/);
    expect(shown("C", [])).not.toMatch(/^Readable/);
  });
});
