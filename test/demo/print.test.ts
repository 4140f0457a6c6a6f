import { expect, test } from "vitest";
import { distanceOf, layoutOf, sheetText } from "../../demo/views/print-layout.ts";
import { playground } from "../../src/languages/en-playground.ts";
import { createTranslate } from "../../src/languages/language.ts";
import { languageFiles } from "../languages/texts.ts";

test.each([
  [16, 40, 65],
  [16, 10, 15],
  [2.5, 190, 50],
  [2.5, 40, 10],
])("a code that scans from %f times its width printed %i mm wide, scans from %i cm", (reach, mm, distance) => {
  expect(distanceOf(33, mm, reach)).toEqual({ distance });
});

test("a code without a report has no distance", () => {
  expect(distanceOf(33, 40)).toEqual({ distance: undefined });
});

test.each([
  [16, 5, 7],
  [2.5, 39, 40],
])("a code that scans from %f times its width is too small at %i mm, and needs %i mm", (reach, mm, minWidth) => {
  expect(distanceOf(33, mm, reach)).toEqual({ minWidth });
  expect(distanceOf(33, minWidth, reach)).toHaveProperty("distance", 10);
});

test.each([
  [185, 10, 56],
  [185, 40, 56],
  [65, 15, 20],
])("a code of %i modules and %i mm is too small to scan, and needs %i mm", (modules, mm, minWidth) => {
  expect(distanceOf(modules, mm)).toEqual({ minWidth });
  expect(distanceOf(modules, minWidth)).toHaveProperty("distance");
});

test.each([
  ["A4", 40, 1, 24],
  ["A4", 40, 1.21, 20],
  ["A4", 190, 1.21, 1],
  ["Letter", 190, 1.21, 1],
  ["Letter", 25, 1.21, 42],
] as const)("on %s, %i mm wide and %f times as high: %i per page", (paper, width, ratio, perPage) => {
  expect(layoutOf(paper, width, ratio, perPage + 1)).toEqual({ perPage, pages: 2 });
});

test.each(["en", ...Object.keys(languageFiles)])(
  "%s: says how codes are divided among pages only if there are several",
  (tag) => {
    const text = createTranslate<typeof playground>(tag, languageFiles[tag]?.playground ?? playground);
    const one = sheetText({ count: 12, perPage: 24, pages: 1 }, text);
    expect(one).not.toMatch(/12|24|[(（{]/);
    const several = sheetText({ count: 50, perPage: 24, pages: 3 }, text);
    expect(several).toMatch(/3.*24.*2/);
    expect(sheetText({ count: 48, perPage: 24, pages: 2 }, text)).toMatch(/24/);
  },
);
