import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { riskyShapes } from "../../src/render/shapes.ts";
import { withLooks } from "./doc.ts";
import {
  countLooks,
  type LookReadings,
  type LookResults,
  lookTables,
  lossesOf,
  mergeLooks,
  worstOf,
} from "./look-results.ts";
import { baseOf, listLookTasks, looks, SQUARE } from "./looks.ts";
import { samplePictures } from "./pictures.ts";
import { printed } from "./printed.ts";
import { readers } from "./readers.ts";
import { CLEAN, conditions } from "./tasks.ts";

const read = (path: string) => readFileSync(new URL(path, import.meta.url), "utf8");
const doc = read("../../docs/scan-lab.md");
const file = read("looks.json");
const stored: LookResults = JSON.parse(file);

const tasksOf = (only: readonly string[], quick = false) => listLookTasks({ only, quick });

describe("the stored results", () => {
  test("have the format in which the command prints them, and are in docs/scan-lab.md", () => {
    expect(printed(stored)).toBe(file);
    expect(doc, "run `npm run scan-lab -- --looks` and `npm run readme`").toBe(withLooks(doc, stored));
  });

  test("are those of a complete run with all looks and decoders", () => {
    expect(Object.keys(stored.read), "run `npm run scan-lab -- --looks`").toEqual(Object.keys(looks));
    expect(stored.decoders).toEqual(readers.map(({ name, npm, version }) => ({ name, npm, version })));
    const tasks = tasksOf([SQUARE]);
    const count = (isClean: boolean) =>
      readers.map(({ name }) =>
        tasks
          .filter(({ decoders }) => decoders.includes(name))
          .reduce((sum, task) => sum + task.conditions.filter((one) => (one === CLEAN) === isClean).length, 0),
      );
    expect(stored.pictures).toEqual({ clean: count(true), damaged: count(false) });
  });

  test("name exactly the shapes that get a warning, and safer ones that do not", () => {
    const known = Object.entries(riskyShapes).flatMap(([option, shapes]) =>
      Object.entries(shapes).map(([shape, risk]) => ({ option, shape, ...risk })),
    );
    const single = Object.keys(looks).filter((name) => baseOf(name) === SQUARE && !name.includes(","));
    const risky = single.filter((name) => worstOf(stored, name));
    expect(known.map(({ option, shape }) => `${option}=${shape}`)).toEqual(risky);
    for (const { option, shape, safer, points } of known) {
      expect(risky).not.toContain(`${option}=${safer}`);
      expect(points, shape).toBe(Math.round(worstOf(stored, `${option}=${shape}`)?.points ?? 0));
    }
  });

  test("contain no preset and no pair of safe shapes that needs a warning", () => {
    const isSafe = (name: string) =>
      Object.entries(riskyShapes).every(([option, shapes]) =>
        Object.keys(shapes).every((shape) => (looks[name] as Record<string, unknown>)[option] !== shape),
      );
    const others = Object.keys(looks).filter((name) => isSafe(name) && !name.endsWith(`, ${SQUARE}`));
    expect(others.filter((name) => worstOf(stored, name))).toEqual([]);
  });
});

describe("listLookTasks", () => {
  test("a run applies every kind of damage equally often", () => {
    const tasks = tasksOf([SQUARE]).filter(({ conditions }) => !conditions.includes(CLEAN));
    const counts = conditions
      .slice(1)
      .map((name) => tasks.filter(({ conditions }) => conditions.includes(name)).length);
    expect(Math.max(...counts) - Math.min(...counts)).toBeLessThanOrEqual(1);
    expect(Math.min(...counts)).toBeGreaterThan(0);
  });

  test("--only adds the looks to compare with, and rejects unknown looks", () => {
    const names = (only: string) => new Set(tasksOf([only], true).map(({ style }) => style));
    expect(names("eyeStyle=leaf")).toEqual(new Set([SQUARE, "eyeStyle=leaf"]));
    expect(names("preset=mint")).toEqual(new Set([SQUARE, "preset=mint", "preset=mint, square"]));
    expect(tasksOf(["eyeStyle=leaf"], true).at(-1)?.look).toEqual({ eyeStyle: "leaf" });
    expect(() => tasksOf(["leaf"])).toThrow("--only must list looks, such as dotStyle=small-square, not leaf");
  });
});

