import { describe, expect, test } from "vitest";
import { raiseTo } from "../../src/messages/report-rules.ts";
import { presetNames } from "../../src/options/presets.ts";
import { table } from "../../src/options/table.ts";
import { riskyShapes } from "../../src/render/shapes.ts";
import { createService } from "../../src/service/service.ts";
import { ruleText } from "../rule-text.ts";
import { heavy, logoData, url } from "./reports.ts";

const service = createService({ heavy });

describe("shapes that some scanners cannot read", () => {
  test.each(table.eyeStyle.of)(
    "eyeStyle %s gets a warning only if a decoder of the lab reads it less often",
    async (eyeStyle) => {
      const { scan, issues } = await service.inspect({ data: url, eyeStyle });
      const found = issues.filter(({ code }) => code === "risky_shape");
      if (!Object.hasOwn(riskyShapes.eyeStyle, eyeStyle)) return expect(found).toEqual([]);
      expect(found).toMatchObject([
        {
          code: "risky_shape",
          severity: "warning",
          field: "eyeStyle",
          message: `some scanners cannot read codes with eyeStyle ${eyeStyle}, so the grade is C at most: set eyeStyle to rounded`,
        },
      ]);
      expect(scan?.grade).toBe("C");
      expect(issues).toHaveLength(1);
      const { scan: better, issues: left } = await service.inspect({ data: url, eyeStyle: "rounded" });
      expect([better?.grade, left]).toEqual(["A", []]);
    },
  );

  test.each([
    ["pupilStyle", "circle", "rounded"],
    ["pupilStyle", "star", "rounded"],
    ["dotStyle", "small-square", "square"],
    ["dotStyle", "diamond", "dots"],
    ["dotStyle", "star", "dots"],
  ])("%s %s gets a warning that names %s, and grade B at most", async (option, shape, safer) => {
    const { scan, issues } = await service.inspect({ data: url, [option]: shape });
    expect(scan?.grade).toBe("B");
    expect(scan?.score).toBeGreaterThanOrEqual(0.77);
    expect(issues.map(({ message }) => message)).toEqual([
      `some scanners read codes with ${option} ${shape} less often: set ${option} to ${safer}`,
    ]);
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

  test("small modules get a warning with the smallest size that scans well", async () => {
    const { issues } = await service.inspect({ data: url, dotStyle: "dots", dotSize: 0.7 });
    expect(issues.find(({ code }) => code === "risky_shape")?.message).toBe(
      `some scanners read codes with dotSize 0.7 less often: ${ruleText(raiseTo, { option: "dotSize", value: 1 })}`,
    );
    const { issues: none } = await service.inspect({ data: url, dotStyle: "dots", dotSize: 1 });
    expect(none.filter(({ code }) => code === "risky_shape")).toEqual([]);
    const { scan, issues: many } = await service.inspect({ data: url, dotStyle: "dots", dotSize: 0.6 });
    expect(["C", "D", "F"]).toContain(scan?.grade);
    expect(many.map(({ message }) => message)).toContain(
      `some scanners cannot read codes with dotSize 0.6, so the grade is C at most: ${ruleText(raiseTo, { option: "dotSize", value: 1 })}`,
    );
  });
});

test.each(presetNames)("the preset %s gets an A or B without warnings, with and without a logo", async (preset) => {
  for (const logo of [undefined, logoData]) {
    const { scan, issues } = await service.inspect({ data: url, preset, logoData: logo });
    expect(["A", "B"]).toContain(scan?.grade);
    expect(issues).toEqual([]);
  }
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
