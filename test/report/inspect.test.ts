import { describe, expect, test } from "vitest";
import { toPng } from "../../src/index.ts";
import { integerRange } from "../../src/messages/option-rules.ts";
import { narrowQuietZone, noQuietZone } from "../../src/messages/report-rules.ts";
import { otherName } from "../../src/options/query-faults.ts";
import type { LogoFetcher } from "../../src/ports.ts";
import { inspect } from "../../src/service/service.ts";
import { withJobs } from "../heavy.ts";
import { ruleText } from "../rule-text.ts";
import { error, heavy, issue, logoData, url, withoutDecoder } from "../service/reports.ts";
import { testError } from "../test-error.ts";

/** A host without decoders. Its reports contain only predictions. */
const without = { heavy: withoutDecoder };

/** Returns the options that a suggested fix changes, with their new values. */
function changesOf(fix: string): Readonly<Record<string, string | undefined>> {
  return Object.fromEntries([...fix.matchAll(/(\w+) to ([\w.]+)/g)].map(([, name = "", value]) => [name, value]));
}

describe("a plain code", () => {
  test("returns a full report without issues", async () => {
    const report = await inspect({ data: url }, { heavy });
    expect(report).toMatchObject({
      valid: true,
      options: { data: url, format: "png", size: 256, ec: "M", dotStyle: "square" },
      qr: {
        ...{ version: 2, size: 25, ec: "M", pixelsPerModule: 7 },
        segments: [{ mode: "byte", chars: 19, bits: 164 }],
        bits: { used: 164, capacity: 224 },
      },
      contrast: { ratio: 21, symbolContrast: 1, inverted: false },
      scan: { passed: true, grade: "A" },
      issues: [],
    });
    expect(report).not.toHaveProperty("logo");
    expect(report.qr?.density).toBeGreaterThan(0.4);
    expect(report.qr?.density).toBeLessThan(0.6);
    expect(report.scan?.conditions.map(({ name }) => name)).toContain("clean");
  });

  test.each([
    [{ format: "svg", size: 300 }, 300 / 33, "A"],
    [{ format: "json" }, 7, "A"],
    [{ dotStyle: "dots" }, 7, "B"],
    [{ margin: 6 }, 6, "A"],
  ])("scans %j as drawn", async (input, pixels, grade) => {
    const report = await inspect({ data: url, ...input }, { heavy });
    expect(report.qr?.pixelsPerModule).toBeCloseTo(pixels, 3);
    expect(report.scan).toMatchObject({ passed: true, grade });
  });

  test("scans the image that generate returns", async () => {
    const jobs: unknown[] = [];
    const spy = withJobs(heavy, {
      scan: (input) => {
        if (input.decoder === "zxing") jobs.push(input.body);
        return heavy.run({ name: "scan", input });
      },
    });
    await inspect({ data: url, color: "112233" }, { heavy: spy });
    await inspect({ data: url, color: "112233", format: "json" }, { heavy: spy });
    const png = toPng(url, { color: "112233" });
    expect(jobs.map((body) => Buffer.from(body as Uint8Array).equals(png))).toEqual([true, true]);
  });

  test("reports version, mask, boost and eci", async () => {
    const { qr } = await inspect({ data: url, version: 5, mask: 3, boost: true, eci: true }, { heavy });
    expect(qr).toMatchObject({ version: 5, mask: 3, ec: "H", size: 37, bits: { used: 176 } });
  });
});

