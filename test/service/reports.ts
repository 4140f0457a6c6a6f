import { PNG } from "pngjs";
import { expect } from "vitest";
import type { IssueCode, Report } from "../../src/api.ts";
import { QrError } from "../../src/errors.ts";
import type { RawOptions } from "../../src/options/parse.ts";
import { createHeavyWork } from "../../src/runtime/heavy-work.ts";
import { inspect } from "../../src/service/inspect.ts";
import { withJobs } from "../heavy.ts";

export const heavy = createHeavyWork();
/** Heavy work on a host without decoders. */
export const withoutDecoder = withJobs(heavy, {
  scan: () => Promise.reject(new QrError("NOT_SUPPORTED", 501, "no decoder")),
});
export const url = "https://example.com";
/** A logo: a red disc on white. */
const disc = new PNG({ width: 64, height: 64 });
disc.data = Buffer.from(
  Array.from({ length: 64 * 64 }, (_, at) => {
    const [x, y] = [(at % 64) - 32, (at >> 6) - 32];
    return x * x + y * y < 900 ? [204, 0, 0, 255] : [255, 255, 255, 255];
  }).flat(),
);
export const logoData = PNG.sync.write(disc).toString("base64");

/** Resolves to the report for `words` and the fields of the first issue that has this `code`. */
export async function issue(code: IssueCode, words: RawOptions, parts: Parameters<typeof inspect>[1] = { heavy }) {
  const report = await inspect(words, parts);
  const found = report.issues.filter((one) => one.code === code);
  expect(found.length, JSON.stringify(report.issues)).toBeGreaterThan(0);
  return { report, ...(found[0] as Report["issues"][number]) };
}

/** Returns the expected fields of an issue with severity "error". Its report is not valid. */
export const error = (report: Report) => ({ severity: "error", report: { ...report, valid: false } });
