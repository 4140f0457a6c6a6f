import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { checkOptions, type RawOptions } from "../../../src/options/parse.ts";
import { presets } from "../../../src/options/presets.ts";
import { type RiskyShape, readableSizes, riskyShapes, saferShapes } from "../../../src/render/shapes.ts";
import { bestGradeOfShapes, shapeIssues } from "../../../src/report/issues.ts";
import { crop } from "../../../src/scan/gray.ts";
import { darkArea } from "./damage/light.ts";
import { withLooks, withShapes } from "./doc.ts";
import {
  countLooks,
  type LookReadings,
  type LookResults,
  lookTables,
  lossesOf,
  mergeLooks,
  worstOf,
} from "./look-results.ts";
import { isFramed, LOGO, listLookTasks, looks, PAPER, presetShapes, SQUARE, shapes, sized } from "./looks.ts";
import { drawView, samplePictures } from "./pictures.ts";
import { printed } from "./printed.ts";
import { readers } from "./readers.ts";
import { CLEAN, conditions } from "./tasks.ts";

const read = (path: string) => readFileSync(new URL(path, import.meta.url), "utf8");
const doc = read("../../../docs/scan-lab.md");
const runs = { looks, shapes };
const [stored, measured] = ["looks", "shapes"].map((name) => JSON.parse(read(`${name}.json`))) as [
  LookResults,
  LookResults,
];

const tasksOf = (only: readonly string[], quick = false, of = looks) => listLookTasks({ only, quick, of });

/** Returns the number of decoders that cannot read half of the undamaged codes with a shape that they read with squares. */
const unreadOf = (name: string) =>
  lossesOf(measured, name).filter(({ set, points }) => set === "clean" && points >= 50).length;

describe("the stored results", () => {
  test("have the format in which the command prints them, and are in docs/scan-lab.md", () => {
    expect(printed(stored)).toBe(read("looks.json"));
    expect(printed(measured)).toBe(read("shapes.json"));
    expect(doc, "run `npm run scan-lab -- --looks` and `npm run readme`").toBe(withLooks(doc, stored));
    expect(doc, "run `npm run scan-lab -- --shapes` and `npm run readme`").toBe(withShapes(doc, measured));
  });

  test.each(["looks", "shapes"] as const)("are those of a complete run with all %s and decoders", (run) => {
    const { [run]: of } = runs;
    const stored: LookResults = JSON.parse(read(`${run}.json`));
    expect(Object.keys(stored.read), `run \`npm run scan-lab -- --${run}\``).toEqual(Object.keys(of));
    expect(stored.decoders).toEqual(readers.map(({ name, npm, version }) => ({ name, npm, version })));
    const tasks = tasksOf([SQUARE], false, of);
    const count = (isClean: boolean) =>
      readers.map(({ name }) =>
        tasks
          .filter(({ decoders }) => decoders.includes(name))
          .reduce((sum, task) => sum + task.conditions.filter((one) => (one === CLEAN) === isClean).length, 0),
      );
    expect(stored.pictures).toEqual({ clean: count(true), damaged: count(false) });
  });

  test("name exactly the shapes that get a warning, and safer ones that do not", () => {
    const known = (Object.keys(riskyShapes) as (keyof typeof riskyShapes)[]).flatMap((option) =>
      Object.entries<RiskyShape>(riskyShapes[option]).map(([shape, risk]) => ({ name: `${option}=${shape}`, ...risk })),
    );
    const single = Object.keys(shapes).filter((name) => !name.includes(","));
    const risky = single.filter((name) => worstOf(measured, name));
    expect(known.map(({ name }) => name).sort()).toEqual(risky.sort());
    for (const { name, points, unread = 0 } of known) {
      expect(points, name).toBe(Math.round(worstOf(measured, name)?.points ?? 0));
      expect(unread, name).toBe(unreadOf(name));
    }
    for (const [option, safer] of Object.entries(saferShapes)) expect(risky).not.toContain(`${option}=${safer}`);
  });

  const optionsOf = (name: string) => checkOptions({ ...looks[name], ...shapes[name], data: "x" });
  const isWarned = (name: string) => shapeIssues(optionsOf(name)).length > 0;

  test("contain no design without a warning that needs one", () => {
    const others = Object.keys(looks).filter((name) => !name.endsWith(`, ${SQUARE}`) && !isWarned(name));
    for (const name of ["dotStyle=extra-rounded", "frame=ticket", "logoShape=circle"]) expect(others).toContain(name);
    expect(others.filter((name) => worstOf(stored, name))).toEqual([]);
  });

  test("have the shapes of every preset, which decoders read as often as squares to within three points", () => {
    const all: readonly Readonly<Record<string, string>>[] = Object.values(presets);
    const shapesOf = (look: Readonly<Record<string, unknown>>) =>
      [look.dotStyle ?? SQUARE, look.eyeStyle, look.pupilStyle].join();
    const known = Object.entries(presetShapes).map(([name, look]) => {
      const losses = lossesOf(stored, name).filter(({ set }) => set === "damaged");
      expect(Math.max(...losses.map(({ points }) => points)), name).toBeLessThanOrEqual(3);
      return shapesOf(look);
    });
    expect([...new Set(all.map(shapesOf))].sort()).toEqual([shapesOf({}), ...known].sort());
  });

  test.each(Object.keys(sized))("%s gets a warning, and grade C at most if a decoder cannot read it", (name) => {
    expect(worstOf(measured, name)).toBeDefined();
    expect(isWarned(name)).toBe(true);
    const { dotStyle, dotSize = 1 } = optionsOf(name);
    expect(dotSize < readableSizes[dotStyle as keyof typeof readableSizes]).toBe(unreadOf(name) > 0);
    expect(bestGradeOfShapes(optionsOf(name))).toBe(unreadOf(name) > 0 ? "C" : "B");
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
    const names = (only: string, of = looks) => new Set(tasksOf([only], true, of).map(({ style }) => style));
    expect(names("eyeStyle=leaf", shapes)).toEqual(new Set([SQUARE, "eyeStyle=leaf"]));
    const rounded = "dotStyle=extra-rounded";
    expect(names(rounded)).toEqual(new Set([SQUARE, rounded, `${rounded}, square`]));
    expect(names("frame=plain")).toEqual(new Set([SQUARE, "frame=plain"]));
    expect(names("logoPosition=bottom-right")).toEqual(new Set([SQUARE, LOGO, "logoPosition=bottom-right"]));
    expect(tasksOf(["eyeStyle=leaf"], true, shapes).at(-1)?.look).toEqual({ eyeStyle: "leaf" });
    expect(() => tasksOf(["leaf"])).toThrow(
      "--only must list looks, such as dotStyle=rounded, pupilStyle=rounded, not leaf",
    );
    expect(() => tasksOf(["dotStyle=extra-rounded"], true, shapes)).toThrow("--only must list looks");
  });
});

