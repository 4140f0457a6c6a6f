import { describe, expect, test } from "vitest";
import { logoTime } from "../../src/messages/logo-rules.ts";
import { examine } from "../../src/report/examine.ts";
import type { Finding } from "../../src/report/issues.ts";
import { checkScan } from "../../src/report/proof.ts";
import { gradeOf } from "../../src/scan/score.ts";
import { inspect } from "../../src/service/service.ts";
import { withJobs } from "../heavy.ts";
import { ruleText } from "../rule-text.ts";
import { error, heavy, issue, logoData, logos, url } from "../service/reports.ts";
import { testError } from "../test-error.ts";

describe("issues of the scan check", () => {
  test("scan_failed is an error if the image does not scan", async () => {
    const found = await issue("scan_failed", { data: url, color: "fefefe" });
    expect(found).toMatchObject({ ...error(found.report), field: "color" });
    expect(found.message).toBe("the code does not scan: set color to 333333");
    expect(found.report.scan).toMatchObject({ passed: false, grade: "F" });
  });

  test("scan_failed is an error if the image scans, but no damaged copy does", async () => {
    const scan = async () => ({ decoder: "a decoder", passed: true, conditions: [], margins: [] });
    const found = await issue("scan_failed", { data: url, size: 64 }, { heavy: withJobs(heavy, { scan }) });
    expect(found).toMatchObject({ ...error(found.report), field: "size" });
    expect(found.report.scan).toMatchObject({ passed: true, grade: "F" });
    expect(found.message).toMatch(/^the code scans only .*: set size to 132$/);
  });

  test("does not scan if an option is invalid, because the picture would show its default", async () => {
    const found = await issue("invalid_option", { data: url, size: 1 });
    expect(found).toMatchObject(error(found.report));
    expect(found.report.scan).toBeUndefined();
    expect(found.report.issues).toHaveLength(1);
  });

  test.each([
    ["INTERNAL", "the decoder failed", "error"],
    ["NOT_SUPPORTED", "no decoder is available", "warning"],
    ["UNREACHABLE", "no decoder is available", "warning"],
  ] as const)("reports scan_skipped if the scan fails with %s", async (code, reason, severity) => {
    const scan = async () => {
      throw testError(code, "refused");
    };
    const found = await issue("scan_skipped", { data: url }, { heavy: withJobs(heavy, { scan }) });
    expect(found).toMatchObject({ severity, report: { valid: severity === "warning" } });
    expect(found.message).toContain(reason);
    expect(found.report).not.toHaveProperty("scan");
  });

  test("rejects if the server is too busy to fetch the logo, draw it, or scan the image", async () => {
    const busy = async () => {
      throw testError("BUSY", "too much is being worked on: try again in a second");
    };
    const input = { data: url, logo: "https://logo.example/a.png" };
    const settled = await Promise.allSettled([
      inspect(input, { heavy, logos: { fetch: busy } }),
      inspect({ data: url, logoData }, { heavy: withJobs(heavy, { drawLogo: busy }) }),
      inspect({ data: url, color: "eeeeee" }, { heavy: withJobs(heavy, { scan: busy }) }),
    ]);
    const refused = { status: "rejected", reason: { code: "BUSY" } };
    expect(settled).toMatchObject([refused, refused, refused]);
  });

  test("reports logo_invalid if the logo cannot be drawn", async () => {
    const drawLogo = async () => {
      throw testError("LOGO_INVALID", "takes too long to draw: use a simpler image", "logo");
    };
    const found = await issue("logo_invalid", { data: url, logoData }, { heavy: withJobs(heavy, { drawLogo }) });
    expect(found).toMatchObject({ ...error(found.report), field: "logoData" });
    expect(found.message).toBe(ruleText(logoTime, "logoData", { text: "draw" }));
  });

  test("reports scan_skipped if the host has no decoder", async () => {
    const found = await issue("scan_skipped", { data: url }, {});
    expect(found).toMatchObject({ severity: "warning", report: { valid: true, qr: { version: 2 } } });
  });

  test("rejects with an unexpected scanner error instead of reporting an issue", async () => {
    const scan = async () => {
      throw new TypeError("internal scanner error");
    };
    await expect(inspect({ data: url }, { heavy: withJobs(heavy, { scan }) })).rejects.toThrow(TypeError);
  });
});

