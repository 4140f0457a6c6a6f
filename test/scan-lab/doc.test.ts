import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { table } from "../../src/options/table.ts";
import { conditions } from "../../src/scan/conditions.ts";
import { withScans } from "./doc.ts";
import { scanStyles } from "./style-scans.ts";
import { losers, passRate } from "./table.ts";

const doc = readFileSync(new URL("../../docs/scan.md", import.meta.url), "utf8");
const results = JSON.parse(readFileSync(new URL("results.json", import.meta.url), "utf8"));

test("the table in docs/scan.md is up to date", () => {
  expect(doc, "run `npm run scan-lab` and `npm run readme`").toBe(withScans(doc, results));
});

test("the table has every style and condition, and each condition is explained", () => {
  expect(results.map(({ style }: { style: string }) => style)).toEqual(table.dotStyle.of);
  const names = conditions.map(({ name }) => name);
  for (const { passed, pictures } of results) {
    expect(Object.keys(passed)).toEqual(names);
    expect(pictures).toBe(160);
  }
  for (const name of names) expect(doc).toContain(`\n| ${name} | `);
});

test("every style scans almost as well as square, in the table and in a new sample", async () => {
  expect(losers(results)).toEqual([]);
  const sample = await scanStyles([2, 7]);
  expect(losers(sample)).toEqual([]);
  for (const one of sample) expect(passRate(one), one.style).toBeGreaterThan(97);
});

test("losers() returns the styles whose pass rate is too far below that of square", () => {
  const scans = (style: string, noise: number) => ({ style, pictures: 100, passed: { clean: 100, noise } });
  expect(losers([scans("square", 100), scans("good", 94), scans("bad", 93)])).toEqual(["bad"]);
});
