import { expect, test } from "vitest";
import { checkOptions } from "../../src/options/parse.ts";
import type { QrOptions } from "../../src/options/table.ts";
import { contrast } from "../../src/render/colors.ts";
import { weakestSpot } from "../../src/report/weakest-spot.ts";
import { createService, inspect } from "../../src/service/service.ts";
import { createScheduler, SLICE } from "../../src/work/scheduler.ts";
import { processorTime } from "../processor-time.ts";

const optionsOf = (input: object): QrOptions => checkOptions({ data: "x", ...input });

test("a plain code is compared with its background", () => {
  const spot = weakestSpot(optionsOf({ color: "1a5fb4", bg: "eeeeee" }));
  expect(spot).toEqual({ front: "1a5fb4", back: "eeeeee", frontField: "color", backField: "bg", isMixed: false });
});

test.each([
  [{ gradient: "linear,90,000000,999999" }, "999999", "gradient", "bg"],
  [{ gradient: "radial,cccccc,000000" }, "cccccc", "gradient", "bg"],
  [{ eyeColor: "bbbbbb" }, "bbbbbb", "eyeColor", "bg"],
  [{ pupilColor: "aaaaaa", eyeColor: "555555" }, "aaaaaa", "pupilColor", "bg"],
  [{ color: "333333", bgGradient: "linear,0,ffffff,777777" }, "333333", "color", "bgGradient"],
])("finds the weakest spot of %j", (input, front, frontField, backField) => {
  expect(weakestSpot(optionsOf(input))).toMatchObject({ front, frontField, backField, isMixed: false });
});

test("two gradients are compared position by position", () => {
  const same = { gradient: "linear,90,000000,808080", bgGradient: "linear,90,888888,ffffff" };
  const crossed = { gradient: "linear,90,000000,888888", bgGradient: "linear,270,888888,ffffff" };
  const ratioOf = (input: object) => {
    const { front, back } = weakestSpot(optionsOf(input));
    return contrast(front, back);
  };
  expect(ratioOf(same)).toBeGreaterThan(3);
  expect(ratioOf(crossed)).toBeLessThan(1.1);
});

/** The first 5% of the symbol are gray, and so is the background from 13% of the picture. */
const grays = {
  gradient: "linear,90,757575@0,757575@5,000000@5,000000@100",
  bgGradient: "linear,90,ffffff@0,ffffff@13,8f8f8f@13,8f8f8f@100",
};

test.each([{ size: 512 }, { size: 512, format: "svg" }, { size: 512, frame: "plain" }, { size: 512, version: 1 }])(
  "compares a gradient with that of the background where the symbol is: %j",
  async (input) => {
    const { contrast, issues, valid } = await inspect({ data: "x", ...grays, ...input });
    expect([contrast.ratio, valid]).toEqual([expect.closeTo(1.43, 1), false]);
    expect(issues.find(({ code }) => code === "low_contrast")?.severity).toBe("error");
  },
);

test("colours of the quiet zone are compared with those of the nearest modules only", async () => {
  const { contrast, issues } = await inspect({
    data: "x",
    size: 512,
    gradient: "linear,90,000000@0,000000@10,757575@10,757575@100",
    bgGradient: "linear,90,8f8f8f@0,8f8f8f@13,ffffff@13,ffffff@100",
  });
  expect(contrast.ratio).toBeGreaterThan(4.5);
  expect(issues.find(({ code }) => code === "low_contrast")).toBeUndefined();
});

test("the side of the symbol matters, and without it, the smallest and the largest are compared", () => {
  // With 177 modules, the symbol begins at 2% of the picture.
  const ratioOf = (side?: number) => {
    const { front, back } = weakestSpot(optionsOf({ ...grays, size: 1000 }), side);
    return contrast(front, back);
  };
  expect(ratioOf(21)).toBeLessThan(1.5);
  expect(ratioOf(177)).toBeGreaterThan(4.5);
  expect(ratioOf()).toBe(ratioOf(21));
});

test.each([
  [{ gradient: "linear,90,000000@5,ffffff@5,ffffff@8,000000@8" }, "ffffff"],
  [{ gradient: "linear,45,000000@26,eeeeee@26,eeeeee@27,000000@27" }, "eeeeee"],
  [{ gradient: "radial,000000@91,dddddd@91,dddddd@92,000000@92" }, "dddddd"],
  [{ gradient: "linear,13,000000,000000@50,cccccc@51,000000@52,000000" }, "cccccc"],
])("finds a band that is narrower than the grid: %j", (input, front) => {
  expect(weakestSpot(optionsOf(input))).toMatchObject({ front, frontField: "gradient", backField: "bg" });
});

