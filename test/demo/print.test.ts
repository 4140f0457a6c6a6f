import { expect, test } from "vitest";
import { distanceOf } from "../../demo/views/print-layout.ts";

test.each([
  [33, 40, 40],
  [33, 10, 10],
  [29, 25, 25],
  [65, 40, 20],
  [185, 190, 35],
])("a code of %i modules and %i mm scans from about %i cm", (modules, mm, distance) => {
  expect(distanceOf(modules, mm)).toEqual({ distance });
});

test.each([
  [185, 10, 56],
  [185, 40, 56],
  [65, 15, 20],
])("a code of %i modules and %i mm is too small to scan, and needs %i mm", (modules, mm, minWidth) => {
  expect(distanceOf(modules, mm)).toEqual({ minWidth });
  expect(distanceOf(modules, minWidth)).toHaveProperty("distance");
});
