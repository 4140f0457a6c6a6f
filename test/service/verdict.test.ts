import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Report } from "../../src/api.ts";
import { parseOptions, type RawOptions } from "../../src/options/parse.ts";
import { table } from "../../src/options/table.ts";
import { strains } from "../../src/scan/margins.ts";
import { examine, inspect } from "../../src/service/inspect.ts";
import type { Finding } from "../../src/service/issues.ts";
import { judge, scanIssue } from "../../src/service/verdict.ts";
import { heavy, logoData, url } from "./reports.ts";

type Scan = NonNullable<Report["scan"]>;

/** Returns a scan with this grade that two decoders passed or failed. */
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

/** Resolves to the options in `words`, and the issues that are known without a scan. */
async function predict(words: RawOptions) {
  const { options } = parseOptions({ data: url, ...words });
  const { issues } = await examine({ data: url, ...words });
  return { options, findings: issues.filter(({ code }) => code !== "scan_skipped") };
}

/** Issues that a picture with grade A may have. */
const CALM: readonly string[] = ["inverted", "unknown_option", "quiet_zone_missing"];

const severities = (findings: readonly Finding[]) => findings.map(({ code, severity }) => `${code} ${severity}`);

describe("predictions", () => {
  const words = { color: "bbbbbb", margin: 0, size: 64 };

  test.each<[Scan["grade"], readonly string[]]>([
    ["A", ["quiet_zone_missing warning"]],
    ["B", ["low_contrast warning", "quiet_zone_missing warning"]],
    ["C", ["too_small warning", "low_contrast warning", "quiet_zone_missing warning"]],
    ["D", ["too_small warning", "low_contrast error", "quiet_zone_missing error", "scan_failed warning"]],
    ["F", ["too_small warning", "low_contrast error", "quiet_zone_missing error", "scan_failed error"]],
  ])("agree with grade %s", async (grade, expected) => {
    const { options, findings } = await predict(words);
    expect(severities(judge(options, findings, scanOf(grade)))).toEqual(expected);
  });

  test("other issues do not depend on the grade", async () => {
    const { options, findings } = await predict({ color: "ffffff", bg: "000000", colour: "1" });
    const expected = ["inverted warning", "unknown_option warning"];
    expect(severities(findings)).toEqual(expected);
    for (const grade of ["A", "B", "C"] as const) {
      expect(severities(judge(options, findings, scanOf(grade)))).toEqual(expected);
    }
  });
});

