import { describe, expect, test } from "vitest";
import { inflate } from "../../src/adapters/inflate.ts";
import { readPackageFile } from "../../src/adapters/package-file.ts";
import { loadZbarScanner } from "../../src/adapters/zbar-scanner.ts";
import { loadZxingScanner } from "../../src/adapters/zxing-scanner.ts";
import { encodeSymbol } from "../../src/core/core.ts";
import type { EcLevel } from "../../src/core/symbol.ts";
import { parseOptions } from "../../src/options/parse.ts";
import type { Pixels, ScanJob, Scanner } from "../../src/ports.ts";
import { drawPicture } from "../../src/render/formats.ts";
import { conditions } from "../../src/scan/conditions.ts";
import { CRASHED, createScan } from "../../src/scan/scan.ts";
import { rasterize } from "../decoders/rasterize.ts";
import { ruleText } from "../rule-text.ts";
import { testError } from "../test-error.ts";

const scan = createScan({
  loadScanner: (decoder) => (decoder === "zxing" ? loadZxingScanner : loadZbarScanner)(readPackageFile),
  inflate,
  rasterize: async (svg): Promise<Pixels> => {
    const { width, height, data } = await rasterize(svg);
    return { width, height, data: new Uint8Array(data.buffer) };
  },
});

/** Returns the scan job for the picture that `input` describes. */
function jobOf(input: Record<string, unknown>, scale: number, decoder: ScanJob["decoder"] = "zxing"): ScanJob {
  const { options } = parseOptions(input);
  const { side } = encodeSymbol(options.data, options);
  const { body, contentType } = drawPicture(options);
  if (contentType === "application/json") throw new Error("the format must be an image format, not json");
  return { decoder, body, data: options.data, size: options.size, side, scale };
}

const failed = (report: Awaited<ReturnType<typeof scan>>) =>
  report.conditions.filter(({ passed }) => !passed).map(({ name }) => name);

describe("a plain code passes every condition", () => {
  test.each<[string, string, EcLevel, number]>([
    ["a URL", "https://example.com", "M", 7],
    ["digits", "0123456789", "L", 8],
    ["capitals", "HELLO WORLD 2026", "H", 6],
    ["several scripts", "grüße, 漢字 🙂 \u0000 é", "Q", 5],
    ["text that looks like another encoding", "\u00c3\u00a9 ÿþ ｱｲｳ", "M", 5],
    ["three hundred bytes", "x".repeat(300), "M", 4],
  ])("%s passes every condition", async (_, data, ec, scale) => {
    for (const format of ["png", "svg"]) {
      const size = scale * (encodeSymbol(data, { ec }).side + 8);
      const report = await scan(jobOf({ data, ec, size, format }, scale));
      expect(failed(report)).toEqual([]);
      expect(report.passed).toBe(true);
      expect(report.decoder).toMatch(/^zxing-wasm \d+\.\d+\.\d+$/);
    }
  });
});

test("compares the decoded bytes with the text", async () => {
  const job = jobOf({ data: "https://example.com" }, 7);
  const report = await scan({ ...job, data: "https://example.org" });
  expect(report.passed).toBe(false);
  expect(failed(report)).toHaveLength(conditions.length);
});

test("a pale code passes the clean condition and fails with noise", async () => {
  const report = await scan(jobOf({ data: "https://example.com", color: "c8c8c8" }, 7));
  expect(report.passed).toBe(true);
  expect(failed(report)).toContain("noise");
});

test("finds no code in an empty picture", async () => {
  const report = await scan(jobOf({ data: "x", color: "ffffff" }, 8));
  expect([report.passed, failed(report).length]).toEqual([false, conditions.length]);
});

test("zbar reads the same pictures, and tests no conditions", async () => {
  for (const format of ["png", "svg"]) {
    const report = await scan(jobOf({ data: "https://example.com", format }, 7, "zbar"));
    expect(report).toMatchObject({ passed: true, conditions: [] });
    expect(report.decoder).toMatch(/^zbar-wasm \d+\.\d+\.\d+$/);
    expect(report.margins.map(({ value }) => value)).not.toContain(null);
  }
  const pale = await scan(jobOf({ data: "https://example.com", color: "fefefe" }, 7, "zbar"));
  expect(pale.passed).toBe(false);
  expect(new Set(pale.margins.map(({ value }) => value))).toEqual(new Set([null]));
});

test("concurrent and sequential calls return the same report", async () => {
  const jobs = ["a", "b", "a"].map((data) => jobOf({ data, dotStyle: "dots", size: 96 }, 3));
  const together = await Promise.all(jobs.map(scan));
  expect(together[0]).toEqual(together[2]);
  expect(await scan(jobs[1] as ScanJob)).toEqual(together[1]);
});

test("loads a scanner again after a crash", async () => {
  let loads = 0;
  const crashing = createScan({
    async loadScanner(decoder) {
      const isFirst = ++loads === 1;
      return {
        name: `${decoder} 1.0.0`,
        async read() {
          if (isFirst) throw new WebAssembly.RuntimeError("unreachable");
          return new TextEncoder().encode("x");
        },
      };
    },
    inflate,
    rasterize: () => Promise.reject(new Error("SVG is not supported")),
  });
  const job = jobOf({ data: "x" }, 8, "zbar");
  const cause = expect.any(WebAssembly.RuntimeError);
  await expect(crashing(job)).rejects.toMatchObject({ code: "INTERNAL", message: ruleText(CRASHED), cause });
  expect(await crashing(job)).toMatchObject({ decoder: "zbar 1.0.0", passed: true });
  expect((await crashing(job)).passed).toBe(true);
  expect(loads).toBe(2);
});

test("tries again to load a scanner after a failure", async () => {
  let calls = 0;
  const scanner: Scanner = { name: "none", read: async () => undefined };
  const again = createScan({
    async loadScanner() {
      if (calls++ === 0) throw testError("NOT_SUPPORTED", "there is no scanner");
      return scanner;
    },
    inflate,
    rasterize: () => Promise.reject(new Error("SVG is not supported")),
  });
  const job = jobOf({ data: "x" }, 8);
  await expect(again(job)).rejects.toThrow("there is no scanner");
  expect((await again(job)).decoder).toBe("none");
  expect((await again(job)).passed).toBe(false);
  expect(calls).toBe(2);
});
