import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { encodeSymbol } from "../../../src/core/core.ts";
import { kinds } from "./damage/table.ts";
import { withRules } from "./doc.ts";
import { compareRules, DEFAULT, judges, rules, SCAN, type SceneCount, SIZES, scenes, texts } from "./optimize.ts";
import { countScenes, gainOf, type RuleResults, ruleTables } from "./optimize-results.ts";
import { printed } from "./printed.ts";
import type { Reader } from "./readers.ts";

const doc = readFileSync(new URL("../../../docs/scan-lab.md", import.meta.url), "utf8");
const file = readFileSync(new URL("optimize.json", import.meta.url), "utf8");
const stored: RuleResults = JSON.parse(file);

describe("the stored results", () => {
  test("have the format in which the command prints them", () => {
    expect(printed(stored)).toBe(file);
  });

  test("are those of all rules, decoders, sizes and texts, and in docs/scan-lab.md", () => {
    expect(stored.decoders).toEqual(judges.map(({ name, npm, version }) => ({ name, npm, version })));
    for (const byRule of Object.values(stored.read)) expect(Object.keys(byRule)).toEqual(Object.keys(rules));
    for (const read of Object.values(stored.read).flatMap((byRule) => Object.values(byRule))) {
      expect(Object.keys(read)).toEqual(SIZES.map(String));
      for (const counts of Object.values(read)) expect(counts).toHaveLength(texts.length);
    }
    expect(stored.versions).toEqual(texts.map((text) => encodeSymbol(text).version));
    expect(doc, "run `npm run scan-lab -- --optimize` and `npm run readme`").toBe(withRules(doc, stored));
  });

  test("optimize=scan loses at no width and distance, and gains clearly with codes of version 1", () => {
    for (const distance of ["close", "same"] as const) {
      for (const size of SIZES) expect(gainOf(stored, SCAN, { distance, size }).mean, String(size)).toBeGreaterThan(0);
      const { mean, error } = gainOf(stored, SCAN, { distance, select: (version) => version === 1 });
      expect(mean).toBeGreaterThan(3 * error);
      expect(gainOf(stored, SCAN, { distance, select: (version) => version > 1 }).mean).toBeGreaterThanOrEqual(0);
    }
  });
});

test("texts have 10 to 300 bytes, and scenes have every text at every size and distance", () => {
  const lengths = texts.map((text) => Buffer.byteLength(text));
  expect(lengths).toEqual(lengths.toSorted((a, b) => a - b));
  expect([lengths[0], lengths.at(-1), new Set(texts).size]).toEqual([10, 300, 36]);
  expect(new Set(scenes.map(({ text, size, distance }) => `${size} ${distance} ${text}`)).size).toBe(
    2 * texts.length * SIZES.length,
  );
});

test("compareRules() reads every kind of damage once per symbol, and shares the counts of equal symbols", async () => {
  const scene = { text: "0123456789", size: 150, distance: "close", index: 0 } as const;
  const widths = new Set<number>();
  let calls = 0;
  const reads = async (reader: Reader, { width }: { readonly width: number }) => {
    calls++;
    widths.add(width);
    return reader === judges[0];
  };
  const { read, version } = await compareRules(scene, reads);
  expect(version).toBe(1);
  expect(Object.keys(read)).toEqual(Object.keys(rules));
  const symbols = new Set(["1-M", "1-H", "2-H", "1-Q"]);
  expect(calls).toBe(symbols.size * kinds.length * judges.length);
  for (const counts of Object.values(read)) expect(counts).toEqual([kinds.length, 0, 0, 0, 0, 0]);
});

describe("results of two texts", () => {
  /** Returns the counts of a scene in which each decoder reads the code of the rule `best` `more` times more often than
   *  those of other rules. */
  const count = (text: string, size: number, best: string, more: number): SceneCount[] =>
    (["close", "same"] as const).map((distance) => ({
      scene: { text, size, distance, index: 0 },
      version: text.length > 20 ? 3 : 1,
      read: Object.fromEntries(
        Object.keys(rules).map((rule) => [
          rule,
          judges.map(() => (rule === best && distance === "close" ? 5 + more : 5)),
        ]),
      ),
    }));
  const counts = SIZES.flatMap((size) => [...count("a".repeat(30), size, SCAN, 0), ...count("short", size, SCAN, 2)]);
  const results = { ...countScenes(counts, 10, "2026-01-31"), cost: 1.04 };

  test("are sorted by length and summed over the decoders", () => {
    expect(results).toMatchObject({ most: 60, versions: [1, 3] });
    expect(results.read.close[DEFAULT]?.[150]).toEqual([30, 30]);
    expect(results.read.close[SCAN]?.[600]).toEqual([42, 30]);
    expect(results.read.same[SCAN]?.[600]).toEqual([30, 30]);
  });

  test("gainOf() returns the mean difference in points, and its standard error", () => {
    expect(gainOf(results, DEFAULT)).toEqual({ mean: 0, error: 0 });
    expect(gainOf(results, SCAN)).toEqual({ mean: 10, error: 10 });
    expect(gainOf(results, SCAN, { distance: "same" })).toEqual({ mean: 0, error: 0 });
    expect(gainOf(results, SCAN, { size: 300, select: (version) => version === 1 })).toEqual({ mean: 20, error: 0 });
  });

  test("ruleTables() lists the share of the default, and the gains of the other rules", () => {
    const tables = ruleTables(results);
    expect(tables).toContain(`| ${DEFAULT} |${" 50.0 % |".repeat(6)}  |  |  |`);
    expect(tables).toContain(`| ${SCAN} |${" +10.0 ± 10.0 |".repeat(6)} +20.0 ± 0.0 |`);
    expect(tables).toContain("2 strings, 1 of which fit in version 1");
    expect(tables).toContain("1.04 times");
  });
});