describe("scan_failed", () => {
  const message = async (words: RawOptions, scan: Scan) => {
    const { options, findings } = await predict(words);
    return scanIssue(options, findings, scan);
  };

  test("names the decoders that do not read the code", async () => {
    const one = await message({ size: 200 }, scanOf("D", [true, false]));
    expect(one).toMatchObject({ severity: "error", field: "size" });
    expect(one.rule).toBe("the code does not scan with zbar-wasm: raise {size} to 400");
    const none = await message({}, scanOf("F", [false, false]));
    expect(none.rule).toBe("the code does not scan: raise {size} to 512");
  });

  test.each([
    ["module", "from a short distance"],
    ["noise", "with a good camera"],
    ["light", "in even light"],
    ["tilt", "from the front"],
    ["quiet zone", "with free space around it"],
  ])("names what a code with a small margin of %s needs", async (weak, needs) => {
    const found = await message({ dotStyle: "dots" }, scanOf("D", [true, true], weak));
    expect(found.severity).toBe("warning");
    expect(found.rule).toContain(`the code scans only ${needs}: `);
  });

  test("suggests dark on light if the colours are the main reason for a low score", async () => {
    const words = { color: "ffffff", bg: "000000" };
    const found = await message({ ...words, margin: 2 }, { ...scanOf("D"), score: 0.4 });
    expect(found.rule).toBe("the code scans only with scanners that read inverted codes: swap {color} and {bg}");
    expect(found.ways).toEqual([{ color: "000000", bg: "ffffff" }]);
    const tiny = await message({ ...words, size: 33 }, { ...scanOf("D"), score: 0.1 });
    expect(tiny.rule).toMatch(/^the code scans only with a good camera: raise \{size\}/);
  });

  test("suggests one change for a code that scans, and a change for each error of one that does not", async () => {
    const words = { color: "bbbbbb", margin: 0, size: 33, dotStyle: "dots" };
    const poor = await message(words, scanOf("D"));
    expect(poor.ways?.map((way) => Object.keys(way))).toEqual([["size"]]);
    const lost = await message(words, scanOf("F", [false, false]));
    expect(lost.ways?.map((way) => Object.keys(way).sort())).toEqual([["color", "margin", "size"]]);
    expect(lost.rule.split(" and ")).toHaveLength(3);
  });

  test("suggests at most one change per option", async () => {
    const { ways = [] } = await message({ color: "aaaaaa", bg: "999999", margin: 0 }, scanOf("F", [false, false]));
    // Swapping the colours would undo the higher contrast.
    expect(ways.flatMap((way) => Object.keys(way)).sort()).toEqual(["bg", "margin"]);
  });

  test("suggests removing a logo that nothing else fixes", async () => {
    const { options } = await predict({ logoData: "AAAA" });
    const rule = "the logo covers patterns that scanners need to find the code: remove the logo";
    const change = { advice: "remove the logo", way: {}, gain: 0.1 };
    const finding: Finding = {
      code: "logo_too_large",
      severity: "error",
      field: "logoSize",
      rule,
      whole: true,
      change,
    };
    expect(scanIssue(options, [finding], scanOf("F", [false, false]))).toMatchObject({
      field: "logoSize",
      rule: "the code does not scan: remove the logo",
      ways: [],
    });
  });

  test("suggests a smaller logo, a larger size or a shorter text if there are no other issues", async () => {
    expect((await message({ logoData: "AAAA", logoSize: 0.35 }, scanOf("D"))).rule).toMatch(
      /: lower \{logoSize\} to 0.25$/,
    );
    expect((await message({ size: 2048, version: 9 }, scanOf("D"))).rule).toMatch(/: shorten \{data\}$/);
  });
});

describe("reports of many pictures", () => {
  const hex = fc.integer({ min: 0, max: 255 }).map((level) => level.toString(16).padStart(2, "0").repeat(3));
  const words = fc.record(
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
      fc.asyncProperty(words, async (given) => {
        const { valid, scan, issues } = await inspect(given, { heavy });
        const codes = issues.map(({ code }) => code);
        const errors = issues.filter(({ severity }) => severity === "error").map(({ code }) => code);
        expect(valid).toBe(errors.length === 0);
        seen.add(`${scan?.grade} ${valid}`);
        if (!scan) {
          expect(errors.some((code) => refusals.includes(code))).toBe(true);
          return;
        }
        expect(codes.some((code) => refusals.includes(code) || code === "scan_skipped")).toBe(false);
        const { grade, passed, decoders } = scan;
        if (grade < "D") expect(valid).toBe(true);
        if (grade === "F" || !passed) expect(valid).toBe(false);
        if (!passed) expect(grade).toMatch(/[DF]/);
        if (decoders.every((decoder) => !decoder.passed)) expect(grade).toBe("F");
        expect(codes.includes("scan_failed")).toBe(grade >= "D");
        if (grade === "A") expect(codes.filter((code) => !CALM.includes(code))).toEqual([]);
        if (grade < "C") expect(codes).not.toContain("logo_too_large");
        for (const { code, message } of issues) {
          if (code === "scan_failed") expect(message.startsWith("the code scans only ")).toBe(passed);
          expect(message).not.toMatch(passed ? /does not scan/ : /the code scans/);
        }
      }),
      { numRuns: 120 },
    );
    expect([...seen].map((one) => one[0]).sort()).toEqual(expect.arrayContaining(["A", "D", "F"]));
  });
});
