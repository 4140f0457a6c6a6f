import { expect, test } from "vitest";
import { distanceOf } from "../../demo/views/print-layout.ts";

test.each([
  [33, 40, 40],
  [33, 10, 10],
  [29, 25, 25],
  [65, 40, 20],
  [185, 190, 35],
])("phones read %i modules on %i mm from about %i cm", (modules, mm, far) => {
  expect(distanceOf(modules, mm)).toEqual({ far });
});

test.each([
  [185, 10, 56],
  [185, 40, 56],
  [65, 15, 20],
])("%i modules on %i mm are too fine for phones, and would not be on %i mm", (modules, mm, least) => {
  expect(distanceOf(modules, mm)).toEqual({ least });
  expect(distanceOf(modules, least)).toHaveProperty("far");
});