test("pictures with a logo have level H, and the same text in all looks", () => {
  const pictures = tasksOf(["logoShape=circle"], true).filter(({ style }) => style !== SQUARE);
  for (const { picture } of pictures) {
    expect(picture.ec).toBe("H");
    expect(pictures.filter((other) => other.picture === picture).map(({ style }) => style)).toContain(LOGO);
  }
});

test("codes in all frames have the same place and size on the same paper", async () => {
  for (const plan of samplePictures(2)) {
    const { gray: paper, scale } = await drawView(plan, looks[PAPER] as RawOptions);
    const { left, top, right, bottom } = darkArea(paper);
    expect([left, top].map((place) => place % (2 * scale))).toEqual([0, 0]);
    const code = crop(paper, { left, top, right, bottom });
    for (const name of Object.keys(looks).filter((name) => isFramed(name))) {
      const view = await drawView(plan, looks[name] as RawOptions);
      expect([view.scale, view.gray.width, view.gray.height], name).toEqual([scale, paper.width, paper.height]);
      expect(crop(view.gray, { left, top, right, bottom }), name).toEqual(code);
    }
  }
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
    const whole = { ...results.read, "dotStyle=extra-rounded": { clean: [1], damaged: [2] } };
    const kept: LookResults = {
      ...results,
      date: "2025-01-01",
      read: { ...whole, [leaf]: { clean: [0], damaged: [0] } },
    };
    const merged = mergeLooks(kept, results);
    expect(merged).toEqual({ ...results, read: whole });
    expect(Object.keys(merged.read)).toEqual([SQUARE, "dotStyle=extra-rounded", leaf]);
    const later = {
      ...results,
      read: { [SQUARE]: results.read[SQUARE], "dotStyle=star": results.read[leaf] },
    } as LookResults;
    expect(Object.keys(mergeLooks(kept, later).read)).toEqual([
      SQUARE,
      "dotStyle=extra-rounded",
      "dotStyle=star",
      leaf,
    ]);
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
