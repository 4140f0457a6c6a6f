import { describe, expect, test } from "vitest";
import type { Margin } from "../../src/ports.ts";
import { noMargins, strains } from "../../src/scan/margins.ts";
import { distanceOf, gradeOf, ladders, scoreOf, shareOf, unscored, weakestMargin } from "../../src/scan/score.ts";

/** Returns margins: step `at` for each kind of damage, except those in `other`. */
const marginsAt = (at: number, other: Record<string, number | null> = {}): Margin[] =>
  strains.map(({ name, unit, steps }) => ({
    name,
    value: name in other ? (other[name] as number | null) : (steps[at] ?? null),
    unit,
  }));

describe("scoreOf", () => {
  test("is 0 without margins, 1 with the best ones, and grows with each step", () => {
    expect(scoreOf([{ margins: noMargins() }])).toBe(0);
    expect(scoreOf([])).toBe(0);
    const scores = [-1, 0, 1, 2, 3, 4, 5, 6].map((at) => scoreOf([{ margins: marginsAt(at) }]));
    expect(scores).toEqual([0, 0.14, 0.29, 0.43, 0.57, 0.71, 0.86, 1]);
  });

  test("falls with every margin that has a weight, and with no other", () => {
    for (const { name } of unscored) expect(scoreOf([{ margins: marginsAt(6, { [name]: null }) }]), name).toBe(1);
    for (const { name, steps } of ladders) {
      const worse = scoreOf([{ margins: marginsAt(6, { [name]: steps[2] as number }) }]);
      expect(worse, name).toBeLessThan(1);
      expect(scoreOf([{ margins: marginsAt(6, { [name]: null }) }]), name).toBeLessThan(worse);
    }
  });

  test("counts all decoders", () => {
    const [good, bad] = [{ margins: marginsAt(6) }, { margins: marginsAt(1) }];
    expect(scoreOf([good, bad])).toBe(scoreOf([bad, good]));
    expect(scoreOf([good, bad])).toBeGreaterThan(scoreOf([bad]));
    expect(scoreOf([good, bad])).toBeLessThan(scoreOf([good]));
  });

  test("ignores the order of the margins, and unknown margins", () => {
    const margins = marginsAt(3);
    expect(scoreOf([{ margins: [...margins].reverse() }])).toBe(scoreOf([{ margins }]));
    expect(scoreOf([{ margins: [...margins, { name: "dust", value: 1, unit: "%" }] }])).toBe(scoreOf([{ margins }]));
  });
});

test("shareOf() interpolates between rising and falling steps", () => {
  expect([null, 10, 15, 20, 25, 30, 99].map((value) => shareOf({ steps: [10, 20, 30] }, value))).toEqual([
    0,
    1 / 3,
    0.5,
    2 / 3,
    2.5 / 3,
    1,
    1,
  ]);
  expect([4, 3, 2, 1.5, 1, 0].map((value) => shareOf({ steps: [3, 2, 1] }, value))).toEqual([
    0,
    1 / 3,
    2 / 3,
    2.5 / 3,
    1,
    1,
  ]);
});

test("gradeOf() returns all five letters", () => {
  const grades = Array.from({ length: 101 }, (_, at) => gradeOf(at / 100));
  expect([...new Set(grades)]).toEqual(["F", "D", "C", "B", "A"]);
});

test("weakestMargin() returns the margin that reduces the score most", () => {
  for (const { name } of ladders) expect(weakestMargin(marginsAt(6, { [name]: null }))).toBe(name);
  for (const { name } of unscored)
    expect(weakestMargin(marginsAt(3, { [name]: null }))).toBe(weakestMargin(marginsAt(3)));
});

describe("distanceOf", () => {
  test("falls if larger or more modules are required", () => {
    // At a distance of 1 m, 1920 px show 1.274 m. With 1.5 px per module and a factor of 1.5, 33 modules need 74.25 px.
    expect(distanceOf(marginsAt(6, { module: 1.5 }), 33)).toBe(20.3);
    expect(distanceOf(marginsAt(6, { module: 3 }), 33)).toBe(10.1);
    expect(distanceOf(marginsAt(6, { module: 1.5 }), 66)).toBe(10.1);
  });

  test("is null if no size is read", () => {
    expect(distanceOf(noMargins(), 33)).toBeNull();
  });
});