describe("counted readings", () => {
  const all = readers.map(({ name }) => name);
  const pictures = samplePictures(4);
  /** Returns readings of a look by these decoders. Those with the indices `missed` failed to read the picture. */
  const readings = (
    at: number,
    style: string,
    condition: string,
    missed: readonly number[],
    decoders = all,
  ): LookReadings => ({
    style,
    picture: pictures[at] as LookReadings["picture"],
    read: { [condition]: Object.fromEntries(decoders.map((name, index) => [name, !missed.includes(index)])) },
  });
  const fast = all.slice(0, -1);
  const leaf = "eyeStyle=leaf";
  const results = countLooks(
    [
      readings(0, SQUARE, CLEAN, []),
      ...[1, 2, 3].map((at) => readings(at, SQUARE, "blur 0.4", [2], fast)),
      readings(0, leaf, CLEAN, [5]),
      readings(1, leaf, "blur 0.4", [0], fast),
      readings(2, leaf, "blur 0.4", [0, 1], fast),
      readings(3, leaf, "blur 0.4", [0, 2], fast),
    ],
    "2026-01-31",
  );

  test("are sums of clean and damaged pictures", () => {
    expect(results.pictures).toEqual({ clean: [1, 1, 1, 1, 1, 1, 1], damaged: [3, 3, 3, 3, 3, 3, 0] });
    expect(results.read[leaf]).toEqual({ clean: [1, 1, 1, 1, 1, 0, 1], damaged: [0, 2, 2, 3, 3, 3, 0] });
  });

  test("show the losses of each decoder with their standard errors", () => {
    const damaged = lossesOf(results, leaf).filter(({ set }) => set === "damaged");
    expect(damaged[0]).toEqual({ decoder: "zxing-wasm", set: "damaged", points: 100, error: 0 });
    // One of three pictures was lost: the standard error of the mean of 0, 1 and 0.
    expect(damaged[1]).toMatchObject({ points: expect.closeTo(100 / 3), error: 33.3 });
    expect(damaged[2]).toMatchObject({ points: expect.closeTo(-200 / 3), error: 33.3 });
  });

  test("call a look risky only if the loss is larger than twice its standard error", () => {
    const withError = (error: number): LookResults => {
      const errors = readers.map(() => error);
      return { ...results, errors: { ...results.errors, [leaf]: { clean: errors, damaged: errors } } };
    };
    expect(worstOf(withError(49), leaf)).toMatchObject({ points: 100, error: 49 });
    expect(worstOf(withError(50), leaf)).toBeUndefined();
    expect(worstOf(results, SQUARE)).toBeUndefined();
  });

  test("replace those of the same looks in stored results", () => {
    const whole = { ...results.read, "preset=mint": { clean: [1], damaged: [2] } };
    const kept: LookResults = {
      ...results,
      date: "2025-01-01",
      read: { ...whole, [leaf]: { clean: [0], damaged: [0] } },
    };
    const merged = mergeLooks(kept, results);
    expect(merged).toEqual({ ...results, read: whole });
    expect(Object.keys(merged.read)).toEqual([SQUARE, leaf, "preset=mint"]);
    const later = {
      ...results,
      read: { [SQUARE]: results.read[SQUARE], "dotStyle=star": results.read[leaf] },
    } as LookResults;
    expect(Object.keys(mergeLooks(kept, later).read)).toEqual([SQUARE, "dotStyle=star", leaf, "preset=mint"]);
    const changed = { ...results.read, [SQUARE]: { clean: [0], damaged: [0] } } as LookResults["read"];
    expect(() => mergeLooks(kept, { ...results, read: changed })).toThrow("run all looks");
  });

  test("become a table of differences", () => {
    const table = lookTables(results);
    expect(table).toContain(
      "| `eyeStyle=leaf` | 0 / **−100.0** | 0 / −33.3 | 0 / +66.7 | 0 / 0 | 0 / 0 | **−100.0** / 0 | 0 |",
    );
    expect(table).toContain("1 undamaged and 3 (wechat: 0) damaged images");
    const square = ["100 / 100 %", "100 / 100 %", "100 / 0 %", ...Array(3).fill("100 / 100 %"), "100 %"];
    expect(table).toContain(`| \`square\` | ${square.join(" | ")} |`);
  });
});
