import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { pngTable } from "../../../src/options/table.ts";
import { qrDecoder, zbar, zxing } from "../../decoders/decoders.ts";
import { kinds } from "./damage/table.ts";
import { withScans } from "./doc.ts";
import { drawView, samplePictures } from "./pictures.ts";
import { readAll, readers } from "./readers.ts";
import { losses, type Results } from "./results.ts";
import { CLEAN, conditions, listTasks } from "./tasks.ts";

const doc = readFileSync(new URL("../../../docs/scan-lab.md", import.meta.url), "utf8");
const results: Results = JSON.parse(readFileSync(new URL("results.json", import.meta.url), "utf8"));

test("the tables in docs/scan-lab.md are up to date", () => {
  expect(doc, "run `npm run scan-lab` and `npm run readme`").toBe(withScans(doc, results));
});

test("the results have every style, condition and decoder, and docs/scan-lab.md explains every damage", () => {
  expect(Object.keys(results.read)).toEqual(pngTable.dotStyle.of);
  expect(results.decoders).toEqual(readers.map(({ name, npm, version }) => ({ name, npm, version })));
  for (const read of Object.values(results.read)) {
    expect(Object.keys(read), "run `npm run scan-lab`").toEqual(conditions);
    for (const counts of Object.values(read)) expect(counts).toHaveLength(readers.length);
  }
  for (const { name } of kinds) expect(doc).toContain(`\n| **${name}**: `);
});

test("the results are those of a complete run", () => {
  const tasks = listTasks({ only: [], quick: false }).filter((task) => "style" in task && task.style === "square");
  const count = (isClean: boolean) =>
    readers.map(({ name }) => {
      const reads = tasks.filter((task) => "style" in task && task.decoders.includes(name));
      return reads.filter((task) => "style" in task && task.conditions.includes(CLEAN) === isClean).length;
    });
  expect(results.pictures).toEqual({ clean: count(true), damaged: count(false) });
});

test("every style scans almost as well as square", () => {
  expect(losses(results)).toEqual([]);
});

test("three decoders read new pictures in every style", async () => {
  for (const picture of samplePictures(4)) {
    for (const style of pngTable.dotStyle.of) {
      const { gray } = await drawView(picture, { dotStyle: style });
      const read = await readAll(gray, picture.data, [zxing, zbar, qrDecoder]);
      expect(Object.values(read), `${style} ${picture.version}`).toEqual([true, true, true]);
    }
  }
});
