import { describe, expect, test } from "vitest";
import type { CaptionJob } from "../../src/ports.ts";
import { markupOf } from "../../src/svg.ts";
import { drawCaption } from "./tools.ts";

const job: CaptionJob = {
  text: "Scan me",
  color: "ffffff",
  width: 400,
  height: 80,
  largest: 40,
  smallest: 18,
  raster: true,
};

/** Returns the edges of the drawn pixels. */
async function inkOf(text: string): Promise<{ left: number; right: number; top: number; bottom: number }> {
  const { pixels } = await drawCaption({ ...job, text });
  if (!pixels) throw new Error("there are no pixels");
  const { width, height, data } = pixels;
  expect([width, height]).toEqual([job.width, job.height]);
  let [left, right, top, bottom] = [width, 0, height, 0];
  for (let at = 0; at < width * height; at++) {
    if ((data[4 * at + 3] ?? 0) < 128) continue;
    const [x, y] = [at % width, Math.floor(at / width)];
    [left, right, top, bottom] = [Math.min(left, x), Math.max(right, x + 1), Math.min(top, y), Math.max(bottom, y + 1)];
  }
  return { left, right, top, bottom };
}

test.each([
  "Scan me",
  "امسحني ضوئيًا",
  "スキャンしてください",
  "सफ़ाई",
  "Ελλάδα",
  "Für die Speisekarte hier scannen",
  "📷",
])("centres %s", async (text) => {
  const { left, right, top, bottom } = await inkOf(text);
  expect(Math.abs(left - (job.width - right))).toBeLessThanOrEqual(6);
  // The tolerance is needed because Latin text is centred by the height of its capital letters.
  expect(Math.abs(top - (job.height - bottom))).toBeLessThanOrEqual(12);
  expect(right).toBeGreaterThan(left);
});

test("centres capital letters exactly", async () => {
  const { top, bottom } = await inkOf("HEIN");
  expect(Math.abs(top - (job.height - bottom))).toBeLessThanOrEqual(1);
});

test("shrinks a long caption until it fits", async () => {
  const { left, right, top, bottom } = await inkOf("a somewhat longer text to scan");
  expect(left).toBeGreaterThanOrEqual(0);
  expect(right).toBeLessThanOrEqual(job.width);
  const short = await inkOf("l");
  expect(bottom - top).toBeLessThan((short.bottom - short.top) * 1.2);
});

describe("errors", () => {
  test("says how many characters of a long caption fit", async () => {
    const refused = drawCaption({ ...job, text: "W".repeat(60) });
    await expect(refused).rejects.toMatchObject({ code: "INVALID_OPTION", field: "caption" });
    const { message } = (await refused.catch((error: unknown) => error)) as Error;
    const most = Number(
      /^caption is too long to be readable: shorten it to about (\d+) characters$/.exec(message)?.[1],
    );
    expect(most).toBeGreaterThan(10);
    await drawCaption({ ...job, text: "W".repeat(most) });
    await expect(drawCaption({ ...job, text: "W".repeat(most + 1) })).rejects.toThrow("too long");
  });
});

describe("hostile captions", () => {
  const hostile = ['"><script>alert(1)</script>', "</svg><script>", "&lt;&amp;]]>", "<!--", "' onload='x"];

  test.each(hostile)("draws %s as outlines", async (text) => {
    const { svg, isPlain } = await drawCaption({ ...job, text, raster: false });
    expect(markupOf(svg)).toMatch(/^<path fill="#ffffff" d="[MLQCZmlqcz0-9. -]*"\/>$/);
    expect(isPlain).toBe(true);
  });

  test("keeps a letter with many marks inside the box", async () => {
    const { top, bottom } = await inkOf(`Z${"\u0301\u0323".repeat(28)}`);
    expect(top).toBeGreaterThan(0);
    expect(bottom).toBeLessThan(job.height);
  });

  test("draws invisible characters as nothing", async () => {
    const { svg } = await drawCaption({ ...job, text: "\u200b\u200d \u202e" });
    expect(svg).toEqual([]);
  });

  test("draws nothing twice differently", async () => {
    expect(await drawCaption({ ...job, text: "Prüfe 漢字 🎟️" })).toEqual(
      await drawCaption({ ...job, text: "Prüfe 漢字 🎟️" }),
    );
  });
});

test("says whether there are emoji, which have their own colours", async () => {
  expect((await drawCaption({ ...job, text: "Scan 📷" })).isPlain).toBe(false);
  expect((await drawCaption({ ...job, text: "Scan ©" })).isPlain).toBe(true);
});
