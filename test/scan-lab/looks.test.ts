import { describe, expect, test } from "vitest";
import { sizes, smallestSizes } from "../../src/render/shapes.ts";
import { countLooks, isRisky, listLookTasks, lookTables, lossesOf, SQUARE } from "./looks.ts";
import { readers } from "./readers.ts";
import { MOST_LOST } from "./results.ts";
import { CLEAN, conditions, type Readings, type Task } from "./tasks.ts";

type LookTask = Extract<Task, { readonly style: string }>;
const tasksOf = (only: readonly string[], quick = false) => listLookTasks({ only, quick }) as LookTask[];

test("modules are at least as wide by default as with the smallest safe dotSize", () => {
  for (const [style, size] of Object.entries(sizes)) {
    expect(size, style).toBeGreaterThanOrEqual(smallestSizes[style as keyof typeof sizes]);
  }
});

describe("listLookTasks", () => {
  test("a run applies every kind of damage equally often", () => {
    const tasks = tasksOf([SQUARE]).filter(({ conditions }) => !conditions.includes(CLEAN));
    const counts = conditions
      .slice(1)
      .map((name) => tasks.filter(({ conditions }) => conditions.includes(name)).length);
    expect(new Set(counts).size).toBeLessThanOrEqual(2);
    expect(Math.min(...counts)).toBeGreaterThan(0);
  });

  test("--only adds square, and rejects unknown looks", () => {
    expect(new Set(tasksOf(["eyeStyle=leaf"], true).map(({ style }) => style))).toEqual(
      new Set([SQUARE, "eyeStyle=leaf"]),
    );
    expect(tasksOf(["eyeStyle=leaf"], true).at(-1)?.look).toEqual({ eyeStyle: "leaf" });
    expect(() => tasksOf(["leaf"])).toThrow("--only must list looks, such as dotStyle=small-square, not leaf");
  });
});

describe("counted readings", () => {
  const all = readers.map(({ name }) => name);
  /** Returns readings of a look by these decoders. Those with the indices `missed` failed to read the picture. */
  const readings = (style: string, condition: string, missed: readonly number[], decoders = all): Readings => ({
    style,
    read: { [condition]: Object.fromEntries(decoders.map((name, at) => [name, !missed.includes(at)])) },
  });
  const fast = all.slice(0, -1);
  const results = countLooks(
    [
      readings(SQUARE, CLEAN, []),
      readings(SQUARE, "blur 0.4", [2], fast),
      readings(SQUARE, "JPEG 16", [2], fast),
      readings("eyeStyle=leaf", CLEAN, [5]),
      readings("eyeStyle=leaf", "blur 0.4", [], fast),
      readings("eyeStyle=leaf", "JPEG 16", [0, 2], fast),
    ],
    "2026-01-31",
  );

  test("are sums of clean and damaged pictures", () => {
    expect(results.pictures).toEqual({ clean: [1, 1, 1, 1, 1, 1, 1], damaged: [2, 2, 2, 2, 2, 2, 0] });
    expect(results.read["eyeStyle=leaf"]).toEqual({ clean: [1, 1, 1, 1, 1, 0, 1], damaged: [1, 2, 1, 2, 2, 2, 0] });
  });

  test("show the losses of each decoder", () => {
    expect(lossesOf(results, "eyeStyle=leaf")[0]).toEqual({ decoder: "zxing-wasm", clean: 0, damaged: 50 });
    expect(lossesOf(results, "eyeStyle=leaf")[2]).toMatchObject({ clean: 0, damaged: -50 });
    expect(isRisky(results, "eyeStyle=leaf")).toBe(50 > MOST_LOST);
    expect(isRisky(results, SQUARE)).toBe(false);
  });

  test("become a table of differences", () => {
    const table = lookTables(results);
    expect(table).toContain("| `eyeStyle=leaf` | 0 / −50.0 | 0 / 0 | 0 / +50.0 | 0 / 0 | 0 / 0 | −100.0 / 0 |");
    expect(table).toContain("1 undamaged and 2 (wechat: 0) damaged images");
  });
});
