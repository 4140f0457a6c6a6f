import fc from "fast-check";
import { expect, test, vi } from "vitest";
import { inLabels } from "../../demo/labels.ts";
import { drawLogo } from "../../demo/logo-picture.ts";
import { adviceFor, fixesFor } from "../../demo/stage/fixes.ts";
import { findingsIn, rankOf } from "../../demo/stage/issues.ts";
import { QrError, type QrErrorCode } from "../../src/errors.ts";
import { withAdvice } from "../../src/messages/advice.ts";
import {
  logoDamaged,
  logoFetchUnsupported,
  logoHost,
  logoInvisible,
  logosUnsupported,
  svgWithoutSize,
} from "../../src/messages/logo-rules.ts";
import { type Message, messageOf } from "../../src/messages/message.ts";
import { integerRange } from "../../src/messages/option-rules.ts";
import { logoCoversTooMuch, raiseFrom, removeLogo } from "../../src/messages/report-rules.ts";
import { fromHeader, toHeader } from "../../src/messages/wire.ts";
import type { RawOptions } from "../../src/options/parse.ts";
import { examine } from "../../src/report/examine.ts";
import { type Finding, toIssue } from "../../src/report/issues.ts";
import { checkScan } from "../../src/report/proof.ts";
import { label } from "../labels.ts";
import { ruleText } from "../rule-text.ts";
import { heavy, logoData, withoutDecoder } from "../service/reports.ts";
import { testError } from "../test-error.ts";

async function issuesOf(input: RawOptions) {
  const { issues: all, options } = await examine(input, { heavy: withoutDecoder }, checkScan);
  const issues = all.filter(({ code }) => code !== "scan_skipped");
  return { issues, fixes: issues.flatMap((issue) => fixesFor(issue, options)) };
}

const hex = fc.integer({ min: 0, max: 0xffffff }).map((value) => value.toString(16).padStart(6, "0"));
const input = fc.record({
  data: fc.string({ minLength: 1, maxLength: 60, unit: "grapheme-ascii" }),
  color: fc.oneof(hex, fc.constant("red")),
  bg: hex,
  margin: fc.integer({ min: 0, max: 12 }).map(String),
  size: fc.integer({ min: 20, max: 400 }).map(String),
});

