import { expect, test } from "vitest";
import { createPen } from "../../src/render/outline.ts";

test("a square has three lines, because filling closes it", () => {
  const pen = createPen();
  pen.begin(2, 3);
  for (const direction of [0, 1, 2, 3] as const) pen.go(direction, 4);
  pen.end();
  expect(pen.path()).toBe("M2 3h4v4h-4");
});

test("merges consecutive lines in the same direction, and starts each loop relative to the last point", () => {
  const pen = createPen();
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

test("merges four quarter circles into two arcs", () => {
  const pen = createPen();
  pen.begin(2, 0);
  for (const direction of [0, 1, 2, 3] as const) pen.turn(direction, 2);
  pen.end();
  expect(pen.path()).toBe("M2 0a2 2 0 0 1 0 4a2 2 0 0 1 0-4");
});

test("does not merge quarters of different circles", () => {
  const pen = createPen();
  pen.begin(0, 0);
  pen.turn(1, 3);
  // The pen turns left without an arc before the second quarter circle.
  pen.turn(1, 3);
  pen.turn(2, 2);
  pen.end();
  expect(pen.path()).toBe("M0 0a3 3 0 0 1-3 3a3 3 0 0 1-3 3a2 2 0 0 1-2-2");
});

test("draws left turns as arcs in the other direction", () => {
  const pen = createPen();
  pen.begin(0, 2);
  pen.turn(1, 2, 0);
  pen.turn(0, 2, 3);
  pen.turn(3, 2);
  pen.end();
  expect(pen.path()).toBe("M0 2a2 2 0 0 0 4 0a2 2 0 0 1 2-2");
});
