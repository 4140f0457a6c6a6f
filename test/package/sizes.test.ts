import { expect, inject, test } from "vitest";
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
