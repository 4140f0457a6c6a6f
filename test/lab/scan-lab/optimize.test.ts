import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { encodeSymbol } from "../../../src/core/core.ts";
import { checkOptions } from "../../../src/options/parse.ts";
import { kinds } from "./damage/table.ts";
import { withRules } from "./doc.ts";
import {
  BOOST,
  compareRules,
  DEFAULT,
  judges,
  NARROW_SIZES,
  narrowScenes,
  rules,
  SCAN,
  type SceneCount,
  SECOND,
  SIZES,
  scenes,
  shortTexts,
  texts,
} from "./optimize.ts";
import { countScenes, gainOf, narrowGain, type RuleResults, ruleTables } from "./optimize-results.ts";
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
    expect(Object.keys(stored.read)).toEqual(Object.keys(rules));
    expect(stored.decoders).toEqual(judges.map(({ name, npm, version }) => ({ name, npm, version })));
    for (const read of Object.values(stored.read)) {
      expect(Object.keys(read)).toEqual(SIZES.map(String));
      for (const counts of Object.values(read)) expect(counts).toHaveLength(texts.length);
    }
    expect(stored.versions).toEqual(texts.map((text) => encodeSymbol(text).version));
    expect(doc, "run `npm run scan-lab -- --optimize` and `npm run readme`").toBe(withRules(doc, stored));
  });

  test("optimize=scan loses at no width, and gains clearly with codes of version 1", () => {
    for (const size of SIZES) expect(gainOf(stored, SCAN, { size }).mean, String(size)).toBeGreaterThanOrEqual(0);
    const { mean, error } = gainOf(stored, SCAN, { select: (version) => version === 1 });
    expect(mean).toBeGreaterThan(3 * error);
    expect(gainOf(stored, SCAN, { select: (version) => version > 1 }).mean).toBeGreaterThanOrEqual(0);
  });

  test("optimize=scan chooses version 2 at the widths where it gains", () => {
    for (const size of NARROW_SIZES) {
      const { mean, error } = narrowGain(stored, size);
      const { version } = checkOptions({ data: "x", size, optimize: "scan" });
      // Differences within two standard errors may be due to chance.
      if (Math.abs(mean) > 2 * error) expect(version, String(size)).toBe(mean > 0 ? 2 : 1);
    }
  });
});

test("short texts fit in version 1, and are compared at every narrow width", () => {
  expect(shortTexts.map((text) => encodeSymbol(text).version)).toEqual(shortTexts.map(() => 1));
  expect(narrowScenes).toHaveLength(shortTexts.length * NARROW_SIZES.length);
  expect(narrowScenes[0]?.rules).toEqual([BOOST, SECOND]);
});

test("texts have 10 to 300 bytes, and scenes have every text at every size", () => {
  const lengths = texts.map((text) => Buffer.byteLength(text));
  expect(lengths).toEqual(lengths.toSorted((a, b) => a - b));
  expect([lengths[0], lengths.at(-1), new Set(texts).size]).toEqual([10, 300, 36]);
  expect(new Set(scenes.map(({ text, size }) => `${size} ${text}`)).size).toBe(texts.length * SIZES.length);
});

test("compareRules() reads every kind of damage once per symbol, and shares the counts of equal symbols", async () => {
  const scene = { text: "0123456789", size: 150, rules: Object.keys(rules), index: 0 };
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
  const symbols = new Set(["1-M", "1-H", "2-M", "2-H", "3-H", "4-H", "1-Q"]);
  expect(calls).toBe(symbols.size * kinds.length * judges.length);
  for (const counts of Object.values(read)) expect(counts).toEqual([kinds.length, 0, 0, 0, 0, 0]);
});

describe("results of two texts", () => {
  /** Returns the counts of a scene in which each decoder reads the code of the rule `best` `more` times more often than
   *  those of other rules. */
  const count = (text: string, size: number, best: string, more: number, names = Object.keys(rules)): SceneCount => ({
    scene: { text, size, rules: names, index: 0 },
    version: text.length > 20 ? 3 : 1,
    read: Object.fromEntries(names.map((rule) => [rule, judges.map(() => (rule === best ? 5 + more : 5))])),
  });
  const wide = SIZES.flatMap((size) => [count("a".repeat(30), size, SCAN, 0), count("short", size, SCAN, 2)]);
  const narrow = NARROW_SIZES.flatMap((size) => [
    count("short", size, SECOND, 1, [BOOST, SECOND]),
    count("texts", size, SECOND, -2, [BOOST, SECOND]),
  ]);
  const results = { ...countScenes([...wide, ...narrow], 10, "2026-01-31"), cost: 1.04 };

  test("are sorted by length and summed over the decoders", () => {
    expect(results).toMatchObject({ most: 60, versions: [1, 3] });
    expect(results.read[DEFAULT]?.[150]).toEqual([30, 30]);
    expect(results.read[SCAN]?.[600]).toEqual([42, 30]);
    expect(results.narrow[150]).toEqual([6, -12]);
  });

  test("gainOf() and narrowGain() return the mean difference in points, and its standard error", () => {
    expect(gainOf(results, DEFAULT)).toEqual({ mean: 0, error: 0 });
    expect(gainOf(results, SCAN)).toEqual({ mean: 10, error: 10 });
    expect(gainOf(results, SCAN, { size: 300, select: (version) => version === 1 })).toEqual({ mean: 20, error: 0 });
    expect(narrowGain(results, 60)).toEqual({ mean: -5, error: 15 });
  });

  test("ruleTables() lists the share of the default, and the gains of the other rules", () => {
    const tables = ruleTables(results);
    expect(tables).toContain(`| ${DEFAULT} |${" 50.0 % |".repeat(6)}  |  |`);
    expect(tables).toContain(`| ${SCAN} |${" +10.0 ± 10.0 |".repeat(6)} +20.0 ± 0.0 | +0.0 ± 0.0 |`);
    expect(tables).toContain("| 150 px | 5 | 4 | −5.0 ± 15.0 |");
    expect(tables).toContain("2 strings, 1 of which fit in version 1");
    expect(tables).toContain("1.04 times");
  });
});
