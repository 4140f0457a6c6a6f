import { expect, inject, test } from "vitest";
import { bundlersTable, measureBundlers, recordedBundlers } from "./page-bundlers.ts";
import { createProject } from "./project.ts";
import { allowanceFor, grownRows, isMet, measure, outdatedRows, sizesTable } from "./sizes.ts";
import { written } from "./written.ts";

// The tables in docs/measurements.md record the sizes. A size may grow by its allowance without being recorded again.

const HOW =
  "WRITE=1 npm run sizes records the new sizes in docs/measurements.md. Give the reason in the commit message";

test("no entry has grown by more than its allowance, and all keep the sizes that the docs promise", async () => {
  const sizes = await measure(createProject({}).folder, inject("packed"));
  const table = sizesTable(sizes);
  console.log(`\n${table}\n`);
  const recorded = written("docs/measurements.md", "sizes", table);
  expect(grownRows(sizes, recorded), HOW).toEqual([]);
  expect(outdatedRows(sizes, recorded), HOW).toEqual([]);
  expect(sizes.filter((size) => !isMet(size)).map(({ what }) => what)).toEqual([]);
});

test("every bundler leaves out unused code, and no bundle has grown by more than its allowance", async () => {
  const rows = await measureBundlers(createProject({}).folder);
  const table = bundlersTable(rows);
  console.log(`\n${table}\n`);
  const recorded = recordedBundlers(written("docs/measurements.md", "bundlers", table));
  const grown = rows.flatMap(({ what, sizes }) =>
    sizes.flatMap((size, at) => {
      const before = recorded(what)[at] ?? 0;
      return size > before + allowanceFor(before) ? [`${what}: ${size} bytes, up from ${before}`] : [];
    }),
  );
  expect(grown, HOW).toEqual([]);
});

test("an allowance is 128 bytes, or 1 % of larger sizes", () => {
  expect([0, 6977, 12_800, 33_748].map(allowanceFor)).toEqual([128, 128, 128, 337]);
});

test("reports sizes that have grown by more than their allowance", () => {
  const sizeOf = (brotli: number, raw = 30_000) => ({ what: "entry", aim: 0, bytes: { raw, brotli } });
  const table = sizesTable([sizeOf(10_000)]);
  expect(grownRows([sizeOf(10_128, 31_000)], table)).toEqual([]);
  expect(grownRows([sizeOf(10_129)], table)).toEqual(["entry: 10,129 bytes (brotli), up from 10,000"]);
  const whole = (raw: number) => [{ what: "package", aim: 0, bytes: { raw } }];
  expect(grownRows(whole(2_020_000), sizesTable(whole(2_000_000)))).toEqual([]);
  expect(grownRows(whole(2_020_001), sizesTable(whole(2_000_000)))).toHaveLength(1);
  expect(grownRows(whole(200), table)).toEqual(["package: 200 bytes (raw), up from 0"]);
});
