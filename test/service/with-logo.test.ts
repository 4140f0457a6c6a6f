import { PNG } from "pngjs";
import { expect, test } from "vitest";
import type { HeavyWork } from "../../src/ports.ts";
import { createHeavyWork } from "../../src/runtime/heavy-work.ts";
import { createService } from "../../src/service/service.ts";
import { withJobs } from "../heavy.ts";

/** A logo with too many colours for a palette. */
const many = new PNG({ width: 200, height: 200 });
for (let at = 0; at < many.data.length; at += 4) many.data.set([at >> 8, at >> 4, 90, 255], at);
const logoData = PNG.sync.write(many).toString("base64");

/** Creates heavy work in this thread that records the sizes of the pictures. */
function watched() {
  const sizes: number[] = [];
  const work = createHeavyWork();
  const heavy = withJobs(work, {
    async drawPicture(input) {
      sizes.push(Number(input.words.size));
      // Clones the job and the picture, as happens when they are sent to a thread and back.
      return structuredClone(await work.run({ name: "drawPicture", input: structuredClone(input) }));
    },
  });
  return { heavy, sizes };
}

const inPlace: HeavyWork = { ...createHeavyWork(), jobs: new Set() };

test.each([
  { words: { size: 512 }, given: [] },
  { words: { size: 513 }, given: [513] },
  { words: { size: 2048, dotStyle: "dots", logoSize: 0.2 }, given: [2048] },
  { words: { size: 1000, color: "112233", bg: "ffeecc", ec: "Q", title: "Menu" }, given: [1000] },
  { words: { size: 256, format: "svg" }, given: [] },
  { words: { size: 2048, format: "svg" }, given: [2048] },
])("draws a large image in a worker, with the same bytes: $words", async ({ words, given }) => {
  const { heavy, sizes } = watched();
  const options = { data: "https://example.com/a/path", ...words, logoData };
  const drawn = await createService({ heavy }).generate(options);
  expect(sizes).toEqual(given);
  expect(drawn).toEqual(await createService({ heavy: inPlace }).generate(options));
});

test("scans a large image as drawn by the worker", async () => {
  const { heavy, sizes } = watched();
  const report = await createService({ heavy }).inspect({ data: "https://example.com", size: 1200, logoData });
  expect(sizes).toEqual([1200]);
  expect(report.scan?.passed).toBe(true);
});
