import { describe, expect, test } from "vitest";
import type { Report } from "../../src/api.ts";
import { messageOf } from "../../src/messages/message.ts";
import { setDarker } from "../../src/messages/report-rules.ts";
import { examine } from "../../src/report/examine.ts";
import { inspect } from "../../src/service/service.ts";
import { withJobs } from "../heavy.ts";
import { ruleText } from "../rule-text.ts";
import { heavy, logoData, url } from "./reports.ts";

const clear = { data: url, bg: "transparent" };
function scanIn({ scan }: Report): NonNullable<Report["scan"]> {
  if (!scan) throw new Error("the scan check was skipped");
  return scan;
}
const codesIn = ({ issues }: Awaited<ReturnType<typeof inspect>>) =>
  issues.map(({ code, severity, field }) => `${severity} ${code} ${field}`);
const messages = (issues: readonly { readonly code: string; readonly message: string }[], code: string) =>
  issues.filter((issue) => issue.code === code).map(({ message }) => message);

describe("a dark code on a transparent background", () => {
  test("is graded on white, and the report says on which pages it scans", async () => {
    const [report, opaque] = await Promise.all([inspect(clear, { heavy }), inspect({ data: url }, { heavy })]);
    expect(report).toMatchObject({ valid: true, options: { bg: "transparent" }, contrast: opaque.contrast });
    const { backgrounds, ...scan } = scanIn(report);
    expect(scan).toEqual(opaque.scan);
    expect(scan.grade).toBe("A");
    expect(backgrounds).toEqual({ from: "ffffff", to: "777777" });
    expect(codesIn(report)).toEqual(["warning transparent_background bg"]);
    expect(messages(report.issues, "transparent_background")).toEqual([
      "bg is transparent, so the code scans reliably only on pages from white down to #777777: set bg to ffffff",
    ]);
  });

  test.each(["000000", "1a5fb4", "666666", "777777"])("in %s scans well on the last page", async (color) => {
    const { scan } = await inspect({ ...clear, color }, { heavy });
    const { from, to } = scan?.backgrounds ?? {};
    expect(from).toBe("ffffff");
    const last = await inspect({ data: url, color, bg: to }, { heavy });
    expect(last.scan?.score).toBeGreaterThanOrEqual(0.7);
    expect(last.scan?.decoders.map(({ passed }) => passed)).toEqual([true, true]);
  });

  test.each([
    { format: "svg" },
    { logoData, ec: "H" },
    { dotStyle: "dots", frame: "ticket", caption: "Menu" },
    { frame: "rounded", frameColor: "ffee00", format: "svg" },
    { gradient: "linear,45,1a5fb4,813d9c", eyeColor: "0b6b52", pupilColor: "7a1f0a" },
  ])("with %j gets the grade of a code on white", async (input) => {
    const [{ scan, valid }, opaque] = (await Promise.all(
      ["transparent", "ffffff"].map((bg) => inspect({ data: url, bg, ...input }, { heavy })),
    )) as [Awaited<ReturnType<typeof inspect>>, Awaited<ReturnType<typeof inspect>>];
    expect([scan?.grade, valid]).toEqual([opaque.scan?.grade, true]);
    expect(Math.abs((scan?.score ?? 0) - (opaque.scan?.score ?? 1))).toBeLessThan(0.03);
    expect(scan?.backgrounds?.from).toBe("ffffff");
  });

  test("has a background if it has a background gradient", async () => {
    const report = await inspect({ ...clear, bgGradient: "linear,0,ffffff,eeeeee" }, { heavy });
    expect(report.scan).not.toHaveProperty("backgrounds");
    expect(codesIn(report)).toEqual([]);
  });

  test("with low contrast gets a darker colour as advice", async () => {
    const report = await inspect({ ...clear, color: "808080" }, { heavy });
    expect(report.contrast).toMatchObject({ ratio: 3.9494, inverted: false });
    expect(messages((await inspect({ ...clear, color: "808080" })).issues, "low_contrast")).toEqual([
      `color has a contrast of 3.95:1 on white, but 4.5:1 or more is recommended: ${ruleText(setDarker, { option: "color", value: 767676 })}`,
    ]);
  });

  test("reports no pages if it scans less well on all of them", async () => {
    const { scan, issues } = await inspect({ ...clear, color: "949494" }, { heavy });
    expect(scan?.backgrounds).toBeNull();
    expect(messages(issues, "transparent_background")).toEqual([
      "bg is transparent, so the code needs a light page: set bg to ffffff",
    ]);
  });
});

describe("a light code on a transparent background", () => {
  test("is graded on black, and the report says on which pages it scans", async () => {
    const [report, opaque] = await Promise.all([
      inspect({ ...clear, color: "ffffff" }, { heavy }),
      inspect({ data: url, color: "ffffff", bg: "000000" }, { heavy }),
    ]);
    const { backgrounds, ...scan } = scanIn(report);
    expect(scan).toEqual(opaque.scan);
    expect([scan.grade, report.valid]).toEqual(["C", true]);
    expect(backgrounds).toEqual({ from: "000000", to: expect.stringMatching(/^(?:7{6}|8{6}|9{6})$/) });
    expect(codesIn(report)).toContain("warning transparent_background bg");
    expect(messages(report.issues, "transparent_background")).toEqual([
      `bg is transparent, so the code scans reliably only on pages from black up to #${backgrounds?.to}: set color to 747474 and bg to ffffff`,
    ]);
    expect(messages(report.issues, "inverted")).toEqual([
      "color needs a dark page, and some scanners cannot read light codes on dark pages: set color to 747474 and bg to ffffff",
    ]);
  });

  test("becomes dark on white, in the same hues", async () => {
    const look = { gradient: "linear,0,ffffff,ffe066", eyeColor: "ffe066" };
    const { issues } = await examine({ ...clear, ...look });
    const inverted = issues.find(({ code }) => code === "inverted");
    expect(inverted && messageOf(inverted)).toMatch(
      /: set gradient to linear,0,747474,837435 and eyeColor to 837435 and bg to ffffff$/,
    );
    const fixed = await inspect({ ...clear, ...look, ...inverted?.ways?.[0] }, { heavy });
    expect([fixed.scan?.grade, fixed.issues]).toEqual(["B", []]);
  });
});

test("passes a page to the decoders only if the background is transparent", async () => {
  const jobs: unknown[] = [];
  const spy = withJobs(heavy, {
    scan: (input) => {
      jobs.push(input.page);
      return heavy.run({ name: "scan", input });
    },
  });
  await inspect(clear, { heavy: spy });
  await inspect({ data: url }, { heavy: spy });
  expect(jobs).toEqual([255, 255, undefined, undefined]);
});