test("applying the first fix repeatedly leads to a code without issues", async () => {
  await fc.assert(
    fc.asyncProperty(input, async (given) => {
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

test("lowers error correction to the highest level at which a long text fits", async () => {
  const { issues, fixes } = await issuesOf({ data: "x".repeat(2000), ec: "H", size: 2048 });
  expect(issues.map(({ code }) => code)).toEqual(["data_too_long"]);
  expect(fixes.map(({ look }) => look)).toEqual([{ ec: "M" }]);
});

test("offers no fix for text that is too long for any code", async () => {
  const { issues, fixes } = await issuesOf({ data: "x".repeat(3000) });
  expect([issues.map(({ code }) => code), fixes]).toEqual([["data_too_long"], []]);
});

test("removes a logo if there is no other fix for it", async () => {
  const { options } = await examine({ data: "x" });
  const finding: Finding = {
    code: "logo_too_large",
    severity: "error",
    field: "logoSize",
    ...withAdvice({ rule: logoCoversTooMuch }, { rule: removeLogo }),
    ways: [],
  };
  const fixes = fixesFor(finding, options);
  expect(fixes.map(({ look }) => look)).toEqual([{ logo: undefined, logoData: undefined }]);
});

test("offers a smaller logo for a code with a caption, which the service draws", async () => {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M0 0h9v9H0z"/></svg>`;
  const { options } = await examine({
    data: "https://example.com",
    ec: "H",
    frame: "rounded",
    caption: "a",
    size: 512,
    logoSize: 0.4,
  });
  vi.stubGlobal(
    "Image",
    class {
      naturalWidth = 9;
      naturalHeight = 9;
      decode = async () => {};
    },
  );
  const service = { generate: () => Promise.resolve({ contentType: "image/svg+xml", body: "" }) } as never;
  const { cost } = await drawLogo({ ...options, logoData: Buffer.from(svg).toString("base64") }, () => service, true);
  const fixes = cost?.issues.flatMap((issue) => fixesFor(issue, options)) ?? [];
  expect(fixes.map(({ look }) => Object.keys(look))).toEqual([["logoSize"]]);
});

/** Returns the severity of the worst issue about the logo size: 0 if there is none, 1 for a warning, 2 for an error. */
const severityOf = (issues: readonly Finding[]) =>
  Math.max(...issues.map(({ code, severity }) => (code === "logo_too_large" ? (severity === "error" ? 2 : 1) : 0)), 0);

test("each fix for a logo resolves the issue or reduces its severity", async () => {
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
      const before = severityOf(issues);
      if (before === 0) return;
      const logoFixes = fixes.filter(({ look }) => Object.keys(look).some((name) => /logo|ec|version/.test(name)));
      expect(logoFixes).not.toEqual([]);
      for (const { label, look } of logoFixes) {
        const after = await issuesOf({ ...given, ...look });
        expect(severityOf(after.issues), `${JSON.stringify(given)} ${label}`).toBeLessThan(before);
        expect(label).not.toMatch(/logoSize|logoMargin|\bec\b/);
      }
    }),
    { numRuns: 100 },
  );
});

test("offers a higher level and a smaller logo for the largest logo at the lowest level", async () => {
  const { issues, fixes } = await issuesOf({ data: "https://example.com", logoData, logoSize: 0.4, ec: "L" });
  expect(issues.map(({ severity }) => severity)).toEqual(["error"]);
  expect(fixes.map(({ look }) => Object.keys(look))).toEqual([["ec"], ["logoSize"]]);
});

test("uses the page's labels in messages", async () => {
  const { issues } = await issuesOf({ data: "x", color: "777777", bg: "888888", format: "json" });
  expect(issues.map(inLabels)).toEqual([
    expect.stringMatching(
      /^“Code colour” and “Background” have a contrast of .*: set “Code colour” to [0-9a-f]{6} or darker$/,
    ),
  ]);
});

test("uses the labels of choices in messages", async () => {
  const shown = async (input: RawOptions) => (await issuesOf({ data: "x", ...input })).issues.map(inLabels).join();
  expect(await shown({ eyeStyle: "extra-rounded" })).toMatch(/“Corner rings” Extra rounded.* “Corner rings” to Square/);
  expect(await shown({ frame: "none", caption: "a" })).toContain("“Frame” to Banner below");
});

test.each([
  { color: "999999" },
  { color: "999999", size: "48" },
  { color: "999999", bg: "888888" },
  { margin: "0", size: "64" },
  { margin: "1", size: "60", color: "eef0ff" },
])("offers one fix per option for %j", async (input) => {
  const { issues, options } = await examine({ data: "https://example.com", ...input }, { heavy }, checkScan);
  const fixes = adviceFor(issues, options).flatMap((advice) => advice.fixes);
  const changed = fixes.flatMap(({ look }) => Object.keys(look)).sort();
  expect(changed.length).toBe(new Set(changed).size);
  expect(fixes).not.toEqual([]);
});

test.each([
  [{ data: "x", size: "48" }, ruleText(raiseFrom, { option: "“Size (px)”", before: 48, value: 116 }), "116"],
  [{ data: "x".repeat(500) }, ruleText(raiseFrom, { option: "“Size (px)”", before: 256, value: 372 }), "372"],
])("the text and the fix name the same size: %#", async (input, message, size) => {
  const { issues, options } = await examine(input);
  const shown = adviceFor(issues, options).filter(({ issue }) => issue.code === "too_small");
  expect(shown.map(({ issue }) => inLabels(issue))).toEqual([expect.stringContaining(message)]);
  expect(shown.flatMap(({ fixes }) => fixes.map(({ look }) => look))).toEqual([{ size }]);
});

test("uses the page's labels in issues about a logo", async () => {
  const { issues } = await issuesOf({ data: "https://example.com", logoData, logoSize: 0.4, ec: "L" });
  expect(inLabels(issues[0] as Finding)).toMatch(
    / raise “Error correction” to \w or lower “Logo size” to at most 0\.\d+$/,
  );
});

test.each([
  ["DATA_TOO_LONG", "data", "is too long for {ec} M", "The content is too long for “Error correction” M"],
  ["INVALID_OPTION", "logo", "must be an http address", "“Logo URL” must be an http address"],
  ["LOGO_TOO_LARGE", "logo", "must be at most 2 MB", "The logo must be at most 2 MB"],
  [
    "LOGO_UNREACHABLE",
    "logo",
    "is late: send it as {logoData}",
    "The logo is late: send it as a file (“Choose a logo”)",
  ],
  ["INVALID_OPTION", "logoData", "must be base64", "“Choose a logo” must be base64"],
  ["INVALID_OPTION", "size", "must be a whole number", "“Size (px)” must be a whole number"],
] as const)("uses the page's label in %s about %s", (code, field, rule, shown) => {
  expect(inLabels(testError(code, rule, field))).toBe(shown);
});

test.each([
  [logoDamaged, { kind: "PNG" }, /^This PNG is damaged\. /],
  [svgWithoutSize, { attributes: "width and height" }, /^This SVG has no size\. /],
  [logoHost, { option: { option: "logoData" } }, /^“Logo URL” /],
] as const)("leaves out what only developers need: %j", (rule, values, shown) => {
  expect(inLabels(new QrError("LOGO_INVALID", { field: "logo", rule, values }))).toMatch(shown);
});

test("uses the page's labels in messages of the service", () => {
  const shown = (code: QrErrorCode, message: Message) => {
    const received = inLabels(
      new QrError(code, fromHeader(messageOf(message), message.field, toHeader(message) ?? null)),
    );
    expect(received).toBe(inLabels(new QrError(code, message)));
    return received;
  };
  const option = { option: "logoData" };
  expect(shown("LOGO_INVALID", { field: "logoData", rule: logoInvisible })).toMatch(/^The logo is /);
  expect(shown("NOT_SUPPORTED", { field: "logo", rule: logosUnsupported })).toMatch(/^logos /);
  expect(shown("NOT_SUPPORTED", { field: "logo", rule: logoFetchUnsupported, values: { option } })).toMatch(
    /a file \(“Choose a logo”\)$/,
  );
  expect(shown("INVALID_OPTION", { field: "size", rule: integerRange, values: { min: 1, max: 2 } })).toMatch(
    /^“Size \(px\)” .* 1 to 2$/,
  );
});

test("turns a report's issues into data, and keeps the message of an unknown issue", async () => {
  const { issues, ...report } = await examine({ data: "x", color: "888888" }, { heavy }, checkScan);
  const foreign = { code: "logo_invalid", severity: "error", field: "logo", message: "logo {size} is broken" } as const;
  const received = { ...report, issues: [...issues.map(toIssue), foreign] };
  const known = issues.filter(({ code }) => code !== "scan_failed");
  const options = { ...report.options, logoData: undefined };
  const findings = findingsIn(received, known, options);
  expect(findings.slice(0, -1)).toEqual(issues);
  expect(findings.map((finding) => toIssue(finding))).toMatchObject(received.issues);
});

test.each([
  [{ logo: "example" }, label("removeLogo"), { logo: undefined, logoData: undefined }],
  [{ mask: "9" }, label("resetToDefault"), { mask: undefined }],
  [{ size: "5000" }, label("resetToDefault"), { size: undefined }],
])("offers to reset %j: %s", async (wrong, label, look) => {
  const { fixes } = await issuesOf({ data: "x", ...wrong });
  expect(fixes).toMatchObject([{ label, look }]);
});

test.each([
  [{ gradient: "linear,45,ffd700,813d9c" }, label("darkerGradient")],
  [{ eyeGradient: "radial,ffd700,000000" }, label("darkerEyeGradient")],
  [{ bgGradient: "linear,45,ffffff,555555" }, label("lighterBgGradient")],
  [
    { gradient: "linear,45,000000,ffffff", bgGradient: "linear,45,ffffff,000000" },
    "Set gradient to 000000–747474 and background to ffffff, and remove background gradient",
  ],
  [{ eyeStyle: "circle" }, "Set corner rings to square"],
  [{ color: "ffffff", bg: "000000" }, label("swapColors")],
  [{ margin: "0" }, "Set quiet zone to 4"],
  [{ dotSize: "0.9" }, label("removeOptions", { options: "module size" })],
  [{ frame: "none", caption: "Scan me" }, "Set frame to banner below"],
])("describes the fixes for %j in words: %s", async (wrong, label) => {
  const { fixes } = await issuesOf({ data: "https://example.com", ...wrong });
  expect(fixes.map((fix) => fix.label)).toContain(label);
  for (const { done, label } of fixes) expect(`${label} ${done}`).not.toMatch(/none|undefined|linear|radial/);
});

test("says which options a fix removes", async () => {
  const { options } = await examine({ data: "x", gradient: "linear,45,000000,333333" });
  const ways = [
    { color: "000000", gradient: undefined },
    { eyeColor: undefined, pupilColor: undefined },
  ];
  const finding = { code: "scan_weak", severity: "warning", field: "color", rule: removeLogo, ways } as const;
  expect(fixesFor(finding, options).map(({ label, done }) => [label, done])).toEqual([
    [
      label("setAndRemove", { changes: "code colour to 000000", options: "gradient" }),
      [
        label("optionSet", { option: label("option.color"), value: "000000" }),
        label("optionRemoved", { option: label("option.gradient") }),
      ].join(", "),
    ],
    [
      label("removeOptions", { options: "ring colour and centre colour" }),
      [label("option.eyeColor"), label("option.pupilColor")]
        .map((option) => label("optionRemoved", { option }))
        .join(", "),
    ],
  ]);
});

test("lists the cause of a poor scan before the result, and other errors first", () => {
  const finding = (code: Finding["code"], severity: Finding["severity"]): Finding => {
    return { code, severity, field: "data", rule: removeLogo };
  };
  const listed = [
    finding("quiet_zone_missing", "error"),
    finding("risky_shape", "warning"),
    finding("scan_failed", "error"),
    finding("low_contrast", "warning"),
  ];
  expect([...listed].reverse().sort((a, b) => rankOf(a) - rankOf(b))).toEqual(listed);
  expect(rankOf(finding("risky_shape", "warning"))).toBeLessThan(rankOf(finding("scan_weak", "warning")));
});
