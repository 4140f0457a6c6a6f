import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Report } from "../../src/api.ts";
import { setOption } from "../../src/messages/advice.ts";
import { type Message, messageOf } from "../../src/messages/message.ts";
import {
  both,
  doesNotScan,
  doesNotScanWith,
  scansOnlyFront,
  scansOnlyInverted,
  scansOnlyLit,
  scansOnlyNear,
  scansOnlySharp,
  scansOnlyWithSpace,
  scansWellOnlyFront,
  scansWellOnlyLit,
  scansWellOnlyNear,
  scansWellOnlySharp,
  scansWellOnlyWithSpace,
  shorten,
  swapOptions,
} from "../../src/messages/report-rules.ts";
import { parseOptions, type RawOptions } from "../../src/options/parse.ts";
import { table } from "../../src/options/table.ts";
import { examine } from "../../src/report/examine.ts";
import type { Finding } from "../../src/report/issues.ts";
import { judge, limitOf, scanIssue } from "../../src/report/verdict.ts";
import { strains } from "../../src/scan/margins.ts";
import { inspect } from "../../src/service/service.ts";
import { atOnce } from "../../src/work/steps.ts";
import { heavy, logoData, url } from "../service/reports.ts";

type Scan = NonNullable<Report["scan"]>;

/** Returns a scan with this grade, in which both decoders passed or failed. */
function scanOf(grade: Scan["grade"], passed: readonly boolean[] = [true, true], weak = "noise"): Scan {
  return {
    decoder: "zxing-wasm 3.1.4",
    decoders: ["zxing-wasm", "zbar-wasm"].map((name, at) => ({ name, version: "1.0.0", passed: passed[at] ?? false })),
    passed: passed.every(Boolean),
    conditions: [],
    unusedErrorCorrection: 1,
    margins: strains.map(({ name, unit, steps }) => ({
      name,
      unit,
      value: name === weak ? null : (steps.at(-1) ?? 0),
    })),
    distance: 10,
    score: 0.5,
    grade,
  };
}

/** Resolves to the options in `input`, and to the issues that are known without a scan. */
async function predict(input: RawOptions) {
  const { options } = parseOptions({ data: url, ...input });
  const { issues } = await examine({ data: url, ...input }, { heavy });
  return { options, findings: issues.filter(({ code }) => code !== "scan_skipped") };
}

/** Issues that a picture with grade A may have. */
const CALM: readonly string[] = ["inverted", "transparent_background", "unknown_option", "quiet_zone_missing"];

const severities = (findings: readonly Finding[]) => findings.map(({ code, severity }) => `${code} ${severity}`);

