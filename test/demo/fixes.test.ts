import fc from "fast-check";
import { expect, test } from "vitest";
import { inLabels } from "../../demo/labels.ts";
import { findingsIn, fixesFor } from "../../demo/stage/issues.ts";
import { messageOf, QrError } from "../../src/errors.ts";
import type { RawOptions } from "../../src/options/parse.ts";
import { examine } from "../../src/service/inspect.ts";
import { type Finding, toIssue } from "../../src/service/issues.ts";
import { withJobs } from "../heavy.ts";
import { heavy, logoData } from "../service/reports.ts";

/** Nothing is read back. */
const unread = withJobs(heavy, {
  scan: () => Promise.reject(new QrError("NOT_SUPPORTED", 501, "nothing is read here")),
});

async function issuesOf(words: RawOptions) {
  const { issues: all, options } = await examine(words, { heavy: unread });
  const issues = all.filter(({ code }) => code !== "scan_skipped");
  return { issues, fixes: issues.flatMap((issue) => fixesFor(issue, options)) };
}

const hex = fc.integer({ min: 0, max: 0xffffff }).map((value) => value.toString(16).padStart(6, "0"));
const words = fc.record({
  data: fc.string({ minLength: 1, maxLength: 60, unit: "grapheme-ascii" }),
  color: fc.oneof(hex, fc.constant("red")),
  bg: hex,
  margin: fc.integer({ min: 0, max: 12 }).map(String),
  size: fc.integer({ min: 20, max: 400 }).map(String),
});

test("clicks on what is offered lead to a code without issues", async () => {
  await fc.assert(
    fc.asyncProperty(words, async (given) => {
      let wanted: RawOptions = given;
      for (let clicks = 0; clicks < 12; clicks++) {
        const { issues, fixes } = await issuesOf(wanted);
        if (issues.length === 0) return;
        const [fix] = fixes;
        expect(fix, issues.map((issue) => messageOf(issue)).join("\n")).toBeDefined();
        wanted = { ...wanted, ...fix?.look };
      }
      expect((await issuesOf(wanted)).issues).toEqual([]);
    }),
    { numRuns: 150 },
  );
});

test("a text too long for its level gets the highest level that holds it", async () => {
  const { issues, fixes } = await issuesOf({ data: "x".repeat(2000), ec: "H", size: 2048 });
  expect(issues.map(({ code }) => code)).toEqual(["data_too_long"]);
  expect(fixes.map(({ look }) => look)).toEqual([{ ec: "M" }]);
});

test("a text too long for any code is left to its writer", async () => {
  const { issues, fixes } = await issuesOf({ data: "x".repeat(3000) });
  expect([issues.map(({ code }) => code), fixes]).toEqual([["data_too_long"], []]);
});

test("a logo that cannot be mended is left out", async () => {
  const { options } = await examine({ data: "x" });
  const rule = "the logo damages 9 codewords of block 1, but only 4 can be corrected: remove the logo";
  const finding: Finding = {
    code: "logo_too_large",
    severity: "error",
    field: "logoSize",
    rule,
    whole: true,
    ways: [],
  };
  const fixes = fixesFor(finding, options);
  expect(fixes.map(({ look }) => look)).toEqual([{ logo: undefined, logoData: undefined }]);
});

/** How bad an issue of a logo is. */
const gravity = (issues: readonly Finding[]) =>
  Math.max(...issues.map(({ code, severity }) => (code === "logo_too_large" ? (severity === "error" ? 2 : 1) : 0)), 0);

