import { beforeAll, describe, expect, test } from "vitest";
import type { View } from "../../../src/scan/conditions.ts";
import type { Gray } from "../../../src/scan/gray.ts";
import { zbar, zxing } from "../../decoders/decoders.ts";
import { darkArea } from "./damage/light.ts";
import { damages, kinds } from "./damage/table.ts";
import { drawView, everyPicture, type PicturePlan, samplePictures } from "./pictures.ts";
import { readAll } from "./readers.ts";

const picture: PicturePlan = { version: 4, ec: "M", scale: 8, data: "https://example.com/damaged" };
let view: View;
beforeAll(async () => {
  view = await drawView(picture, { dotStyle: "square" });
});

/** Returns the picture with one kind of damage at each strength, weakest first. */
const damaged = (name: string): Gray[] =>
  damages.filter((damage) => damage.name === name).map((damage) => damage.apply(view));

/** Returns the sum of 255 minus the brightness, over all pixels. */
const darkness = (gray: Gray): number => gray.data.reduce((sum, v) => sum + 255 - v, 0);

test.each(kinds.map(({ name }) => name))(
  "%s is deterministic, grows with its strength, and is readable at the lowest",
  async (name) => {
    const pictures = damaged(name);
    expect(damaged(name)).toEqual(pictures);
    expect(new Set(pictures.map(({ width, data }) => `${width} ${data.join()}`)).size).toBe(3);
    const [weakest] = pictures;
    const read = weakest && (await readAll(weakest, picture.data, [zxing, zbar]));
    expect(Object.values(read ?? {})).toContain(true);
  },
);

test("readAll() reports a different text and an error as not read", async () => {
  const broken = { name: "broken", read: () => Promise.reject(new Error("broken")) };
  expect(await readAll(view.gray, picture.data, [zxing, broken])).toEqual({ [zxing.name]: true, broken: false });
  expect(await readAll(view.gray, "another text", [zxing])).toEqual({ [zxing.name]: false });
});

describe("damages", () => {
  test("ink spread makes a code darker, and faint ink makes it lighter", () => {
    const plain = darkness({ ...view.gray, data: view.gray.data.filter((_, at) => at % 4 === 0) });
    const inks = [...damaged("faint ink").reverse(), ...damaged("ink spread")].map(darkness);
    expect(inks).toEqual(inks.toSorted((a, b) => a - b));
    expect((inks[2] ?? 0) < plain && plain < (inks[3] ?? 0)).toBe(true);
  });

  test("glare whitens a disc, and does not change the finder patterns", () => {
    const [plain, glare] = [damaged("rotation")[0], damaged("glare")[2]];
    if (!plain || !glare) throw new Error("rotation and glare must each have three strengths");
    const { width, data } = glare;
    expect(data[Math.floor(0.55 * width) * width + Math.floor(0.62 * width)]).toBe(255);
    expect(darkArea(glare)).toMatchObject({ left: 16, top: 16, bottom: width - 16 });
  });

  test("distortions keep the whole code in the picture", () => {
    for (const name of ["rotation", "perspective", "curved paper", "barrel"]) {
      for (const gray of damaged(name)) {
        const { left, top, right, bottom } = darkArea(gray);
        expect(Math.min(left, top, gray.width - right, gray.height - bottom), name).toBeGreaterThan(2);
      }
    }
  });

  test("dark page leaves a quiet zone of the stated width", () => {
    const [weakest] = damaged("dark page");
    if (!weakest) throw new Error("dark page must have a strength");
    // 16 pixels of the dark page, then the quiet zone of 2 modules (8 pixels), then a finder pattern.
    const start = 26 * weakest.width;
    expect([...weakest.data.subarray(start + 14, start + 26)]).toEqual([24, 24, ...Array(8).fill(255), 0, 0]);
  });
});

describe("the pictures", () => {
  test("a sample is balanced, and begins with the pictures of a shorter one", () => {
    const sample = samplePictures(40);
    expect(samplePictures(24)).toEqual(sample.slice(0, 24));
    for (const ec of ["L", "M", "Q", "H"]) expect(sample.filter((one) => one.ec === ec)).toHaveLength(10);
    expect(sample.filter(({ version }) => version <= 6).length).toBeGreaterThan(15);
    expect(Math.max(...sample.map(({ version }) => version))).toBeGreaterThan(30);
    for (let scale = 3; scale <= 12; scale++) expect(sample.map((one) => one.scale)).toContain(scale);
  });

  test("every version and level is drawn, at most 1200 px wide", () => {
    const all = everyPicture();
    expect(new Set(all.map(({ version, ec }) => `${version}${ec}`)).size).toBe(160);
    for (const { version, scale } of all) expect((25 + 4 * version) * scale).toBeLessThanOrEqual(1200);
  });

  test("all styles have the same size and modules", async () => {
    const round = await drawView(picture, { dotStyle: "dots" });
    expect(round.gray.width).toBe(view.gray.width);
    // Skip the finder patterns, whose shape depends on the style: rows 9 to 23 have none.
    const middles = ({ gray }: View) =>
      Array.from({ length: 15 * 33 }, (_, at) => {
        const [x, y] = [((at % 33) + 4) * 8 + 4, (Math.floor(at / 33) + 9 + 4) * 8 + 4];
        return (gray.data[y * gray.width + x] as number) < 128;
      });
    expect(middles(round)).toEqual(middles(view));
  });
});
