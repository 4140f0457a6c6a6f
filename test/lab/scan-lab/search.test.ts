import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { withSearches } from "./doc.ts";
import { printed } from "./printed.ts";
import type { Reader } from "./readers.ts";
import { compareSearch, designOf, judges, seeds } from "./search.ts";
import { type SearchResults, searchGain, searchResults, searchTables } from "./search-results.ts";

const doc = readFileSync(new URL("../../../docs/scan-lab.md", import.meta.url), "utf8");
const file = readFileSync(new URL("search.json", import.meta.url), "utf8");
const stored: SearchResults = JSON.parse(file);

test("the stored results are those of all designs and decoders, and in docs/scan-lab.md", () => {
  expect(printed(stored)).toBe(file);
  expect(stored.decoders).toEqual(judges.map(({ name, npm, version }) => ({ name, npm, version })));
  expect(stored.designs.map(({ design }) => design)).toEqual(seeds);
  expect(doc, "run `npm run scan-lab -- --search` and `npm run readme`").toBe(withSearches(doc, stored));
});

test("a search gains at least four points with every decoder, and lowers no grade", () => {
  for (const at of judges.keys()) expect(searchGain(stored, at).mean, judges[at]?.name).toBeGreaterThan(4);
  expect(searchGain(stored).mean).toBeGreaterThan(3 * searchGain(stored).error);
  for (const { before, after } of stored.designs) expect(after.grade <= before.grade).toBe(true);
});

test("all designs have a logo, and differ", () => {
  const designs = seeds.map(designOf);
  expect(new Set(designs.map((design) => JSON.stringify(design))).size).toBe(seeds.length);
  for (const { logoData } of designs) expect(logoData).toMatch(/^data:image/);
});

test("compareSearch() reads every kind of damage of both pictures", async () => {
  let calls = 0;
  const reads = async (reader: Reader) => {
    calls++;
    return reader === judges[0];
  };
  const { before, after, scanned } = await compareSearch(1000, reads);
  expect(calls).toBe(2 * 20 * judges.length);
  expect([before.read, after.read]).toEqual([
    [20, 0, 0, 0, 0],
    [20, 0, 0, 0, 0],
  ]);
  expect(scanned).toBeGreaterThan(1);
}, 60_000);

test("searchTables() shows gains, grades and designs that lost", () => {
  const designOfReads = (design: number, before: number, after: number, grade: string) => ({
    design,
    before: { grade: "D", read: judges.map(() => before) },
    after: { grade, read: judges.map(() => after) },
    changed: "",
    scanned: 4,
  });
  const results = searchResults([designOfReads(2, 10, 8, "D"), designOfReads(1, 10, 14, "A")], "2026-01-31");
  expect(results.designs.map(({ design }) => design)).toEqual([1, 2]);
  expect(searchGain(results, 0)).toMatchObject({ before: 50, mean: 5, least: -10 });
  const tables = searchTables(results);
  expect(tables).toContain("| all | 50.0 % | 55.0 % | +5.0 ± 15.0 |");
  expect(tables).toContain("| A | 0 | 1 |");
  expect(tables).toContain("fewer copies of 1 of the 2 designs");
});
