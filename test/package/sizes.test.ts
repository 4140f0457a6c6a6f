import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, inject, test } from "vitest";
import { createProject } from "./project.ts";
import { measure, sizesIn, sizesTable } from "./sizes.ts";

const contributing = readFileSync(fileURLToPath(new URL("../../CONTRIBUTING.md", import.meta.url)), "utf8");

test("every entry is within its limit, and CONTRIBUTING lists the sizes", async () => {
  const sizes = await measure(createProject({}).folder, inject("packed").unpackedSize);
  const table = sizesTable(sizes);
  console.log(`\n${table}\n`);
  expect(sizes.filter(({ measured, atMost }) => measured > atMost)).toEqual([]);
  const written = /<!-- sizes:start -->\n([\s\S]*?)\n<!-- sizes:end -->/.exec(contributing)?.[1] ?? "";
  const rows = sizesIn(written);
  // Ignores differences of a few bytes.
  const outdated = sizes.filter(
    ({ what, measured }) => !(Math.abs((rows.get(what) ?? 0) - measured) <= measured * 0.1),
  );
  expect(outdated, `write this into CONTRIBUTING.md:\n${table}`).toEqual([]);
});
