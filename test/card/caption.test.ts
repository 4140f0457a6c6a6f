import { describe, expect, test } from "vitest";
import { createCardWork } from "../../src/card/card.ts";
import { loadHarfBuzz } from "../../src/card/fonts.ts";
import type { QrError } from "../../src/errors.ts";
import { lookTable } from "../../src/options/table.ts";
import type { CaptionJob } from "../../src/ports.ts";
import { markupOf } from "../../src/svg.ts";
import { assets, drawCaption } from "./tools.ts";

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
async function inkOf(
  text: string,
  more: Partial<CaptionJob> = {},
): Promise<{ left: number; right: number; top: number; bottom: number }> {
  const { pixels } = await drawCaption({ ...job, ...more, text });
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

describe("fonts and icons", () => {
  const pathsOf = async (more: Partial<CaptionJob>) => markupOf((await drawCaption({ ...job, ...more })).svg);

  test("each font has other letters, and all draw characters that only sans has", async () => {
    const letters = await Promise.all(["sans", "serif", "rounded"].map((font) => pathsOf({ font, text: "Menu" })));
    expect(new Set(letters).size).toBe(3);
    for (const font of ["serif", "rounded"]) {
      for (const text of ["東京", "قائمة", "सफ़ाई"]) {
        const drawn = await drawCaption({ ...job, font, text });
        expect([text, drawn.missing]).toEqual([text, undefined]);
        expect(markupOf(drawn.svg)).toBe(await pathsOf({ text }));
      }
    }
    // Nunito has no Greek letters.
    expect(await pathsOf({ font: "rounded", text: "Ωλ" })).toBe(await pathsOf({ text: "Ωλ" }));
    expect(await pathsOf({ font: "serif", text: "Ωλ" })).not.toBe(await pathsOf({ text: "Ωλ" }));
  });

  test("a font that is not installed is an error that names its package", async () => {
    const without = createCardWork({
      harfbuzz: loadHarfBuzz,
      assets: { ...assets, fontParts: async (family) => (family === "nunito" ? {} : assets.fontParts(family)) },
      rasterize: () => Promise.reject(new Error("not needed")),
    });
    const plain = { ...job, raster: false };
    await expect(without.drawCaption({ ...plain, font: "rounded" })).rejects.toMatchObject({
      code: "NOT_SUPPORTED",
      values: { name: "@fontsource-variable/nunito" },
    });
    expect((await without.drawCaption({ ...plain, font: "serif" })).isPlain).toBe(true);
  });

  const icons = lookTable.captionIcon.of.filter((name) => name !== "none");

  test.each(icons)("the icon %s is before the text, in its colour, and both are centred", async (icon) => {
    const { svg, isPlain } = await drawCaption({ ...job, icon });
    expect([isPlain, svg.length]).toEqual([true, 2]);
    expect(
      markupOf(svg)
        .match(/(?:fill|stroke)="#\w+"/g)
        ?.every((paint) => paint.includes("#ffffff")),
    ).toBe(true);
    const [own, text] = await Promise.all([inkOf("Scan me", { icon }), inkOf("Scan me")]);
    // Icons are narrower than their box.
    expect(Math.abs(own.left - (job.width - own.right))).toBeLessThanOrEqual(12);
    expect(own.right - own.left).toBeGreaterThan(text.right - text.left + 40);
    expect(own.right).toBeGreaterThan(text.right);
    expect(own.top).toBeGreaterThanOrEqual(0);
    expect(own.bottom).toBeLessThanOrEqual(job.height);
  });

  test("an icon is on the right of text from right to left, and takes space from long text", async () => {
    const [own, text] = await Promise.all([inkOf("امسحني", { icon: "heart" }), inkOf("امسحني")]);
    expect(own.left).toBeLessThan(text.left);
    const long = "a somewhat longer text to scan";
    const { left, right } = await inkOf(long, { icon: "heart" });
    expect([left >= 0, right <= job.width]).toEqual([true, true]);
    const mostWith = (icon?: string) =>
      drawCaption({ ...job, raster: false, text: "n".repeat(60), ...(icon && { icon }) }).then(
        () => expect.unreachable(),
        ({ values }: QrError) => Number(values?.max),
      );
    const [plain, beside] = await Promise.all([mostWith(), mostWith("heart")]);
    expect(plain - beside).toBeGreaterThanOrEqual(2);
    await drawCaption({ ...job, raster: false, text: "n".repeat(beside), icon: "heart" });
  });
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
