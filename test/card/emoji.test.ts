import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { shapesIn } from "../../src/card/text-art.ts";
import { markupOf } from "../../src/svg.ts";

const folder = new URL("../../node_modules/@twemoji/svg/", import.meta.url);

test("reads every emoji without changing its markup", () => {
  const names = readdirSync(folder).filter((name) => name.endsWith(".svg"));
  expect(names.length).toBeGreaterThan(3000);
  const changed = names.filter((name) => {
    const file = readFileSync(new URL(name, folder), "utf8");
    return !file.endsWith(`>${markupOf(shapesIn(file))}</svg>`);
  });
  expect(changed).toEqual([]);
});