test("each click that is offered for a logo mends it, or leaves a lesser issue", async () => {
  const logo = fc.record({
    data: fc.string({ minLength: 1, maxLength: 200, unit: "grapheme-ascii" }),
    logoData: fc.constant(logoData),
    logoSize: fc.integer({ min: 10, max: 40 }).map((hundredths) => String(hundredths / 100)),
    logoMargin: fc.integer({ min: 0, max: 20 }).map(String),
    ec: fc.constantFrom("L", "M", "Q", "H"),
    size: fc.constantFrom("128", "256", "300", "1024"),
    format: fc.constantFrom("png", "svg"),
  });
  await fc.assert(
    fc.asyncProperty(logo, async (given) => {
      const { issues, fixes } = await issuesOf(given);
      const before = gravity(issues);
      if (before === 0) return;
      const logoFixes = fixes.filter(({ look }) => Object.keys(look).some((name) => /logo|ec|version/.test(name)));
      expect(logoFixes).not.toEqual([]);
      for (const { label, look } of logoFixes) {
        const after = await issuesOf({ ...given, ...look });
        expect(gravity(after.issues), `${JSON.stringify(given)} ${label}`).toBeLessThan(before);
        expect(label).not.toMatch(/logoSize|logoMargin|\bec\b/);
      }
    }),
    { numRuns: 100 },
  );
});

test("a logo of the largest size at the lowest level can be mended by its level and by its size", async () => {
  const { issues, fixes } = await issuesOf({ data: "https://example.com", logoData, logoSize: 0.4, ec: "L" });
  expect(issues.map(({ severity }) => severity)).toEqual(["error"]);
  expect(fixes.map(({ look }) => Object.keys(look))).toEqual([["ec"], ["logoSize"]]);
});

test("names options in sentences as the page does", async () => {
  const { issues } = await issuesOf({ data: "x", color: "777777", bg: "888888", format: "json" });
  expect(issues.map(inLabels)).toEqual([
    expect.stringMatching(/^“Code” and “Ground” have a contrast of .*: make “Code” [0-9a-f]{6} or darker$/),
  ]);
});

test("names options in the issues of a logo as the page does", async () => {
  const { issues } = await issuesOf({ data: "https://example.com", logoData, logoSize: 0.4, ec: "L" });
  expect(inLabels(issues[0] as Finding)).toMatch(
    / raise “Error correction” to \w or lower “Logo size” to at most 0\.\d+$/,
  );
});

test.each([
  ["DATA_TOO_LONG", "data", "is too long for {ec} M", "The text is too long for “Error correction” M"],
  ["INVALID_OPTION", "logo", "must be an http address", "“Logo address” must be an http address"],
  ["LOGO_TOO_LARGE", "logo", "must be at most 2 MB", "logo must be at most 2 MB"],
  ["LOGO_UNREACHABLE", "logo", "is late: send it as {logoData}", "logo is late: send it as a file by “Choose a logo”"],
  ["INVALID_OPTION", "logoData", "must be base64", "“Choose a logo” must be base64"],
  ["INVALID_OPTION", "size", "must be a whole number", "“Size in pixels” must be a whole number"],
] as const)("names the option of %s about %s as the page does", (code, field, rule, shown) => {
  expect(inLabels(new QrError(code, 400, rule, field))).toBe(shown);
});

test("finds the data of a report's issues, and keeps the sentences of those that only its writer knows", async () => {
  const { issues, ...report } = await examine({ data: "x", color: "bbbbbb" }, { heavy });
  const foreign = { code: "logo_invalid", severity: "error", field: "logo", message: "logo {size} is broken" } as const;
  const received = { ...report, issues: [...issues.map(toIssue), foreign] };
  const known = issues.filter(({ code }) => code !== "scan_failed");
  const options = { ...report.options, logoData: undefined };
  const findings = findingsIn(received, known, options);
  expect(findings.slice(0, -1)).toEqual(issues);
  expect(findings.map((finding) => toIssue(finding))).toEqual(received.issues);
});

test.each([
  [{ logo: "example" }, "Leave the logo out", { logo: undefined, logoData: undefined }],
  [{ mask: "9" }, "Leave it out", { mask: undefined }],
  [{ size: "5000" }, "Use the default", { size: undefined }],
])("a wrong value of %j goes by a click that says what becomes of it", async (wrong, label, look) => {
  const { fixes } = await issuesOf({ data: "x", ...wrong });
  expect(fixes).toEqual([{ label, look }]);
});
