import { describe, expect, test } from "vitest";
import type { Report } from "../../src/api.ts";
import { QrError } from "../../src/errors.ts";
import { checkValues } from "../../src/options/kinds.ts";
import { checkOptions, type RawOptions } from "../../src/options/parse.ts";
import { type SearchInput, searchTable } from "../../src/options/search-table.ts";
import { searchDesign } from "../../src/report/search.ts";
import { noMargins } from "../../src/scan/margins.ts";
import { gradeOf } from "../../src/scan/score.ts";
import { busy } from "../../src/work/heavy-jobs.ts";
import { atOnce } from "../../src/work/steps.ts";

type Scan = NonNullable<Report["scan"]>;

/** Returns a scan with this score. */
const scanOf = (score: number): { scan: Scan } => ({
  scan: {
    decoder: "fake",
    decoders: [],
    passed: true,
    conditions: [],
    unusedErrorCorrection: 1,
    margins: noMargins(),
    distance: 1,
    score,
    grade: gradeOf(score),
  },
});

interface Fakes {
  readonly settings?: SearchInput;
  /** The score of a design. */
  readonly score?: (input: RawOptions) => number;
  /** The milliseconds that each scan takes. */
  readonly time?: number;
}

function subjectOf(input: RawOptions, aspect?: number) {
  return { input, options: checkOptions(input), aspect };
}

/** Searches with a fake scan check. Resolves to the result, and to the designs that were scanned. */
async function search(input: RawOptions, { settings = {}, score = () => 0.6, time = 1 }: Fakes = {}, aspect?: number) {
  const scanned: RawOptions[] = [];
  let now = 0;
  const found = await searchDesign(subjectOf(input, aspect), checkValues(searchTable, settings), {
    async measure(design) {
      scanned.push(design);
      now += time;
      return scanOf(score(design));
    },
    inTurns: async (steps) => atOnce(steps),
    now: () => now,
  });
  return { ...found, scanned };
}

const pale = { data: "https://example.com/spring", color: "8fb0d8", bg: "f4f8ff", margin: 0, size: 300 };
const withLogo = { ...pale, logo: "https://example.com/logo.png", logoSize: 0.35, logoMargin: 4 };