describe("issues", () => {
  test("reports data_missing for missing or empty data", async () => {
    for (const input of [{}, { data: "" }]) {
      const { report, ...found } = await issue("data_missing", input);
      expect(found).toMatchObject({ severity: "error", field: "data" });
      expect([report.valid, report.qr, report.scan]).toEqual([false, null, undefined]);
    }
  });

  test("reports data_too_long with the sizes and a level that fits", async () => {
    const { report, message } = await issue("data_too_long", { data: "x".repeat(2900), ec: "H" });
    expect(message).toMatch(/2900 bytes.*use ec L/);
    expect([report.valid, report.qr, report.scan]).toEqual([false, null, undefined]);
  });

  test("reports invalid_option for each invalid value, in the table's order", async () => {
    const report = await inspect({ margin: 99, size: "x", data: url, format: "gif", color: "#000000" }, { heavy });
    const wrong = report.issues.filter(({ code }) => code === "invalid_option");
    expect(wrong.map(({ field }) => field)).toEqual(["format", "size", "color", "margin"]);
    expect(wrong[1]?.message).toBe(ruleText(integerRange, "size", { min: 32, max: 2048 }));
    expect(report.valid).toBe(false);
    expect(report.options).toMatchObject({ size: 256, margin: 4, format: "png" });
  });

  test("reports data that is not a string as a single issue", async () => {
    const report = await inspect({ data: 5 }, { heavy });
    expect(report.issues.map(({ code, field }) => [code, field])).toEqual([["invalid_option", "data"]]);
    expect(report.qr).toBeNull();
  });

  test.each(["colour", "dot_style", "EC", "logo-size", "height"])(
    "reports %s, another name, as an error",
    async (name) => {
      const { report, ...found } = await issue("invalid_option", { data: url, [name]: "1" });
      expect(found).toMatchObject({ severity: "error", field: name, message: otherName(name)?.message });
      expect(report.valid).toBe(false);
    },
  );

  test.each([
    ["sise", "use size"],
    ["entirely_else", "remove it"],
  ])("reports unknown_option for %s: %s", async (name, advice) => {
    const { report, ...found } = await issue("unknown_option", { data: url, [name]: "1" });
    expect(found).toMatchObject({ severity: "warning", field: name });
    expect(found.message).toContain(advice);
    expect(report.valid).toBe(true);
  });

  test("low_contrast suggests a good colour", async () => {
    for (const input of [{ color: "888888" }, { bg: "555555" }, { color: "ffee88", bg: "aa8800" }]) {
      const { field, message } = await issue("low_contrast", { data: url, ...input }, without);
      const better = /set (\w+) to ([0-9a-f]{6})/.exec(message);
      expect(better?.[1]).toBe(field);
      const report = await inspect({ data: url, ...input, [field]: better?.[2] }, { heavy });
      expect(report.contrast.ratio).toBeGreaterThanOrEqual(4.5);
      expect(report.contrast.ratio).toBeLessThan(5);
      const codes = report.issues.map(({ code }) => code);
      expect(codes.filter((code) => !/scan_weak|inverted/.test(code))).toEqual([]);
      expect(codes.includes("inverted")).toBe(report.contrast.inverted);
    }
  });

  test.each([
    ["low_contrast", { color: "888888" }, "warning"],
    ["low_contrast", { color: "aaaaaa" }, "error"],
    ["quiet_zone_missing", { margin: 3 }, "warning"],
    ["quiet_zone_missing", { margin: 1 }, "warning"],
    ["quiet_zone_missing", { margin: 0 }, "warning"],
    ["too_small", { size: 131 }, "warning"],
    ["too_small", { size: 66 }, "warning"],
    ["too_small", { size: 64 }, "error"],
  ] as const)("without a scan check, %s for %j is an %s", async (code, input, severity) => {
    const found = await issue(code, { data: url, ...input }, without);
    expect(found).toMatchObject({ severity, report: { valid: severity === "warning" } });
  });

  test("reports inverted for a light code on a dark background", async () => {
    const { report, ...found } = await issue("inverted", { data: url, color: "ffffff", bg: "000000" });
    expect(found).toMatchObject({ severity: "warning", field: "color" });
    expect(report).toMatchObject({ valid: true, contrast: { ratio: 21, inverted: true }, scan: { passed: true } });
  });

  test("quiet_zone_missing suggests the standard's margin", async () => {
    for (const [margin, problem] of [
      [0, ruleText(noQuietZone, "margin")],
      [3, ruleText(narrowQuietZone, "margin", { value: 3, least: 4 })],
    ] as const) {
      const { field, severity, message } = await issue("quiet_zone_missing", { data: url, margin });
      expect([field, severity]).toEqual(["margin", "warning"]);
      expect(message).toBe(`${problem}: set margin to 4`);
    }
  });

  test.each([
    [64, 1],
    [66, 2],
    [131, 3],
  ])("too_small suggests a sufficient size for %i px", async (size, pixels) => {
    const found = await issue("too_small", { data: url, size }, without);
    expect(found).toMatchObject({ field: "size", report: { qr: { pixelsPerModule: pixels } } });
    const enough = Number(/at least (\d+)/.exec(found.message)?.[1]);
    expect(enough).toBe(132);
    const report = await inspect({ data: url, size: enough }, { heavy });
    expect(report.issues).toEqual([]);
  });

  test("reports too_small if no size is sufficient", async () => {
    const { message } = await issue("too_small", { data: "x".repeat(2900), ec: "L", margin: 10, size: 200 }, without);
    expect(message).toMatch(/raise size from 200 to at least 788/);
  });

  test("logo_too_large suggests working fixes", async () => {
    const input = { data: url, logoData, logoSize: 0.4, ec: "L" };
    const found = await issue("logo_too_large", input);
    expect(found).toMatchObject({ ...error(found.report), field: "logoSize" });
    const [, ec, logoSize] = /raise ec to ([MQH]) or lower logoSize to at most (0\.\d+)$/.exec(found.message) ?? [];
    expect([ec, logoSize]).toEqual([expect.any(String), expect.any(String)]);
    for (const change of [{ ec }, { logoSize }]) {
      const { issues, scan, valid } = await inspect({ ...input, ...change }, { heavy });
      expect(issues.filter(({ severity }) => severity === "error")).toEqual([]);
      expect([valid, scan?.passed]).toEqual([true, true]);
      expect(scan?.grade).not.toBe("F");
    }
    const further = await inspect({ ...input, logoSize: Number(logoSize) + 0.01 }, without);
    expect(further.valid).toBe(false);
  });

  test.each([
    { logoSize: 0.35 },
    { logoSize: 0.4 },
    { logoSize: 0.2, ec: "L" },
    { logoSize: 0.25, ec: "M", size: 1024 },
    { logoSize: 0.3, format: "svg", logoMargin: 8 },
  ])(
    "without a scan check, logo_too_large is a warning if too little error correction is left, and suggests working fixes: %j",
    async (given) => {
      const input = { data: url, logoData, ...given };
      const found = await issue("logo_too_large", input, without);
      expect(found).toMatchObject({ severity: "warning", field: "logoSize", report: { valid: true } });
      const { budget } = found.report.logo as NonNullable<typeof found.report.logo>;
      const { spoiled, correctable } = budget;
      const used = Math.round((spoiled / correctable) * 100);
      expect(found.message).toContain(`uses ${used}% of the error correction, but at most 75% is recommended: `);
      const ways = found.message.replace(/^.*: /, "").split(" or ").map(changesOf);
      for (const change of ways) {
        expect(change).not.toEqual({});
        const changed = await inspect({ ...input, ...change }, without);
        expect(
          changed.issues.map(({ code }) => code),
          JSON.stringify(change),
        ).toEqual(["scan_skipped"]);
        expect((await inspect({ ...input, ...change }, { heavy })).valid, JSON.stringify(change)).toBe(true);
        if (change.logoSize === undefined) continue;
        const larger = { ...input, ...change, logoSize: Number(change.logoSize) + 0.01 };
        expect((await inspect(larger, without)).issues.map(({ code }) => code)).toContain("logo_too_large");
      }
    },
  );

  test("reports the cost of a logo that fits", async () => {
    const { logo, scan, valid } = await inspect({ data: url, logoData }, { heavy });
    expect(logo?.coverage).toBeCloseTo(0.0625, 1);
    expect(logo?.budget.spoiled).toBeLessThanOrEqual(logo?.budget.correctable ?? 0);
    expect(logo?.unusedErrorCorrection).toBeGreaterThan(0);
    expect([valid, scan?.passed]).toEqual([true, true]);
  });

  test("logo_invalid names the option used", async () => {
    const found = await issue("logo_invalid", { data: url, logoData: "eHh4" });
    expect(found).toMatchObject({ ...error(found.report), field: "logoData" });
    expect(found.report.qr?.version).toBeGreaterThan(0);
    expect(found.report.scan).toBeUndefined();
  });

  test("reports logo_unreachable if the logo cannot be fetched", async () => {
    const logos: LogoFetcher = {
      async fetch() {
        throw testError("LOGO_UNREACHABLE", "could not be fetched: its server cannot be reached", "logo");
      },
    };
    const input = { data: url, logo: "https://logo.example/a.png" };
    const found = await issue("logo_unreachable", input, { heavy, logos });
    expect(found).toMatchObject({ ...error(found.report), field: "logo" });
    const matrix = await inspect({ ...input, format: "json" }, { heavy, logos });
    expect(matrix.issues).toEqual([]);
  });
});