describe("predictions", () => {
  const input = { color: "bbbbbb", margin: 1, size: 64 };

  test.each<[Scan["grade"], readonly string[]]>([
    ["A", ["quiet_zone_missing warning"]],
    ["B", ["low_contrast warning", "quiet_zone_missing warning"]],
    ["C", ["too_small warning", "low_contrast warning", "quiet_zone_missing warning", "scan_weak warning"]],
    ["D", ["too_small warning", "low_contrast error", "quiet_zone_missing warning", "scan_weak warning"]],
    ["F", ["too_small warning", "low_contrast error", "quiet_zone_missing warning", "scan_failed error"]],
  ])("agree with grade %s", async (grade, expected) => {
    const { options, findings } = await predict(input);
    expect(severities(atOnce(judge(options, findings, scanOf(grade))))).toEqual(expected);
  });

  test.each([
    [{ gradient: "linear,90,000000@26,ffffff@26,ffffff@29,000000@29" }, "gradient", "error"],
    [{ bgGradient: "linear,90,000000@9,ffffff@9,ffffff@91,000000@91" }, "bgGradient", "error"],
    [{ bgGradient: "radial,ffffff@70,000000", frame: "plain" }, "bgGradient", "error"],
    [{ gradient: "linear,0,000000,888888" }, "gradient", "warning"],
  ])("all grades keep the low contrast of %j", async (input, field, severity) => {
    const { options, findings } = await predict(input);
    for (const grade of ["A", "B", "C", "D", "F"] as const) {
      const found = atOnce(judge(options, findings, scanOf(grade))).find(({ code }) => code === "low_contrast");
      expect(found).toMatchObject({ field, severity: grade < "D" ? "warning" : severity });
    }
  });

  test.each([
    ["logo_too_large", { logoData, logoSize: 0.4 }, { unusedErrorCorrection: 0.09 }, 8],
    ["too_small", { size: 60 }, {}, 1.9],
    ["risky_shape", { eyeStyle: "dotted" }, { score: 0.9 }, 8],
  ] as const)("%s is the only issue if it limits the grade to C", async (code, input, fault, pixels) => {
    const { options, findings } = await predict(input);
    expect(atOnce(judge(options, findings, { ...scanOf("C"), ...fault }, pixels)).map((issue) => issue.code)).toEqual([
      code,
    ]);
  });

  test("other issues do not depend on the grade", async () => {
    const { options, findings } = await predict({ color: "ffffff", bg: "000000", sise: "1" });
    const expected = ["inverted warning", "unknown_option warning"];
    expect(severities(findings)).toEqual(expected);
    for (const grade of ["A", "B"] as const) {
      expect(severities(atOnce(judge(options, findings, scanOf(grade))))).toEqual(expected);
    }
  });
});

