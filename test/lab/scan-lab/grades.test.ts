import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { pngTable, table } from "../../../src/options/table.ts";
import { contrastOf } from "../../../src/report/contrast.ts";
import { gradeOf, ladders } from "../../../src/scan/score.ts";
import { kinds } from "./damage/table.ts";
import { shapes } from "./grades/art.ts";
import { drawMixed, planMixed } from "./grades/mix.ts";
import type { MixedReadings } from "./grades/perform.ts";
import { compareSets, FITTED, type GradeResults, HELD_OUT, OWN, setName } from "./grades/results.ts";
import { fitWeights, spearman, spearmanInterval } from "./grades/statistics.ts";
import { withGrades, withMargins } from "./grades/tables.ts";
import { trials } from "./grades/truth.ts";
import { readers, slowest } from "./readers.ts";

const doc = readFileSync(new URL("../../../docs/scan-lab.md", import.meta.url), "utf8");
const results: GradeResults = JSON.parse(readFileSync(new URL("grades/results.json", import.meta.url), "utf8"));

describe("results", () => {
  test("the tables in docs/scan-lab.md are up to date", () => {
    expect(doc, "run `npm run scan-lab -- --grades` and `npm run readme`").toBe(withGrades(doc, results));
  });

  test("the table of margins in docs/scan-method.md is up to date", () => {
    const page = readFileSync(new URL("../../../docs/scan-method.md", import.meta.url), "utf8");
    expect(page, "run `npm run readme`").toBe(withMargins(page));
  });

  test("the score has the fitted weights", () => {
    expect(results.fit.pictures).toBe(FITTED.count);
    expect(Object.fromEntries(ladders.map(({ name, weight }) => [name, weight]))).toEqual(results.fit.weights);
    expect(ladders.reduce((sum, { weight }) => sum + weight, 0)).toBeCloseTo(1);
  });

  test("the score predicts what other decoders read", () => {
    const { "all pictures": all, "dark on light with good contrast": plain } = results.correlations;
    expect(all?.pictures).toBe(HELD_OUT.count);
    expect(all?.interval[0]).toBeGreaterThan(0.8);
    expect(plain?.interval[0]).toBeGreaterThan(0.7);
    for (const { name } of readers.slice(2)) expect(results.correlations[name]?.interval[0]).toBeGreaterThan(0.6);
  });

  test("the margins of isoqr's decoders predict more than the share of copies that they read", () => {
    const { correlations } = results.sets;
    expect(Object.keys(correlations)).toHaveLength(6 + 15 + 20);
    const own = correlations[setName(OWN)];
    expect(own?.pictures).toBe(HELD_OUT.count / 3);
    expect(results.correlations["all pictures"]?.interval[0]).toBeGreaterThan(own?.interval[1] ?? 1);
  });

  test("at most one of six decoders misses an undamaged dark-on-light code with grade A or B", () => {
    expect([results.grades.A.missed, results.grades.B.missed]).toEqual([0, 0]);
  });

  test("codes with better grades are read more often, and every grade occurs", () => {
    const rates = Object.values(results.grades).map(({ rate }) => rate);
    expect(rates).toEqual([...rates].sort((a, b) => b - a));
    for (const { pictures } of Object.values(results.grades)) expect(pictures / HELD_OUT.count).toBeGreaterThan(0.05);
  });
});

describe("statistics", () => {
  test("spearman() compares ranks", () => {
    expect(spearman([1, 2, 3], [10, 20, 900])).toBeCloseTo(1);
    expect(spearman([1, 2, 3], [3, 2, 1])).toBeCloseTo(-1);
    // Expected values computed with scipy.stats.spearmanr.
    expect(spearman([1, 2, 2, 3], [1, 3, 2, 4])).toBeCloseTo(0.9486833);
    expect(spearman([5, 1, 4, 2, 3], [4, 2, 5, 1, 3])).toBeCloseTo(0.8);
  });

  test("spearmanInterval() contains the correlation, and shrinks with more values", () => {
    const lists = (count: number) => {
      const one = Array.from({ length: count }, (_, at) => at);
      return [one, one.map((v) => v + ((7 * v) % 13))] as const;
    };
    const [few, many] = [spearmanInterval(...lists(20)), spearmanInterval(...lists(200))];
    expect(few[0]).toBeLessThan(spearman(...lists(20)));
    expect(few[1]).toBeGreaterThan(spearman(...lists(20)));
    expect(many[1] - many[0]).toBeLessThan(few[1] - few[0]);
  });

  test("fitWeights() finds non-negative weights, and pulls them towards a given value", () => {
    const rows = Array.from({ length: 30 }, (_, at) => [at % 2, at % 3, at % 5]);
    const targets = rows.map(([a = 0, b = 0]) => 2 * a + b);
    const free = fitWeights(rows, targets, { towards: 0, by: 0 });
    for (const [at, weight] of [2, 1, 0].entries()) expect(free[at]).toBeCloseTo(weight);
    const negative = rows.map(([a = 0, b = 0]) => 2 * a - b);
    expect(Math.min(...fitWeights(rows, negative, { towards: 0, by: 0 }))).toBe(0);
    for (const weight of fitWeights(rows, targets, { towards: 0.7, by: 1e9 })) expect(weight).toBeCloseTo(0.7);
  });
});

