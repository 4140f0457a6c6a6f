import { PNG } from "pngjs";
import { describe, expect, test } from "vitest";
import { inflate } from "../../src/adapters/inflate.ts";
import { encodePixels, encodePng } from "../../src/core/pixels.ts";
import { readPngPixels } from "../../src/core/png-reader.ts";
import { readPng as readStrictly } from "../decoders/png-reader.ts";

const frame = (size: number) => ({ size, margin: 4, color: "123456", bg: "fedcba" });

/** Returns a function that writes scanlines whose bytes depend on their position. */
const drawn = (value: (x: number, y: number) => number) => (into: Uint8Array, y: number) => {
  for (let x = 0; x < into.length; x++) into[x] = value(x, y);
};

/** Expects the reader to return the same pixels as the strict reader. */
async function expectSame(png: Uint8Array) {
  const { width, height, data = [] } = (await readPngPixels(new Uint8Array(png), inflate)) ?? {};
  const strict = readStrictly(png);
  expect([width, height]).toEqual([strict.width, strict.height]);
  expect(Buffer.from(data).equals(Buffer.from(strict.data))).toBe(true);
}

describe("returns the same as the strict reader", () => {
  test.each([32, 33, 100, 256, 511])("reads a plain code of %i px", async (size) => {
    await expectSame(encodePng("https://example.com", {}, frame(size)));
  });

  test.each([1, 2, 3, 4, 5, 16, 17, 200, 256])("reads a palette of %i colours", async (colours) => {
    const palette = Uint8Array.from({ length: 3 * colours }, (_, at) => (at * 37) & 255);
    const row = drawn((x, y) => (x * x + 3 * y) % colours);
    await expectSame(encodePixels({ width: 61, height: 40, palette, row }));
  });

  test("reads true colour", async () => {
    await expectSame(encodePixels({ width: 61, height: 40, row: drawn((x, y) => (x * 5 + y * y) & 255) }));
  });

  test.each([0, 1, 2, 3, 4])("reads filter %i from another encoder", async (filterType) => {
    const image = new PNG({ width: 23, height: 17, colorType: 2, inputHasAlpha: true });
    image.data = Buffer.from(Array.from({ length: 23 * 17 * 4 }, (_, at) => (at % 4 === 3 ? 255 : (at * at) & 255)));
    await expectSame(PNG.sync.write(image, { colorType: 2, filterType }));
  });
});

describe("rejects", () => {
  test.each([63, 65])("rejects a PNG of 64 scanlines whose header says %i", async (height) => {
    const png = encodePng("x", {}, frame(64)).slice();
    new DataView(png.buffer).setUint32(20, height);
    await expect(readPngPixels(new Uint8Array(png), inflate)).rejects.toThrow(Error);
  });
});