describe("the issue of a scan", () => {
  const message = async (input: RawOptions, scan: Scan) => atOnce(scanIssue((await predict(input)).options, scan));

  const clausesOf = ({ values }: Finding) => [values?.problem, values?.advice] as readonly Message[];
  const sizeAdvice = setOption("size", 132);

  test("names the decoders that do not read the code", async () => {
    const one = await message({ size: 64 }, scanOf("D", [true, false]));
    expect(one).toMatchObject({ code: "scan_failed", severity: "error", field: "size" });
    expect(clausesOf(one)).toEqual([{ rule: doesNotScanWith, values: { name: "zbar-wasm" } }, sizeAdvice]);
    const none = await message({ size: 64 }, scanOf("F", [false, false]));
    expect(clausesOf(none)).toEqual([{ rule: doesNotScan }, sizeAdvice]);
  });

  test.each([
    ["module", scansOnlyNear, scansWellOnlyNear],
    ["noise", scansOnlySharp, scansWellOnlySharp],
    ["light", scansOnlyLit, scansWellOnlyLit],
    ["tilt", scansOnlyFront, scansWellOnlyFront],
    ["quiet zone", scansOnlyWithSpace, scansWellOnlyWithSpace],
  ])("names what a code with a small margin of %s needs", async (weak, only, reliably) => {
    const found = await message({ size: 64 }, scanOf("D", [true, true], weak));
    expect(found).toMatchObject({ code: "scan_weak", severity: "warning" });
    expect(clausesOf(found)).toEqual([{ rule: only }, sizeAdvice]);
    const better = await message({ size: 64 }, scanOf("C", [true, true], weak));
    expect(better).toMatchObject({ code: "scan_weak", severity: "warning" });
    expect(clausesOf(better)).toEqual([{ rule: reliably }, sizeAdvice]);
  });

  test("is an error if the grade is F", async () => {
    expect(await message({}, scanOf("F"))).toMatchObject({ code: "scan_failed", severity: "error" });
  });

  test("suggests dark on light if that helps more than other changes", async () => {
    const input = { color: "ffffff", bg: "000000" };
    const found = await message({ ...input, margin: 2 }, { ...scanOf("D"), score: 0.4 });
    expect(clausesOf(found)).toMatchObject([{ rule: scansOnlyInverted }, { rule: swapOptions }]);
    expect(found.ways).toEqual([{ color: "000000", bg: "ffffff" }]);
    const tiny = await message({ ...input, size: 33 }, { ...scanOf("D"), score: 0.1 });
    expect(clausesOf(tiny)).toMatchObject([{ rule: scansOnlySharp }, { values: { option: { option: "size" } } }]);
  });

  test.each<[string, RawOptions, object]>([
    ["a larger size for small modules", { size: 40 }, { size: 132 }],
    ["a darker colour for a pale code", { color: "d09090" }, { color: "2a1d1d" }],
    ["a lighter background for a dark one", { bg: "606060" }, { bg: "dfdfdf" }],
    ["both colours if one is not enough", { color: "667788", bg: "99aa77" }, { color: "14181b", bg: "ebeee4" }],
    [
      "shades of the swapped colours for a light code",
      { color: "99aa77", bg: "667788" },
      { color: "5c6b7a", bg: "a3b385" },
    ],
    [
      "dark on white for a light code without background",
      { color: "ffffff", bg: "transparent" },
      { color: "333333", bg: "ffffff" },
    ],
    [
      "darker shades for a pale gradient",
      { gradient: "linear,90,cc9999,eeeeee" },
      { gradient: "linear,90,ca9898,a7a7a7" },
    ],
    ["a quiet zone", { margin: 0, size: 250 }, { margin: 4 }],
    ["a quiet zone and a size that keeps the modules", { margin: 0, size: 104 }, { margin: 4, size: 132 }],
    ["a smaller logo", { logoData, logoSize: 0.4, ec: "L", size: 300 }, { logoSize: 0.1 }],
  ])("suggests %s", async (_, input, way) => {
    const { ways = [], ...found } = await message(input, scanOf("C"));
    expect(ways).toStrictEqual([way]);
    expect(messageOf(found)).not.toContain("undefined");
  });

  test("suggests the size of the logo and of the picture that predictions suggest", async () => {
    for (const [input, name] of [
      [{ logoData, logoSize: 0.4, size: 1000 }, "logoSize"],
      [{ size: 60 }, "size"],
    ] as const) {
      const { options, findings } = await predict(input);
      const values = (issues: readonly Finding[]) =>
        issues.flatMap(({ ways = [] }) => ways.flatMap((way: RawOptions) => way[name] ?? []));
      const found = atOnce(judge(options, findings, { ...scanOf("D"), score: 0.4 }));
      expect(values(found).length, name).toBeGreaterThan(1);
      expect(new Set(values(found)).size, name).toBe(1);
    }
  });

  test("suggests one change for a code that scans, and several for one that does not", async () => {
    const input = { color: "bbbbbb", margin: 0, size: 33 };
    const poor = await message(input, scanOf("D"));
    expect(poor.ways).toEqual([{ size: 132 }]);
    const lost = await message(input, scanOf("F", [false, false]));
    expect(lost.ways?.map((way) => Object.keys(way).sort())).toEqual([["color", "margin", "size"]]);
    expect(clausesOf(lost)).toMatchObject([{ rule: doesNotScan }, { rule: both }]);
  });

  test("suggests each option at most once", async () => {
    const {
      ways = [],
      rule,
      values,
    } = await message({ color: "aaaaaa", bg: "999999", margin: 0 }, scanOf("F", [false, false]));
    expect(ways).toMatchObject([{ color: "1f1f1f", bg: "eeeeee", margin: 4 }]);
    const named: string[] = [];
    messageOf({ rule, values }, (name) => {
      named.push(name);
      return name;
    });
    expect(named.sort()).toEqual(["bg", "color", "margin"]);
  });

  test("suggests a shorter text if only that helps", async () => {
    const data = "https://example.com/".padEnd(2900, "path/");
    const found = await message({ data, size: 2048, ec: "L" }, scanOf("C"));
    expect(found).toMatchObject({ field: "data", ways: [] });
    expect(clausesOf(found)[1]).toMatchObject({ rule: shorten });
  });
});

