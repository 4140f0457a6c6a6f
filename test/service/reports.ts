import { PNG } from "pngjs";
import { expect } from "vitest";
import type { IssueCode, Report } from "../../src/api.ts";
import type { RawOptions } from "../../src/options/parse.ts";
import { createHeavyWork } from "../../src/runtime/heavy-work.ts";
import { inspect } from "../../src/service/service.ts";
import { withJobs } from "../heavy.ts";
import { testError } from "../test-error.ts";

export const heavy = createHeavyWork();
/** Heavy work on a host without decoders. */
export const withoutDecoder = withJobs(heavy, {
  scan: () => Promise.reject(testError("NOT_SUPPORTED", "no decoder")),
});
export const url = "https://example.com";
/** Returns the base64 of a square PNG. `color` returns the RGBA values at (x, y), both from -32 to 31. */
function logoOf(color: (x: number, y: number) => readonly number[]): string {
  const png = new PNG({ width: 64, height: 64 });
  png.data = Buffer.from(Array.from({ length: 64 * 64 }, (_, at) => color((at % 64) - 32, (at >> 6) - 32)).flat());
  return PNG.sync.write(png).toString("base64");
}
/** Logos: a red disc on white, a blue square, and a black square on white. */
export const logos = {
  disc: logoOf((x, y) => (x * x + y * y < 900 ? [204, 0, 0, 255] : [255, 255, 255, 255])),
  square: logoOf(() => [20, 60, 160, 255]),
  framed: logoOf((x, y) => (Math.max(Math.abs(x), Math.abs(y)) < 26 ? [0, 0, 0, 255] : [255, 255, 255, 255])),
} as const;
export const logoData = logos.disc;

/** Resolves to the report for `input` and the fields of the first issue that has this `code`. */
export async function issue(code: IssueCode, input: RawOptions, parts: Parameters<typeof inspect>[1] = { heavy }) {
  const report = await inspect(input, parts);
  const found = report.issues.filter((one) => one.code === code);
  expect(found.length, JSON.stringify(report.issues)).toBeGreaterThan(0);
  return { report, ...(found[0] as Report["issues"][number]) };
}

/** Returns the expected fields of an issue with severity "error". Its report is not valid. */
export const error = (report: Report) => ({ severity: "error", report: { ...report, valid: false } });
