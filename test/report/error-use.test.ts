import { describe, expect, test } from "vitest";
import { packageMissing } from "../../src/errors.ts";
import { inspect } from "../../src/service/service.ts";
import { withJobs } from "../heavy.ts";
import { heavy, logoData, url } from "../service/reports.ts";

const reportOf = (input: object) => inspect({ data: url, ...input }, { heavy });

describe("the unused error correction in a report", () => {
  test.each([
    [{}],
    [{ format: "svg", size: 200, dotStyle: "dots" }],
    [{ format: "json" }],
    [{ boost: true, margin: 0, size: 199 }],
    [{ color: "ffffff", bg: "003366", format: "svg" }],
    [{ bg: "transparent", color: "7a7a7a", mask: 3, version: 7 }],
  ])("is 1 for a code without a logo: %j", async (input) => {
    const { scan } = await reportOf(input);
    expect(scan?.unusedErrorCorrection).toBe(1);
  });

  test.each([
    [{ logoSize: 0.3, ec: "Q", version: 8, size: 450 }],
    [{ logoSize: 0.3, ec: "Q", version: 8, size: 450, format: "svg" }],
    [{ logoSize: 0.25, boost: true, ec: "L", bg: "transparent", color: "7a7a7a" }],
  ])("is at least the worst case of the logo: %j", async (input) => {
    const { scan, logo } = await reportOf({ logoData, ...input });
    expect(scan?.unusedErrorCorrection).toBeLessThan(1);
    expect(scan?.unusedErrorCorrection).toBeGreaterThanOrEqual(logo?.unusedErrorCorrection ?? 1);
  });

  test("is 0 for a logo that damages more than can be corrected", async () => {
    const { scan, logo } = await reportOf({ logoData, logoSize: 0.4, ec: "L" });
    expect([scan?.unusedErrorCorrection, logo?.unusedErrorCorrection]).toEqual([0, 0]);
  });

  test("does not depend on which decoder is installed", async () => {
    const withoutZxing = withJobs(heavy, {
      scan: (input) =>
        input.decoder === "zxing" ? Promise.reject(packageMissing("zxing-wasm")) : heavy.run({ name: "scan", input }),
    });
    const input = { data: url, logoData, version: 5 };
    const [both, one] = await Promise.all([inspect(input, { heavy }), inspect(input, { heavy: withoutZxing })]);
    expect(one.scan?.decoder).toMatch(/^zbar-wasm/);
    expect(one.scan?.unusedErrorCorrection).toBe(both.scan?.unusedErrorCorrection);
  });
});
