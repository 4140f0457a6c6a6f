import fc from "fast-check";
import { expect, test } from "vitest";
import { inLabels } from "../../demo/labels.ts";
import { fixesFor } from "../../demo/stage/issues.ts";
import type { Issue } from "../../src/api.ts";
import { QrError } from "../../src/errors.ts";
import type { RawOptions } from "../../src/options/parse.ts";
import { inspect } from "../../src/service/inspect.ts";
import { heavy, logoData } from "../service/reports.ts";

/** Nothing is read back. */
const unread = {
  ...heavy,
  scan: () => Promise.reject(new QrError("NOT_SUPPORTED", 501, "nothing is read here")),
};

async function issuesOf(words: RawOptions) {
  const { issues: all, options } = await inspect(words, { heavy: unread });
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
        expect(fix, issues.map(({ message }) => message).join("\n")).toBeDefined();
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
  const { options } = await inspect({ data: "x" });
  const message = "the logo spoils 9 codewords of block 1, which can correct 4: leave the logo out";
  const fixes = fixesFor({ code: "logo_too_large", severity: "error", field: "logoSize", message }, options);
  expect(fixes.map(({ look }) => look)).toEqual([{ logo: undefined, logoData: undefined }]);
});

/** How bad an issue of a logo is. */
const gravity = (issues: readonly Issue[]) =>
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

test("options are called in sentences as on the page", () => {
  expect(inLabels("color and bg have a contrast of 2:1: make color 000000")).toBe(
    "“Code” and “Ground” have a contrast of 2:1: make “Code” 000000",
  );
  expect(inLabels("the logo uses too much: lower logoSize to 0.2")).toBe(
    "the logo uses too much: lower “Logo size” to 0.2",
  );
});

test.each([
  ["data", "data is too long for ec M: shorten it", "The text is too long for “Error correction” M: shorten it"],
  ["logo", "logo must be an http or https address", "“Logo address” must be an http or https address"],
  [undefined, "logo must be at most 2 MB", "logo must be at most 2 MB"],
  [undefined, "logo took too long: send it as logoData", "logo took too long: give its file by “Choose a logo”"],
  ["logoData", "logoData must be base64", "“Choose a logo” must be base64"],
  ["size", "size must be a whole number", "“Size in pixels” must be a whole number"],
])("a sentence about %s names it as the page does", (field, sentence, shown) => {
  expect(inLabels(sentence, field)).toBe(shown);
});

test.each([
  [{ logo: "example" }, "Leave the logo out", { logo: undefined, logoData: undefined }],
  [{ mask: "9" }, "Leave it out", { mask: undefined }],
  [{ size: "5000" }, "Use the default", { size: undefined }],
])("a wrong value of %j goes by a click that says what becomes of it", async (wrong, label, look) => {
  const { fixes } = await issuesOf({ data: "x", ...wrong });
  expect(fixes).toEqual([{ label, look }]);
});