test("finds a narrow band of the background behind a gradient", () => {
  const bgGradient = "linear,90,ffffff@48,000000@48,000000@49,ffffff@49";
  const spot = weakestSpot(optionsOf({ gradient: "linear,0,000000,222222", bgGradient }));
  expect(spot).toMatchObject({ back: "000000", backField: "bgGradient" });
});

test("finds a colour between two stops that is darker than both", () => {
  const spot = weakestSpot(optionsOf({ gradient: "linear,90,ff0000,ff0000@51,00ff00@52,00ff00", bg: "000000" }));
  expect(contrast(spot.front, "000000")).toBeLessThan(contrast("ff0000", "000000") - 1);
});

test("a stop without any width is not visible", () => {
  const spot = weakestSpot(optionsOf({ gradient: "linear,90,000000@50,ffffff@50,000000@50" }));
  expect(spot.front).toBe("000000");
});

test("the colour of the eyes matters only where the eyes are", () => {
  // The background in the middle is as dark as the eyes, but there are no eyes.
  const spot = weakestSpot(
    optionsOf({ color: "000000", eyeColor: "555555", bgGradient: "radial,888888,ffffff@20,ffffff" }),
  );
  expect(spot.frontField).toBe("color");
});

test.each([
  { color: "000000", bg: "888888", eyeColor: "ffffff" },
  { gradient: "linear,90,000000,000000,ffffff", bg: "888888" },
  { bgGradient: "linear,90,ffffff,ffffff,000000", color: "777777" },
])("a code that is darker and lighter than its background is an error: %j", async (input) => {
  expect(weakestSpot(optionsOf(input)).isMixed).toBe(true);
  const { contrast, issues, valid } = await inspect({ data: "x", ...input });
  expect(valid).toBe(false);
  expect(contrast.ratio).toBe(1);
  expect(issues.find(({ code }) => code === "low_contrast")?.severity).toBe("error");
});

test.each([
  [{ gradient: "linear,90,000000@5,ffffff@5,ffffff@8,000000@8" }, "gradient"],
  [{ bgGradient: "linear,90,000000@9,ffffff@9,ffffff@91,000000@91" }, "bgGradient"],
])("a narrow band of %j is an error that names the gradient", async (input, field) => {
  const { issues, valid } = await inspect({ data: "https://example.com", size: 512, version: 5, ...input });
  expect(valid).toBe(false);
  expect(issues.find(({ code }) => code === "low_contrast")).toMatchObject({ severity: "error", field });
});

test.each([
  [
    { gradient: "linear,90,1a5fb4,dddddd" },
    /gradient and bg have a contrast of .*: set gradient to linear,90,1a5fb4,[0-9a-f]{6}$/,
  ],
  [{ eyeColor: "99c1f1" }, /eyeColor and bg have a contrast of 1.*: set eyeColor to [0-9a-f]{6} or darker$/],
  [{ gradient: "linear,0,ffffff,eeeeee", bg: "000000" }, /swap the colours of the code and the background$/],
])("the issue of %j names a change that helps", async (input, message) => {
  const { issues } = await inspect({ data: "x", ...input });
  expect(issues.map((issue) => issue.message).find((text) => message.test(text))).toBeDefined();
});

test("the suggested gradient has good contrast", async () => {
  const { issues } = await inspect({ data: "x", gradient: "linear,90,1a5fb4,dddddd,f5c211@60" });
  const [, gradient] = /set gradient to (\S+)$/.exec(issues[0]?.message ?? "") ?? [];
  const { contrast } = await inspect({ data: "x", gradient });
  expect(contrast.ratio).toBeGreaterThanOrEqual(4.5);
});

test("comparing three gradients with five stops each takes a few milliseconds", async () => {
  let last = 0x101010;
  const stops = () => [5, 20, 45, 70, 95].map((at) => `${(last++ % 0x1000000).toString(16)}@${at}`).join(",");
  const radial = () => `radial,${stops()}`;
  const took = await processorTime(() => {
    for (let run = 0; run < 20; run++) {
      weakestSpot(optionsOf({ gradient: radial(), eyeGradient: radial(), bgGradient: radial() }), 177);
    }
  });
  expect(took / 20).toBeLessThan(10);
});

test("reports with gradients leave time for other events", async () => {
  let time = 0;
  const { inspect } = createService({ scheduler: createScheduler(() => (time += SLICE)) });
  const ends: string[] = [];
  const note = (end: string) => () => void ends.push(end);
  const reports = ["0", "1", "2", "3"].map((digit) => {
    const [gradient, bgGradient] = [`radial,000000,00000${digit}`, `radial,ffffff,fffff${digit}`];
    return inspect({ data: "x", gradient, bgGradient }).then(note("report"));
  });
  const event = new Promise((resolve) => setImmediate(resolve)).then(note("event"));
  await Promise.all([...reports, event]);
  expect(ends.indexOf("event")).toBeLessThan(2);
});
