import { PNG } from "pngjs";
import { expect, test } from "vitest";
import { createApp } from "../../src/http/app.ts";
import type { HeavyWork } from "../../src/ports.ts";
import type { Plan } from "../../src/render/plan.ts";
import { createHeavyWork } from "../../src/runtime/heavy-work.ts";
import { createService } from "../../src/service/service.ts";
import { createMemoryLinks } from "../../src/stores/memory.ts";
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
      const { frame, code } = input.plan as Plan;
      sizes.push(frame?.width ?? code.size);
      // Clones the job and the picture, as happens when they are sent to a thread and back.
      return structuredClone(await work.run({ name: "drawPicture", input: structuredClone(input) }));
    },
  });
  return { heavy, sizes };
}

const inPlace: HeavyWork = { ...createHeavyWork(), jobs: new Set(["drawCaption"]) };

test.each([
  { input: { size: 256 }, given: [] },
  { input: { size: 700 }, given: [700] },
  { input: { size: 900, gradient: "linear,0,000000,1a5fb4" }, given: [900] },
  { input: { size: 2048, dotStyle: "dots", logoSize: 0.2 }, given: [2048] },
  { input: { size: 1000, color: "112233", bg: "ffeecc", ec: "Q", title: "Menu" }, given: [1000] },
  { input: { size: 256, format: "svg" }, given: [] },
  { input: { size: 2048, format: "svg" }, given: [2048] },
])("draws an image that takes long in a worker, with the same bytes: $words", async ({ input, given }) => {
  const { heavy, sizes } = watched();
  const options = { data: "https://example.com/a/path", ...input, logoData };
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

test.each([
  { version: 4, frame: "none", without: 13, with: 6 },
  { version: 6, frame: "none", without: 13, with: 9 },
  { version: 6, frame: "plain", without: 18, with: 9 },
  { version: 10, frame: "none", without: 18, with: 13 },
] as const)("tolerates less covering with a logo at the bottom right: $version, $frame", async (row) => {
  const coveredArea = async (logo: object) => {
    const input = { data: "https://example.com/a/b", version: row.version, ec: "H", frame: row.frame, size: 1000 };
    const { scan, qr } = await createService({ heavy: inPlace }).inspect({ ...input, ...logo });
    expect(qr?.version).toBe(row.version);
    return scan?.margins.find(({ name }) => name === "covered area")?.value;
  };
  expect(await coveredArea({})).toBe(row.without);
  expect(await coveredArea({ logoData, logoPosition: "bottom-right" })).toBe(row.with);
});

const gradients = {
  dotStyle: "star",
  gradient: "radial,000000,ff0000,000000",
  bgGradient: "radial,ffffff,ffff00,ffffff",
} as const;

const long = "a".repeat(2900);

test.each([
  { input: { size: 100, ...gradients }, given: [] },
  { input: { size: 800, ...gradients }, given: [800] },
  { input: { size: 500, data: long, ec: "L", ...gradients }, given: [500] },
  { input: { size: 2048, data: long, ec: "L", eyeGradient: gradients.gradient }, given: [2048] },
  { input: { size: 2048, bgGradient: gradients.bgGradient }, given: [2048] },
  { input: { size: 512, dotStyle: "star", frame: "ticket" }, given: [] },
  { input: { size: 1500, dotStyle: "star", frame: "ticket" }, given: [1500] },
  { input: { size: 1500, frame: "ticket", caption: "Scan me" }, given: [1500] },
  { input: { size: 600, eyeStyle: "circle", bg: "transparent" }, given: [] },
  { input: { size: 2048, color: "112233" }, given: [] },
  { input: { size: 2048, data: long, ec: "L", color: "112233" }, given: [] },
  { input: { size: 1024, dotStyle: "rounded", color: "112233" }, given: [] },
  { input: { size: 2048, data: long, ec: "L", dotStyle: "rounded" }, given: [2048] },
  { input: { size: 2048, data: long, ec: "L", dotStyle: "extra-rounded", bg: "transparent" }, given: [2048] },
  { input: { size: 2048, format: "svg", ...gradients }, given: [] },
  { input: { size: 400, format: "svg", data: long, ec: "L", ...gradients }, given: [400] },
  { input: { size: 2048, format: "json", ...gradients }, given: [] },
])("draws a design that takes long in a worker, with the same bytes: $words", async ({ input, given }) => {
  const { heavy, sizes } = watched();
  const options = { data: "https://example.com/a/path", ...input };
  const drawn = await createService({ heavy }).generate(options);
  expect(sizes).toEqual(given);
  expect(drawn).toEqual(await createService({ heavy: inPlace }).generate(options));
});

test("draws a large design without a pool", async () => {
  const options = { data: "x", size: 600, ...gradients };
  expect(await createService().generate(options)).toEqual(await createService({ heavy: inPlace }).generate(options));
});

test("reports data that is too long for a large design, and scans such designs as drawn by the worker", async () => {
  const { heavy, sizes } = watched();
  const service = createService({ heavy });
  await expect(service.generate({ data: "x".repeat(5000), size: 600, ...gradients })).rejects.toMatchObject({
    code: "DATA_TOO_LONG",
  });
  const report = await service.inspect({ data: "https://example.com", size: 1200, ...gradients });
  expect(sizes).toEqual([1200]);
  expect(report.scan?.passed).toBe(true);
});

test("draws the large designs of batches and links in a worker", async () => {
  const { heavy, sizes } = watched();
  const service = createService({ heavy, links: createMemoryLinks() });
  const options = { size: 900, ...gradients };
  const { results } = await service.generateBatch({ options, items: [{ data: "1" }, { data: "2", size: 100 }] });
  for await (const { status } of results) expect(status).toBe(200);
  expect(sizes).toEqual([900]);
  const app = createApp(service);
  const created = await app(
    new Request("http://isoqr.test/api/i", {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ data: "https://example.com", ...gradients }),
    }),
  );
  const { id } = (await created.json()) as { id: string };
  expect((await app(new Request(`http://isoqr.test/i/${id}.png?size=800`))).status).toBe(200);
  expect(sizes).toEqual([900, 800]);
});