describe("searchDesign", () => {
  test("scans at most the allowed number of designs, each once, and returns one of them", async () => {
    for (const candidates of [2, 5, 40]) {
      const { scanned, after, changes, candidates: count } = await search(withLogo, { settings: { candidates } }, 1);
      expect(scanned.length).toBeLessThanOrEqual(candidates);
      expect(count).toBe(scanned.length);
      expect(new Set(scanned.map((design) => JSON.stringify(Object.entries(design).sort()))).size).toBe(count);
      expect(after).toEqual(scanOf(0.6));
      expect(scanned).toContainEqual({ ...withLogo, ...changes });
    }
  });

  test("says which limit ended it", async () => {
    expect((await search(withLogo, { settings: { candidates: 3 } }, 1)).end).toBe("candidates");
    const slow = await search(withLogo, { settings: { seconds: 2 }, time: 900 }, 1);
    expect([slow.end, slow.candidates]).toEqual(["seconds", 3]);
    expect((await search({ data: "x" }, { settings: { allow: "margin" } })).end).toBe("finished");
  });

  test("is deterministic", async () => {
    const score = ({ ec = "M", color }: RawOptions) =>
      0.5 + String(ec).charCodeAt(0) / 1000 + String(color).length / 100;
    const [one, other] = [await search(withLogo, { score }, 1), await search(withLogo, { score }, 1)];
    expect(one).toEqual(other);
  });

  test("changes only what is allowed", async () => {
    const cases = [
      ["colors", ["color", "bg"]],
      ["margin", ["margin"]],
      ["ec,version", ["ec", "version"]],
      ["logoSize", ["logoSize"]],
    ] as const;
    for (const [allow, names] of cases) {
      const weak: RawOptions = { ...withLogo, ec: "L" };
      const { scanned } = await search(weak, { settings: { allow } }, 1);
      const changed = scanned.flatMap((design) => Object.keys(design).filter((name) => design[name] !== weak[name]));
      expect(names, allow).toEqual(expect.arrayContaining(changed));
      expect(changed.length, allow).toBeGreaterThan(0);
    }
  });

  test("keeps the design if the scan check finds all others worse", async () => {
    const { before, after, changes } = await search(
      withLogo,
      { score: (design) => (design === withLogo ? 0.7 : 0.69) },
      1,
    );
    expect(changes).toEqual({});
    expect(after).toBe(before);
  });

  test("darkens pale colours without making them black, and leaves dark ones alone", async () => {
    const { changes } = await search(pale, { settings: { allow: ["colors"] } });
    expect(Object.keys(changes)).toEqual(["color"]);
    const [red, green, blue] =
      String(changes.color)
        .match(/../g)
        ?.map((word) => Number.parseInt(word, 16)) ?? [];
    expect(blue).toBeGreaterThan(green as number);
    expect(green).toBeGreaterThan(red as number);
    expect(blue).toBeGreaterThan(40);
    expect(
      (await search({ ...pale, color: "0b1f3a", bg: "ffffff" }, { settings: { allow: "colors" } })).changes,
    ).toEqual({});
  });

  test("swaps the colours of a light code, also those of gradients and parts", async () => {
    const light = { data: "x", color: "ffe0e8", gradient: "linear,0,ffe0e8,ffffff", eyeColor: "ffffff", bg: "301020" };
    const { changes } = await search(light, { settings: { allow: "colors" } });
    // The background would be hidden under its gradient.
    expect(changes).toEqual({
      color: "301020",
      gradient: "none",
      bgGradient: "linear,0,ffe0e8,ffffff",
      eyeColor: "301020",
    });
  });

  test("makes no logo smaller than two thirds", async () => {
    const { scanned } = await search(withLogo, { settings: { allow: "logoSize" } }, 1);
    const sizes = scanned.map(({ logoSize }) => Number(logoSize));
    expect(Math.min(...sizes)).toBe(0.23);
  });

  test("sets a level exactly, even if options would raise it", async () => {
    const { scanned } = await search(
      { ...withLogo, ec: "L", boost: true, optimize: "scan" },
      { settings: { allow: "ec" } },
      1,
    );
    for (const design of scanned.slice(1)) expect(design).toMatchObject({ boost: false, optimize: "none" });
  });

  test("replaces risky shapes only if allowed", async () => {
    const stars = { data: "x", dotStyle: "star", eyeStyle: "dotted" };
    expect((await search(stars)).changes).not.toHaveProperty("dotStyle");
    const score = ({ dotStyle }: RawOptions) => (dotStyle === "square" ? 0.8 : 0.6);
    const { changes } = await search(stars, { settings: { allow: "shapes" }, score });
    expect(changes).toMatchObject({ dotStyle: "square" });
  });

  test("keeps the level and the version of a bank transfer", async () => {
    const data = "BCD\n002\n1\nSCT\n\nRed Cross\nBE72000000001616\nEUR1\n\n\nSample";
    const { scanned } = await search({ data, color: "8fb0d8" }, { settings: { allow: "ec,version" } });
    expect(scanned).toHaveLength(1);
  });

  test("undoes changes that do not matter", async () => {
    const score = ({ color, ec }: RawOptions) => (color === pale.color ? 0.5 : ec === "H" ? 0.9 : 0.89);
    const { scanned, changes } = await search(pale, { score });
    expect(changes).toHaveProperty("color");
    expect(scanned).toContainEqual({ ...pale, ...changes });
  });

  test("returns the best design so far if the server becomes busy", async () => {
    let scans = 0;
    const found = await searchDesign(subjectOf(withLogo, 1), checkValues(searchTable, {}), {
      async measure() {
        scans++;
        if (scans > 2) throw busy();
        return scanOf(0.6);
      },
      inTurns: async (steps) => atOnce(steps),
      now: () => 0,
    });
    expect([found.end, found.candidates]).toEqual(["busy", 2]);
    expect(found.changes).not.toEqual({});
  });

  test("keeps saying that it ended early because the server was busy", async () => {
    let scans = 0;
    const found = await searchDesign(subjectOf(withLogo, 1), checkValues(searchTable, { candidates: 4 }), {
      async measure() {
        scans++;
        if (scans === 3) throw busy();
        return scanOf(0.6);
      },
      inTurns: async (steps) => atOnce(steps),
      now: () => (scans < 3 ? 0 : 1_000_000),
    });
    expect([found.end, found.candidates, scans]).toEqual(["busy", 2, 3]);
  });

  test("never chooses a design without a scan", async () => {
    const all: RawOptions[] = [];
    const found = await searchDesign(subjectOf(pale), checkValues(searchTable, { candidates: 4 }), {
      async measure(design): Promise<{ scan?: Scan }> {
        all.push(design);
        return design === pale ? scanOf(0.5) : {};
      },
      inTurns: async (steps) => atOnce(steps),
      now: () => 0,
    });
    expect([found.changes, found.after, all.length > 1]).toEqual([{}, scanOf(0.5), true]);
  });

  test("swaps two plain colours with two changes, and sets no option that the design has already", async () => {
    const light = { data: "x", color: "ffffff", bg: "202020" };
    const { scanned, changes } = await search(light, { settings: { allow: "colors" } });
    expect(changes).toEqual({ color: "202020", bg: "ffffff" });
    for (const design of scanned) expect(Object.keys(design).sort()).toEqual(["bg", "color", "data"]);
    const { scanned: others } = await search({ data: "x", preset: "ocean", margin: 0 });
    for (const { gradient, bg } of others) expect([gradient, bg]).not.toContain("none");
  });

  test("removes the gradient of a preset", async () => {
    const given = { data: "x", preset: "ocean", gradient: "linear,0,ffffff,e0e0e0", color: "ffffff", bg: "101820" };
    const { changes } = await search(given, { settings: { allow: "colors" } });
    expect(changes.gradient).toBe("none");
  });

  test("a picture with a module size gains nothing by growing", async () => {
    const bare = { data: "https://example.com/spring", margin: 0, format: "svg" };
    const settings = { allow: "version,margin" };
    const { changes } = await search({ ...bare, moduleSize: 4 }, { settings });
    expect(changes).toEqual((await search({ ...bare, size: 100 }, { settings })).changes);
    expect(changes).not.toHaveProperty("margin", 4);
  });

  test("leaves out designs that would be too large for a module size", async () => {
    const large = { data: "x".repeat(300), moduleSize: 25 };
    expect((await search(large, { settings: { allow: "ec,version" } })).scanned.length).toBeGreaterThan(0);
  });

  test("rejects with other errors", async () => {
    const broken = search(pale, {
      score: () => {
        throw new QrError("INTERNAL", { rule: "broken" });
      },
    });
    await expect(broken).rejects.toMatchObject({ code: "INTERNAL" });
  });
});

describe("allow", () => {
  const read = (word: unknown) => searchTable.allow.read(word);

  test("is a list in any order, as an array or with commas", () => {
    expect(read("colors, ec")).toBe("ec,colors");
    expect(read(["shapes", "margin", "margin"])).toBe("margin,shapes");
  });

  test.each(["", "mask", "ec,", [], ["ec", 1], 7, null, {}].map((word) => [word]))("rejects %j", (word) => {
    expect(read(word)).toBeUndefined();
  });
});