describe("the score and the grade of a code", () => {
  const scanOf = async (input: object) => {
    const { scan } = await inspect({ data: url, ...input }, { heavy });
    if (!scan) throw new Error("the scan check was skipped");
    return scan;
  };

  test("fall with the contrast", async () => {
    const scans = await Promise.all(["000000", "909090", "c8c8c8", "ececec"].map((color) => scanOf({ color })));
    const scores = scans.map(({ score }) => score);
    expect(scores).toEqual([...scores].sort((a, b) => b - a));
    expect(new Set(scores).size).toBe(4);
    expect(scans.map(({ grade }) => grade)).toEqual(scores.map(gradeOf));
    expect([scans[0]?.grade, scans[3]?.grade]).toEqual(["A", "F"]);
  });

  test.each([
    ["no quiet zone", { margin: 0 }],
    ["1.6 px per module", { size: 54, format: "svg" }],
    ["a logo that uses most of the error correction", { logoData, logoSize: 0.25 }],
  ])("a readable code with %s gets at least a D", async (_, input) => {
    expect(await scanOf(input)).toMatchObject({ passed: true, grade: expect.stringMatching(/[A-D]/) });
  });

  test.each([
    url,
    "https://www.example.org/products/2026/winter?utm_source=poster",
    "WIFI:T:WPA;S:Guest network;P:correct horse 42;;",
  ])("a default logo on %s gets A or B, without issues", async (data) => {
    for (const size of [256, 512]) {
      const { scan, issues } = await inspect({ data, logoData, size }, { heavy });
      expect([scan?.grade, issues]).toEqual([expect.stringMatching(/[AB]/), []]);
    }
  });

  test.each([62, 76, 84, 99])("a default logo on a URL of %i bytes gets A or B, without issues", async (length) => {
    const data = "https://shop.example/".padEnd(length, "a9-z");
    for (const art of Object.values(logos)) {
      const { scan, issues } = await inspect({ data, logoData: art }, { heavy });
      expect([scan?.grade, issues]).toEqual([expect.stringMatching(/[AB]/), []]);
    }
  });

  test("are 0 and F if the image is not read", async () => {
    expect(await scanOf({ color: "fefefe" })).toMatchObject({ passed: false, distance: null, score: 0, grade: "F" });
  });

  test("the distance falls with the number of modules", async () => {
    const [near, far] = [await scanOf({ version: 20, size: 800 }), await scanOf({})];
    expect(near.distance).toBeLessThan((far.distance ?? 0) / 2);
    expect(far.distance).toBeGreaterThan(10);
  });

  test("the distance does not grow when the image gets smaller", async () => {
    const [large, small] = [await scanOf({ size: 264 }), await scanOf({ size: 33 })];
    expect(small.distance ?? 0).toBeLessThanOrEqual(large.distance ?? 0);
  });

  test.each([
    ["a margin of null", { size: 100, margin: 0 }],
    ["less than 3 px per module in an SVG", { size: 90, format: "svg" }],
    ["little unused error correction", { logoData, logoSize: 0.4, ec: "Q", size: 800 }],
  ])("a code with %s gets at most a C", async (_, input) => {
    const scan = await scanOf(input);
    expect(scan).toMatchObject({ passed: true, grade: expect.stringMatching(/[CD]/) });
  });
});

/** Issues that suggest a change for the grade. */
const isAdvice = ({ code }: { readonly code: string }) => code === "scan_weak" || code === "scan_failed";

/** Returns the issue about the scan, or about the only fault that limits the grade. */
const adviceIn = (issues: readonly Finding[]) =>
  issues.find(isAdvice) ?? issues.find(({ code }) => LIMITING.includes(code));

const LIMITING: readonly string[] = ["too_small", "logo_too_large", "quiet_zone_missing"];

describe("the advice for a code with grade C, D or F", () => {
  const long = "https://example.com/products/".padEnd(300, "winter-2026/");
  test.each([
    { color: "949494", bg: "transparent" },
    { color: "ffffff", bg: "transparent" },
    { color: "ffffff", bg: "000000" },
    { color: "99ddff", bg: "204060", size: 120 },
    { color: "b8b8b8" },
    { color: "c0a080", bg: "f0e8e0", dotStyle: "dots" },
    { color: "8844cc", bg: "eeeeff", size: 96 },
    { color: "e8e8e8", margin: 1, size: 90 },
    { color: "dddddd", bg: "bbbbbb", margin: 0, size: 40 },
    { size: 33 },
    { size: 40, margin: 0 },
    { margin: 0, size: 100 },
    { logoData, logoSize: 0.4, ec: "L" },
    { logoData, logoSize: 0.4, ec: "Q", size: 800 },
    { logoData, logoSize: 0.4, ec: "M", logoMargin: 8, color: "666666" },
    { data: long, size: 200 },
    { data: long, size: 256, margin: 1, color: "555555" },
    { data: long, size: 400, logoData, logoSize: 0.35, ec: "M" },
    { version: 12, size: 120 },
  ])("raises the score: %j", async (input) => {
    const given = { data: url, ...input };
    const { scan, issues, options } = await examine(given, { heavy }, checkScan);
    expect(scan?.grade).toMatch(/[CDF]/);
    expect(issues.filter(isAdvice).length).toBeLessThan(2);
    const advice = adviceIn(issues);
    const way = advice?.ways?.[0];
    expect(way, advice?.rule).toBeDefined();
    expect(Object.entries(way ?? {}).every(([name, value]) => options[name as "size"] === value)).toBe(false);
    const { scan: changed } = await inspect({ ...given, ...way }, { heavy });
    expect(changed?.score, advice?.rule).toBeGreaterThan(scan?.score ?? 1);
  });

  test.each([
    { color: "949494", bg: "transparent" },
    { color: "ffffff", bg: "transparent" },
    { color: "b8b8b8" },
    // The score decreases a little, but small modules no longer limit the grade, because the picture is an SVG.
    { size: 90, format: "svg" },
  ])("leads to an A or B: %j", async (input) => {
    const given = { data: url, ...input };
    const { issues } = await examine(given, { heavy }, checkScan);
    const { scan } = await inspect({ ...given, ...adviceIn(issues)?.ways?.[0] }, { heavy });
    expect(scan?.grade).toMatch(/[AB]/);
  });
});
