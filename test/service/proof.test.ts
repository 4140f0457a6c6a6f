import { describe, expect, test } from "vitest";
import { QrError } from "../../src/errors.ts";
import { inspect } from "../../src/service/inspect.ts";
import { withJobs } from "../heavy.ts";
import { error, heavy, issue, logoData, url } from "./reports.ts";

describe("issues of the scan check", () => {
  test("scan_failed is an error if the image does not scan", async () => {
    const found = await issue("scan_failed", { data: url, color: "fefefe" });
    expect(found).toMatchObject({ ...error(found.report), field: "color" });
    expect(found.message).toContain("the code does not scan: fix the issues with color");
    expect(found.report.scan).toMatchObject({ passed: false, grade: "F" });
  });

  test("scan_failed is a warning if few damaged copies scan", async () => {
    const scan = async () => ({
      decoder: "a decoder",
      passed: true,
      conditions: ["clean", "noise", "rotation"].map((name, at) => ({ name, passed: at === 0 })),
      margins: [],
    });
    const found = await issue("scan_failed", { data: url, dotStyle: "dots" }, { heavy: withJobs(heavy, { scan }) });
    expect(found).toMatchObject({
      severity: "warning",
      field: "dotStyle",
      report: { valid: true, scan: { grade: "F" } },
    });
    expect(found.message).toBe("the code scans, but fails 2 of 3 conditions (noise, rotation): use dotStyle square");
  });

  test.each([
    ["INTERNAL", 500, "the decoder failed", "error"],
    ["NOT_SUPPORTED", 501, "no decoder is available", "warning"],
    ["UNREACHABLE", 503, "no decoder is available", "warning"],
  ] as const)("reports scan_skipped if the scan fails with %s", async (code, status, reason, severity) => {
    const scan = async () => {
      throw new QrError(code, status, "refused");
    };
    const found = await issue("scan_skipped", { data: url }, { heavy: withJobs(heavy, { scan }) });
    expect(found).toMatchObject({ severity, report: { valid: severity === "warning" } });
    expect(found.message).toContain(reason);
    expect(found.report).not.toHaveProperty("scan");
  });

  test("rejects if the server is too busy to fetch the logo, draw it, or scan the image", async () => {
    const busy = async () => {
      throw new QrError("BUSY", 503, "too much is being worked on: try again in a second");
    };
    const words = { data: url, logo: "https://logo.example/a.png" };
    const settled = await Promise.allSettled([
      inspect(words, { heavy, logos: { fetch: busy } }),
      inspect({ data: url, logoData }, { heavy: withJobs(heavy, { drawLogo: busy }) }),
      inspect({ data: url, color: "eeeeee" }, { heavy: withJobs(heavy, { scan: busy }) }),
    ]);
    const refused = { status: "rejected", reason: { code: "BUSY", status: 503 } };
    expect(settled).toMatchObject([refused, refused, refused]);
  });

  test("reports logo_invalid if the logo cannot be drawn", async () => {
    const drawLogo = async () => {
      throw new QrError("LOGO_INVALID", 400, "takes too long to draw: use a simpler image", "logo");
    };
    const found = await issue("logo_invalid", { data: url, logoData }, { heavy: withJobs(heavy, { drawLogo }) });
    expect(found).toMatchObject({ ...error(found.report), field: "logoData" });
    expect(found.message).toBe("logoData takes too long to draw: use a simpler image");
  });

  test("reports scan_skipped if the host has no decoder", async () => {
    const found = await issue("scan_skipped", { data: url }, {});
    expect(found).toMatchObject({ severity: "warning", report: { valid: true, qr: { version: 2 } } });
  });

  test("rejects with an unexpected scanner error instead of reporting an issue", async () => {
    const scan = async () => {
      throw new TypeError("an internal");
    };
    await expect(inspect({ data: url }, { heavy: withJobs(heavy, { scan }) })).rejects.toThrow(TypeError);
  });
});

describe("the grade of a code", () => {
  test.each([
    ["the quiet zone", { margin: 3 }, "B"],
    ["the quiet zone", { margin: 1 }, "D"],
    ["pixels a module", { size: 100 }, "B"],
    ["pixels a module", { size: 66 }, "C"],
    ["contrast", { color: "b4b4b4" }, "C"],
  ])("reflects %s: %j is %s", async (_, words, grade) => {
    const { scan } = await inspect({ data: url, ...words }, { heavy });
    expect(scan).toMatchObject({ passed: true, grade });
  });

  test("grades the error correction that a logo leaves unused", async () => {
    const { scan, logo } = await inspect({ data: url, logoData, logoSize: 0.1, version: 10, size: 512 }, { heavy });
    expect(logo?.unusedErrorCorrection).toBeGreaterThan(0.62);
    expect(scan?.grade).toBe("A");
    const tight = await inspect({ data: url, logoData, logoSize: 0.25 }, { heavy });
    expect(tight.logo?.unusedErrorCorrection).toBeLessThan(0.37);
    expect(tight.scan?.grade).toBe("D");
    // If the logo's damage can be corrected, the grade for unused error correction is at least D.
    const full = await inspect({ data: url, logoData, logoSize: 0.4 }, { heavy });
    expect(full.logo?.unusedErrorCorrection).toBeLessThan(0.25);
    expect(full).toMatchObject({ valid: true, scan: { passed: true, grade: "D" } });
    const over = await inspect({ data: url, logoData, logoSize: 0.4, ec: "L" }, { heavy });
    expect([over.valid, over.scan?.grade]).toEqual([false, "F"]);
  });
});
