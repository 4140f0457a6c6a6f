import { expect, inject, test } from "vitest";
import { bundlersTable, measureBundlers } from "./page-bundlers.ts";
import { createProject } from "./project.ts";
import { isMet, measure, outdatedRows, sizesTable } from "./sizes.ts";
import { written } from "./written.ts";

test("every entry is within its limits, and docs/measurements.md lists the sizes", async () => {
  const sizes = await measure(createProject({}).folder, inject("packed").unpackedSize);
  const table = sizesTable(sizes);
  console.log(`\n${table}\n`);
  expect(sizes.filter((size) => !isMet(size)).map(({ what }) => what)).toEqual([]);
  const rows = outdatedRows(sizes, written("docs/measurements.md", "sizes", table));
  expect(rows, `write this into docs/measurements.md with WRITE=1 npm run sizes:\n${table}`).toEqual([]);
});

test("every bundler leaves out unused code, and docs/measurements.md lists the sizes", async () => {
  const rows = await measureBundlers(createProject({}).folder);
  const table = bundlersTable(rows);
  console.log(`\n${table}\n`);
  expect(rows.filter(({ sizes, limit }) => Math.max(...sizes) > limit).map(({ what }) => what)).toEqual([]);
  const listed = written("docs/measurements.md", "bundlers", table).match(/\d[\d,]{3,}/g) ?? [];
  const measured = rows.flatMap(({ sizes, limit }) => [...sizes, limit]);
  const isClose = (size: number, at: number) => Math.abs(Number(listed[at]?.replace(",", "")) - size) < size * 0.1;
  expect(
    measured.filter((size, at) => !isClose(size, at)),
    "write the table with WRITE=1 npm run sizes",
  ).toEqual([]);
});
