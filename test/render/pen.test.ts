import { expect, test } from "vitest";
import { createPen, drawDot } from "../../src/render/outline.ts";

test("a square has three lines, because filling closes it", () => {
  const pen = createPen(0);
  pen.begin(2, 3);
  for (const direction of [0, 1, 2, 3] as const) pen.go(direction, 4);
  pen.end();
  expect(pen.path()).toBe("M2 3h4v4h-4");
});

test("merges consecutive lines in the same direction, and starts each loop relative to the last point", () => {
  const pen = createPen(0);
  for (const x of [0, 8]) {
    pen.begin(x, 0);
    pen.go(0, 2);
    pen.go(0, 2);
    pen.turn(0, 0);
    pen.go(1, 4);
    pen.go(2, 4);
    pen.go(3, 4);
    pen.end();
  }
  expect(pen.path()).toBe("M0 0h4v4h-4m8-4h4v4h-4");
});

test("draws corners as quadratic curves whose control points are the corners", () => {
  const pen = createPen(0);
  pen.begin(2, 0);
  for (const direction of [0, 1, 2, 3] as const) {
    pen.turn(direction, 2);
    pen.go(((direction + 1) & 3) as typeof direction, 1);
  }
  pen.end();
  expect(pen.path()).toBe("M2 0q2 0 2 2v1q0 2-2 2h-1q-2 0-2-2v-1q0-2 2-2");
});

test("draws left turns as well as right turns", () => {
  const pen = createPen(0);
  pen.begin(0, 2);
  pen.turn(1, 2, 0);
  pen.turn(0, 3, 3);
  pen.turn(3, 2);
  pen.end();
  expect(pen.path()).toBe("M0 2q0 2 2 2q3 0 3-3q0-2 2-2");
});

test("draws circles that touch all sides of their boxes", () => {
  const pen = createPen(0);
  drawDot(pen, 10, 20);
  drawDot(pen, 20, 20);
  expect(pen.path()).toBe("M15 20a5 5 0 010 10 5 5 0 010-10m10 0a5 5 0 010 10 5 5 0 010-10");
});
