import { appendFileSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { pngTable } from "../../../src/options/table.ts";
import { drawView } from "./pictures.ts";
import { clampedPixels, type Reader, readers } from "./readers.ts";
import { resultTables } from "./result-tables.ts";
import { countReadings, losses } from "./results.ts";
import { conditions, listTasks, perform, type Readings } from "./tasks.ts";
import { rememberReads } from "./verdicts.ts";

const names = readers.map(({ name }) => name);
/** Returns readings of a style that the decoders with the indices `missed` failed to read. */
const readings = (style: string, condition: string, missed: readonly number[], decoders = names): Readings => ({
  style,
  read: { [condition]: Object.fromEntries(decoders.map((name, at) => [name, !missed.includes(at)])) },
});

describe("listTasks", () => {
  test("a complete run has all styles, conditions, versions and decoders", () => {
    const tasks = listTasks({ only: [], quick: false });
    const pictures = tasks.filter((task) => "style" in task);
    expect([...new Set(pictures.map(({ style }) => style))]).toEqual(pngTable.dotStyle.of);
    expect(new Set(pictures.flatMap((task) => task.conditions))).toEqual(new Set(conditions));
    expect(new Set(pictures.flatMap(({ decoders }) => decoders))).toEqual(new Set(names));
    expect(tasks.filter((task) => "logos" in task)).toHaveLength(40);
    // Neighbours differ only in their style, so every style has the same pictures.
    for (const [at, { picture }] of pictures.entries()) {
      expect(picture).toBe(pictures[at - (at % pngTable.dotStyle.of.length)]?.picture);
    }
  });

  test("--only selects styles and damages", () => {
    const tasks = listTasks({ only: ["dots", "glare"], quick: true });
    expect(tasks).toHaveLength(6);
    expect(tasks[0]).toMatchObject({ style: "dots", conditions: ["glare 10", "glare 13", "glare 18"] });
    expect(listTasks({ only: ["clean"], quick: true })[0]).toMatchObject({ conditions: ["clean"] });
  });

  test("--only rejects unknown names", () => {
    expect(() => listTasks({ only: ["dots", "rain"], quick: true })).toThrow(/^--only must list square, .*, not rain$/);
  });
});

test("perform() reads a picture under every condition of its task", async () => {
  const [task] = listTasks({ only: ["square", "small", "clean"], quick: true });
  if (!task) throw new Error("listTasks must return a task");
  const reads = (reader: Reader) => Promise.resolve(reader.name === "qr");
  const read = { "zxing-wasm": false, qr: true };
  expect(await perform({ ...task, decoders: Object.keys(read) } as typeof task, reads)).toEqual({
    style: "square",
    read: { "small 1.8": read, "small 1.45": read, "small 1.4": read },
  });
});

describe("results", () => {
  const fast = names.slice(0, -1);
  const results = countReadings(
    [
      readings("square", "clean", []),
      readings("square", "clean", [1], fast),
      readings("square", "blur 0.4", [0, 2], fast),
      readings("rounded", "clean", [1], fast),
      readings("rounded", "clean", [5]),
      readings("rounded", "blur 0.4", [0, 1, 2], fast),
      // Styles that get a warning may be read less often.
      readings("dots", "clean", [0, 1, 2], fast),
    ],
    "2026-01-31",
  );

  test("count the pictures that were read and those that were tried", () => {
    expect(results.pictures).toEqual({ clean: [2, 2, 2, 2, 2, 2, 1], damaged: [1, 1, 1, 1, 1, 1, 0] });
    expect(results.read).toEqual({
      square: { clean: [2, 1, 2, 2, 2, 2, 1], "blur 0.4": [0, 1, 0, 1, 1, 1, 0] },
      rounded: { clean: [2, 1, 2, 2, 2, 1, 1], "blur 0.4": [0, 0, 0, 1, 1, 1, 0] },
      dots: { clean: [0, 0, 0, 1, 1, 1, 0], "blur 0.4": [] },
    });
  });

  test("losses() names the decoders that read a style too rarely", () => {
    expect(losses(results)).toEqual([
      "rounded, clean, quirc: 50.0 points below square",
      "rounded, damaged, zbar-wasm: 100.0 points below square",
    ]);
  });

  test("the tables omit missing measurements", () => {
    const tables = resultTables(results);
    expect(tables).toContain("of 2 codes per style (wechat: 1)");
    expect(tables).toContain("| rounded | 100.0 % | 50.0 % | 100.0 % | 100.0 % | 100.0 % | 50.0 % | 100.0 % |");
    expect(tables).toContain("| rounded | 0.0 % | 0.0 % | 0.0 % | 100.0 % | 100.0 % | 100.0 % |  |");
    expect(tables).not.toContain("NaN");
  });
});

describe("rememberReads", () => {
  let folder: string;
  let calls: number;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "scan-lab-"));
    calls = 0;
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  const reader = (read: () => Promise<string | undefined>, digest = "abcdef"): Reader => ({
    ...{ name: "test", npm: "test", version: "1.0.0", digest },
    read() {
      calls++;
      return read();
    },
  });
  const draw = async () =>
    clampedPixels((await drawView({ version: 1, ec: "L", scale: 3, data: "A" }, { dotStyle: "square" })).gray);

  test("calls a decoder once for each picture, text and version, also in later runs", async () => {
    const path = join(folder, "new", "verdicts.txt");
    const [reads, works] = [rememberReads(path), reader(async () => "A")];
    expect(await reads(works, await draw(), "A")).toBe(true);
    expect(await reads(works, await draw(), "A")).toBe(true);
    expect(calls).toBe(1);
    expect(await reads(works, await draw(), "B")).toBe(false);
    expect(await rememberReads(path)(works, await draw(), "B")).toBe(false);
    expect(calls).toBe(2);
    await rememberReads(path)(
      reader(async () => "A", "ghijkl"),
      await draw(),
      "A",
    );
    expect(calls).toBe(3);
  });

  test("ignores a line that an interrupted run left incomplete", async () => {
    const path = join(folder, "verdicts.txt");
    appendFileSync(path, "abc");
    expect(
      await rememberReads(path)(
        reader(async () => "A"),
        await draw(),
        "A",
      ),
    ).toBe(true);
    expect(
      await rememberReads(path)(
        reader(async () => "B"),
        await draw(),
        "B",
      ),
    ).toBe(true);
    expect(calls).toBe(2);
  });

  test("counts errors as not read, and reports crashes once", async () => {
    const path = join(folder, "verdicts.txt");
    const fails = reader(() => Promise.reject(new Error("no code")));
    expect(await rememberReads(path)(fails, await draw(), "A")).toBe(false);
    const crashes = reader(() => Promise.reject(new WebAssembly.RuntimeError("unreachable")), "ghijkl");
    await expect(rememberReads(path)(crashes, await draw(), "A")).rejects.toThrow("unreachable");
    expect(await rememberReads(path)(crashes, await draw(), "A")).toBe(false);
  });
});
