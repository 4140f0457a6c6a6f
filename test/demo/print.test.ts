import { expect, test } from "vitest";
import { distanceOf, layoutOf } from "../../demo/views/print-layout.ts";

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
