import { describe, expect, test } from "vitest";
import { cardColors } from "../../src/card/layout.ts";
import { choosePalette, writePng } from "../../src/card/png.ts";
import { contrast, mix } from "../../src/render/colors.ts";
import { readPng } from "../decoders/png-reader.ts";

/** Returns a picture. `colourAt` returns the colour of the pixel at an index. */
function picture(width: number, height: number, colourAt: (at: number) => readonly [number, number, number]) {
  const data = new Uint8Array(4 * width * height);
  for (let at = 0; at < width * height; at++) data.set([...colourAt(at), 255], 4 * at);
  return { width, height, data };
}

describe("pictures as PNG files", () => {
  test("keeps every colour of a picture with few colours", () => {
    const pixels = picture(256, 40, (at) => [at % 256, 10, 20]);
    const png = readPng(writePng(pixels));
    expect(png.colourType).toBe(3);
    expect(Buffer.from(png.data).compare(pixels.data)).toBe(0);
  });

  test("keeps frequent colours, and replaces all others with the nearest of them", () => {
    const pixels = picture(1000, 40, (at) => (at < 39_000 ? [at % 200, 0, 0] : [at % 256, (at >> 3) % 5, 3]));
    const png = readPng(writePng(pixels));
    expect(png.colourType).toBe(3);
    for (let at = 0; at < pixels.data.length; at++) {
      const difference = Math.abs((png.data[at] ?? 0) - (pixels.data[at] ?? 0));
      expect(difference).toBeLessThanOrEqual(at < 4 * 39_000 ? 0 : 60);
    }
  });

  test("writes a photograph in true colour", () => {
    const pixels = picture(100, 100, (at) => [at & 255, (at >> 8) & 255, (at * 7) & 255]);
    expect(choosePalette(pixels.data)).toBeUndefined();
    const png = readPng(writePng(pixels));
    expect(png.colourType).toBe(2);
    expect(Buffer.from(png.data).compare(pixels.data)).toBe(0);
  });

  test("accepts pixels at any offset in a buffer", () => {
    const { data } = picture(16, 1, (at) => [at, 2, 3]);
    const shifted = new Uint8Array(data.length + 1);
    shifted.set(data, 1);
    expect(choosePalette(shifted.subarray(1))).toEqual(choosePalette(data));
  });
});

describe("the colours of a card", () => {
  const accents = ["000000", "ffffff", "808080", "757575", "777777", "ff0000", "00ff00", "0000ff", "ffff00", "12ab9f"];

  test.each(accents)("%s: text contrasts well with the background and its ornament", (accent) => {
    const { background, text, shades } = cardColors(accent);
    for (const under of [background, ...shades]) expect(contrast(text, under)).toBeGreaterThan(4.5);
  });

  test.each(accents)("%s: the code contrasts well with its panel", (accent) => {
    const { code, panel } = cardColors(accent);
    expect(contrast(code, panel)).toBeGreaterThanOrEqual(4.5);
    expect([accent, "111111"]).toContain(code);
  });

  test("computes the WCAG contrast ratio", () => {
    expect(contrast("000000", "ffffff")).toBeCloseTo(21, 5);
    expect(contrast("777777", "ffffff")).toBeCloseTo(4.48, 2);
    expect(mix("000000", "ffffff", 0.5)).toBe("808080");
  });
});
