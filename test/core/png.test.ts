import { decode as decodeFastPng } from "fast-png";
import { PNG } from "pngjs";
import { describe, expect, test } from "vitest";
import { encodeSymbol, type Frame } from "../../src/core/core.ts";
import { encodePng } from "../../src/core/pixels.ts";
import type { SymbolSettings } from "../../src/core/symbol.ts";
import { fewPixels } from "../../src/messages/option-rules.ts";
import { type PngImage, readPng } from "../decoders/png-reader.ts";
import { isFull } from "../sweep.ts";
import { channelsOf, isDarkPixel } from "./geometry.ts";
import { capacity } from "./tables.ts";
import { byteOnly, createRandom, levels, mixedText, pick, randomText, versions } from "./texts.ts";
import { zlibBestSize } from "./zlib-best.ts";

const plain = { margin: 4, color: "000000", bg: "ffffff" };
const colours = ["000000", "ffffff", "112233", "fedcba", "ff0000", "00ff00", "0000ff", "808080"];

/** Reads the file with the strict reader, and compares the result with those of pngjs and fast-png. */
function readByAll(file: Uint8Array): PngImage {
  const image = readPng(file);
  const theirs = PNG.sync.read(Buffer.from(file), { checkCRC: true });
  expect([theirs.width, theirs.height]).toEqual([image.width, image.height]);
  expect(theirs.data.equals(Buffer.from(image.data))).toBe(true);
  const fast = decodeFastPng(file, { checkCrc: true });
  expect([fast.width, fast.height, fast.depth]).toEqual([image.width, image.height, image.depth]);
  return image;
}

function expectPicture(text: string, settings: SymbolSettings, frame: Frame): void {
  const image = readByAll(encodePng(text, settings, frame));
  const symbol = encodeSymbol(text, settings);
  const what = `version ${symbol.version}, ${JSON.stringify(frame)}`;
  expect([image.width, image.height], what).toEqual([frame.size, frame.size]);
  expect([image.depth, image.colourType, image.palette.length], what).toEqual([1, 3, 6]);
  const [dark, light] = [channelsOf(frame.color), channelsOf(frame.bg)];
  for (let y = 0; y < frame.size; y++) {
    for (let x = 0; x < frame.size; x++) {
      const [red, green, blue] = isDarkPixel(symbol, frame, x, y) ? dark : light;
      const at = (y * frame.size + x) * 4;
      const { data } = image;
      if (data[at] === red && data[at + 1] === green && data[at + 2] === blue) continue;
      expect.fail(`wrong colour at ${x}, ${y}: ${what}`);
    }
  }
}

test.each(versions)("draws version %i at various scales, margins and colours", (version) => {
  const random = createRandom(version);
  const side = 17 + 4 * version;
  for (let round = 0; round < (isFull ? 4 : 2); round++) {
    const ec = pick(random, levels);
    const text = randomText(random, byteOnly, 1 + random(capacity("byte", version, ec)));
    const margin = random(11);
    const scale = 1 + random(Math.min(4, Math.floor(600 / (side + 2 * margin))));
    const size = Math.max(32, scale * (side + 2 * margin) + random(side));
    const frame = { size, margin, color: pick(random, colours), bg: pick(random, colours) };
    expectPicture(text, { ec, version, mask: pick(random, [undefined, 0, 5]) }, frame);
  }
});

test("draws sizes from 32 to 420 pixels", () => {
  const random = createRandom(420);
  for (let size = 32; size <= 420; size += isFull ? 1 : 3) {
    const margin = size % 11;
    expectPicture(mixedText(random, 4, 12), { version: 1 + random(3) }, { ...plain, size, margin });
  }
});

test("draws the largest pictures", () => {
  for (const [size, version] of [
    [2048, 1],
    [2048, 40],
    [2047, 11],
    [1024, 4],
    [1025, 27],
  ] as const) {
    expectPicture("the largest", { version }, { ...plain, size });
  }
  const busy = randomText(createRandom(40), byteOnly, capacity("byte", 40, "L"));
  for (const size of [177, 200, 354, 708, 1770, 2048]) {
    expectPicture(busy, { ec: "L" }, { ...plain, size, margin: 0 });
  }
});

describe("has a narrower quiet zone if less than one pixel per module would fit", () => {
  test.each([
    [32, 3, 4],
    [29, 3, 40],
    [33, 4, 4],
    [64, 10, 4],
    [177, 40, 0],
    [178, 40, 10],
    [184, 40, 4],
    [196, 40, 10],
  ])("at %i px, version %i, margin %i", (size, version, margin) => {
    for (const [color, bg] of [
      ["000000", "ffffff"],
      ["ff8800", "0088ff"],
    ] as const) {
      expectPicture("narrow", { version }, { size, margin, color, bg });
    }
  });

  test.each([
    [28, 3, 0, 29],
    [32, 4, 4, 33],
    [176, 40, 10, 177],
  ])("refuses %i px for version %i, margin %i", (size, version, margin, min) => {
    const error = { code: "INVALID_OPTION", field: "size", rule: fewPixels, values: { min, side: min } };
    expect(() => encodePng("small", { version }, { ...plain, size, margin })).toThrow(expect.objectContaining(error));
  });
});

test("a PNG has only the four required chunks", () => {
  for (const size of [32, 256, 1024]) {
    const image = readPng(encodePng("https://example.com", {}, { ...plain, size }));
    expect(image.chunkTypes).toEqual(["IHDR", "PLTE", "IDAT", "IEND"]);
  }
});

test("a PNG is at most 10% larger than with zlib at level 9", () => {
  const random = createRandom(9);
  for (const [size, version] of [
    [256, 2],
    [256, 4],
    [256, 13],
    [256, 40],
    [1024, 2],
    [1024, 20],
    [1024, 40],
  ] as const) {
    const text = randomText(random, byteOnly, capacity("byte", version, "M"));
    const file = encodePng(text, { version }, { ...plain, size });
    expect(file.length, `${size} px, version ${version}`).toBeLessThan(zlibBestSize(readPng(file)) * 1.1);
  }
});