describe("reports of many pictures", () => {
  const hex = fc.integer({ min: 0, max: 255 }).map((level) => level.toString(16).padStart(2, "0").repeat(3));
  const input = fc.record(
    {
      data: fc.string({ minLength: 1, maxLength: 90, unit: "grapheme-ascii" }),
      color: fc.oneof(hex, fc.constantFrom("000000", "7a1020", "ffffff", "zz")),
      bg: fc.oneof(hex, fc.constantFrom("ffffff", "ffeecc", "003366", "transparent")),
      margin: fc.constantFrom(0, 1, 2, 3, 4, 10),
      size: fc.oneof(fc.integer({ min: 32, max: 90 }), fc.integer({ min: 90, max: 300 })),
      dotStyle: fc.constantFrom(...table.dotStyle.of),
      format: fc.constantFrom(...table.format.of),
      ec: fc.constantFrom(...table.ec.of),
      logoData: fc.constantFrom(logoData, "broken"),
      logoSize: fc.constantFrom(0.1, 0.25, 0.4),
      logoMargin: fc.constantFrom(0, 6),
      version: fc.constantFrom(1, 4, 12),
      unknown: fc.constant("1"),
    },
    { requiredKeys: ["data"] },
  );

  /** Issues that make /api/qr fail, so that there is no picture to scan. */
  const refusals = ["data_missing", "data_too_long", "invalid_option", "logo_invalid", "logo_unreachable"];

  test("grade, valid and issues never contradict each other", { timeout: 300_000 }, async () => {
    const seen = new Set<string>();
    await fc.assert(
      fc.asyncProperty(input, async (given) => {
        const { valid, scan, issues, qr, options } = await inspect(given, { heavy });
        const codes = issues.map(({ code }) => code);
        const errors = issues.filter(({ severity }) => severity === "error").map(({ code }) => code);
        expect(valid).toBe(errors.length === 0);
        seen.add(`${scan?.grade} ${valid}`);
        if (!scan) {
          // A code of a format without pixels may have more modules than `size`.
          const isSkipped = /txt|json/.test(options.format) && codes.includes("scan_skipped");
          expect(isSkipped || errors.some((code) => refusals.includes(code))).toBe(true);
          return;
        }
        expect(codes.some((code) => refusals.includes(code) || code === "scan_skipped")).toBe(false);
        const { grade, passed, decoders } = scan;
        if (grade < "D") expect(valid).toBe(true);
        if (grade === "F" || !passed) expect(valid).toBe(false);
        if (!passed) expect(grade).toMatch(/[DF]/);
        if (decoders.every((decoder) => !decoder.passed)) expect(grade).toBe("F");
        const limit = grade === "C" && limitOf(options, scan, qr?.pixelsPerModule ?? 0);
        const explained = {
          shape: "risky_shape",
          unused: "logo_too_large",
          quiet: "quiet_zone_missing",
          size: "too_small",
        } as const;
        const isExplained = limit && codes.includes(explained[limit]);
        expect(codes.filter((code) => code.startsWith("scan_"))).toEqual(
          grade < "C" || isExplained ? [] : [grade === "F" || !passed ? "scan_failed" : "scan_weak"],
        );
        expect(errors.includes("scan_failed")).toBe(codes.includes("scan_failed"));
        if (grade === "A") expect(codes.filter((code) => !CALM.includes(code))).toEqual([]);
        if (grade < "C") expect(codes).not.toContain("logo_too_large");
        for (const { code, message } of issues) {
          if (code === "scan_failed" || code === "scan_weak") {
            expect(message).toMatch(passed ? /^the code scans (reliably )?only / : /^the code does not scan/);
            expect(message).toMatch(/: (set \w+ to |swap |shorten data|remove the logo)/);
          }
          expect(message).not.toMatch(passed ? /does not scan/ : /the code scans/);
        }
      }),
      { numRuns: 120 },
    );
    expect([...seen].map((one) => one[0]).sort()).toEqual(expect.arrayContaining(["A", "D", "F"]));
  });
});
