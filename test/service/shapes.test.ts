import { describe, expect, test } from "vitest";
import { raiseTo, riskyShape, shapeUnreadByFew, unreadableShape } from "../../src/messages/report-rules.ts";
import { checkOptions } from "../../src/options/parse.ts";
import { presetNames, presets } from "../../src/options/presets.ts";
import { table } from "../../src/options/table.ts";
import { type RiskyShape, riskyShapes, saferShapes } from "../../src/render/shapes.ts";
import { bestGradeOfShapes } from "../../src/report/issues.ts";
import { createService } from "../../src/service/service.ts";
import { ruleText } from "../rule-text.ts";
import { heavy, logoData, url } from "./reports.ts";

const service = createService({ heavy });

describe("shapes that some scanners cannot read", () => {
  const risks = (Object.keys(riskyShapes) as (keyof typeof riskyShapes)[]).flatMap((option) =>
    table[option].of.map((shape) => {
      const known: Readonly<Record<string, RiskyShape>> = riskyShapes[option];
      return { option, shape, risk: Object.hasOwn(known, shape) ? known[shape] : undefined };
    }),
  );

  test.each(risks)("$option=$shape gets a warning only if a decoder of the lab reads it less often", async (one) => {
    const { option, shape, risk } = one;
    const { scan, issues } = await service.inspect({ data: url, [option]: shape });
    const found = issues.filter(({ code }) => code === "risky_shape");
    if (!risk) return expect(found).toEqual([]);
    const { unread = 0 } = risk;
    const rule = unread > 1 ? unreadableShape : unread > 0 ? shapeUnreadByFew : riskyShape;
    const safer = saferShapes[option];
    expect(found.map(({ severity, field, message }) => [severity, field, message])).toEqual([
      ["warning", option, `${ruleText(rule, { option, value: shape })}: set ${option} to ${safer}`],
    ]);
    const best = unread > 1 ? "C" : "B";
    expect(bestGradeOfShapes(checkOptions({ data: url, [option]: shape }))).toBe(best);
    expect((scan?.grade ?? "") >= best).toBe(true);
    const { scan: better, issues: left } = await service.inspect({ data: url, [option]: safer });
    expect([better?.grade, left]).toEqual(["A", []]);
  });

  test("a shape that some scanners cannot read does not hide other reasons for a low grade", async () => {
    const { issues } = await service.inspect({ data: url, eyeStyle: "circle", color: "ffffff", bg: "000000" });
    expect(issues.map(({ code }) => code).sort()).toEqual(["inverted", "risky_shape", "scan_weak"]);
  });

  test.each(["json", "txt"])("the format %s has no shapes, and no warning", async (format) => {
    const { scan, issues } = await service.inspect({ data: url, dotStyle: "star", eyeStyle: "circle", format });
    expect([scan?.grade, issues]).toEqual(["A", []]);
  });

  test.each([
    [0.8, riskyShape],
    [0.7, unreadableShape],
  ])("dots of size %d get a warning with the size of circles that touch", async (dotSize, rule) => {
    const about = async (size: number) => {
      const { scan, issues } = await service.inspect({ data: url, dotStyle: "dots", dotSize: size });
      return { grade: scan?.grade ?? "", messages: issues.filter(({ field }) => field === "dotSize") };
    };
    const { grade, messages } = await about(dotSize);
    const advice = ruleText(raiseTo, { option: "dotSize", value: 1 });
    expect(messages.map(({ message }) => message)).toEqual([
      `${ruleText(rule, { option: "dotSize", value: dotSize })}: ${advice}`,
    ]);
    if (rule === unreadableShape) expect(["C", "D", "F"]).toContain(grade);
    expect((await about(1)).messages).toEqual([]);
  });
});

test.each(presetNames)("the preset %s gets an A or B without warnings, with and without a logo", async (preset) => {
  for (const more of [{}, { logoData }, { logoData, version: 4 }, { logoData, version: 4, caption: "Scan me" }]) {
    const { scan, issues } = await service.inspect({ data: url, preset, ...more });
    expect(["A", "B"]).toContain(scan?.grade);
    expect(issues).toEqual([]);
  }
});

test("there are 24 presets, no two of which have the same shapes, frame and colour of modules", () => {
  const all: readonly Readonly<Record<string, unknown>>[] = Object.values(presets);
  const looks = all.map(({ dotStyle, pupilStyle, frame, color, gradient }) =>
    JSON.stringify([dotStyle, pupilStyle, frame, gradient ?? color]),
  );
  expect([presetNames.length, new Set(looks).size]).toEqual([24, 24]);
  expect(new Set(all.map(({ frame }) => frame)).size).toBeGreaterThan(12);
});

test("warns about options that the style or frame ignores, and suggests a fix", async () => {
  const found = async (input: object) => {
    const { valid, issues } = await service.inspect({ data: url, ...input });
    expect(valid).toBe(true);
    return issues.filter(({ code }) => code === "ignored_option").map(({ field, message }) => [field, message]);
  };
  expect(await found({ dotStyle: "rounded", dotSize: 0.9, frame: "none", caption: "Scan me" })).toEqual([
    ["dotSize", "dotSize has no effect with dotStyle rounded: remove dotSize"],
    ["caption", "caption has no effect with frame none: set frame to banner-bottom"],
  ]);
  expect(await found({ dotStyle: "dots", dotSize: 0.9 })).toEqual([]);
  expect(await found({ dotSize: 0.9, format: "txt" })).toEqual([]);
  // A request may override the frame and the style of a design.
  const design = { dotStyle: "dots", dotSize: 0.9, frame: "ticket", caption: "Scan me" };
  expect(await found({ design, dotStyle: "rounded", frame: "none" })).toEqual([]);
});