describe("compareSets", () => {
  const names = readers.map(({ name }) => name);
  /** Returns readings of picture `seed`. `skill` is the share of 12 copies that a decoder reads. */
  const readings = (seed: number, skill: (name: string) => number): MixedReadings => {
    const read = Array.from({ length: 12 }, (_, at) => [
      `copy ${at}`,
      Object.fromEntries(names.map((name) => [name, at < 12 * skill(name)])),
    ]);
    return { seed, scale: 3, margins: {}, read: Object.fromEntries(read) };
  };

  test("compares each set of up to three decoders with the decoders outside it", () => {
    // jsqr reads pictures that the other decoders do not, and the slowest decoder contradicts all of them.
    const skills = [0.1, 0.3, 0.5, 0.7, 0.9].map((skill, at) =>
      readings(at, (name) => (name === "jsqr" || name === slowest ? 1 - skill : skill)),
    );
    const sets = compareSets(skills);
    expect(Object.keys(sets)).toHaveLength(6 + 15 + 20);
    expect(Object.keys(sets)[0]).toBe("zxing-wasm");
    expect(Object.keys(sets).at(-1)).toBe("qr + @nuintun/qrcode + quirc");
    expect(sets.jsqr).toMatchObject({ pictures: 5, value: -1 });
    expect(sets.quirc?.value).toBe(1);
    expect(sets["zxing-wasm + zbar-wasm"]?.value).toBe(1);
    expect(Object.keys(sets).some((name) => name.includes(slowest))).toBe(false);
    const partial = { ...readings(9, () => 0), read: { "copy 0": { jsqr: true } } };
    expect(compareSets([...skills, partial])).toEqual(sets);
  });

  test("counts each copy and each decoder of a set equally", () => {
    const skills = [0.25, 0.5, 0.75].map((skill, at) =>
      readings(at, (name) => (name === "zxing-wasm" ? 1 : name === "zbar-wasm" ? skill : 0.9 * skill)),
    );
    // zxing-wasm reads everything, so its own rate predicts nothing, and does not change that of the pair.
    expect(compareSets(skills)["zxing-wasm"]?.value).toBeNaN();
    expect(compareSets(skills)["zxing-wasm + zbar-wasm"]?.value).toBe(1);
  });
});

describe("mixed pictures", () => {
  const plans = Array.from({ length: 420 }, (_, at) => planMixed(HELD_OUT.first + at));

  test("have all styles, levels, formats, shapes and kinds of colours", () => {
    const seen = <Value>(of: (plan: (typeof plans)[number]) => Value) => new Set(plans.map(of));
    expect(seen(({ options }) => options.dotStyle)).toEqual(new Set(pngTable.dotStyle.of));
    expect(seen(({ options }) => options.ec)).toEqual(new Set(table.ec.of));
    expect(seen(({ options }) => options.format)).toEqual(new Set(["png", "svg"]));
    expect(seen(({ art }) => art?.shape)).toEqual(new Set([undefined, ...shapes]));
    expect(seen(({ options }) => options.margin).size).toBe(11);
    expect(seen(({ options }) => options.version).size).toBeGreaterThan(30);
    const sizes = plans.map(({ options }) => options.size);
    expect(Math.min(...sizes)).toBeLessThan(110);
    expect(Math.max(...sizes)).toBeGreaterThan(750);
    const contrasts = plans.map(({ options }) => contrastOf(options.color, options.bg));
    expect(contrasts.filter(({ inverted }) => inverted).length).toBeGreaterThan(20);
    expect(contrasts.filter(({ ratio }) => ratio < 2).length).toBeGreaterThan(20);
  });

  test("depend only on their number", () => {
    expect(planMixed(7)).toEqual(planMixed(7));
    expect(planMixed(7)).not.toEqual(planMixed(8));
    const known = new Set(
      Array.from({ length: FITTED.count }, (_, at) => JSON.stringify(planMixed(FITTED.first + at))),
    );
    expect(plans.filter((plan) => known.has(JSON.stringify(plan)))).toEqual([]);
  });

  test("are damaged in every way, even if they are pale or light on dark", async () => {
    expect(trials.map(({ name }) => name)).toEqual(kinds.map(({ name }) => name));
    const isPale = (color: string, bg: string) => contrastOf(color, bg).ratio < 2;
    const pale = plans.findIndex(({ options: { color, bg, size } }) => size < 200 && isPale(color, bg));
    const light = plans.findIndex(({ options: { color, bg, size } }) => size < 200 && contrastOf(color, bg).inverted);
    for (const at of [pale, light]) {
      const picture = await drawMixed(plans[at] ?? planMixed(HELD_OUT.first));
      for (const { name, apply } of trials) {
        const { width, height, data } = apply(picture);
        expect(data, name).toHaveLength(width * height);
        expect(new Set(data).size, name).toBeGreaterThan(1);
      }
    }
  });
});

test("gradeOf() returns the grades that the results list", () => {
  expect(Object.keys(results.grades)).toEqual([...new Set([1, 0.76, 0.6, 0.4, 0.1].map(gradeOf))]);
});
