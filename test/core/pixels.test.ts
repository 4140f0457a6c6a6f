import { deflateSync, inflateSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { encodeSymbol } from "../../src/core/core.ts";
import type { PixelSource } from "../../src/core/image-writer.ts";
import { encodePixels, encodePng } from "../../src/core/pixels.ts";
import { readPng } from "../decoders/png-reader.ts";
import { loadCore } from "./load-core.ts";
import { createRandom, type Random } from "./texts.ts";

type Paint = (x: number, y: number, colours: number) => number;

function noise(random: Random): Paint {
  return (_x, _y, colours) => random(colours);
}
const flat: Paint = () => 0;
const slope: Paint = (x, y, colours) => ((x + 2 * y) >> 2) % colours;
const tiles: Paint = (x, y, colours) => (((x >> 3) * 7 + (y >> 3) * 13) % 5) % colours;

/** Returns a picture that `paint` draws with a palette of different colours. */
function indexed(width: number, height: number, colours: number, paint: Paint): PixelSource {
  const palette = Uint8Array.from({ length: 3 * colours }, (_, i) => (i % 3 === 0 ? i / 3 : 255 - Math.floor(i / 3)));
  const row = (into: Uint8Array, y: number) => {
    for (let x = 0; x < width; x++) into[x] = paint(x, y, colours);
  };
  return { width, height, palette, row };
}

function trueColour(width: number, height: number, paint: Paint): PixelSource {
  const row = (into: Uint8Array, y: number) => {
    for (let i = 0; i < 3 * width; i++) into[i] = paint(i, y, 256);
  };
  return { width, height, row };
}

/** Returns the picture with an alpha channel. In a palette, alpha depends on the index of the colour. In true colour, a
 *  pixel's alpha is the first channel of the next pixel. */
function clear({ width, height, palette, row }: PixelSource): PixelSource {
  if (palette) {
    const length = (4 * palette.length) / 3;
    const alphas = Uint8Array.from({ length }, (_, i) => (i % 4 === 3 ? (i * 7) & 255 : (palette[i - (i >> 2)] ?? 0)));
    return { width, height, palette: alphas, channels: 4, row };
  }
  return {
    width,
    height,
    channels: 4,
    row(into, y) {
      const line = new Uint8Array(3 * width + 4);
      row(line, y);
      for (let i = 0; i < 4 * width; i++) into[i] = line[i - (i >> 2)] ?? 0;
    },
  };
}

/** Returns the RGBA pixels that reading the PNG must return. */
function pixelsOf({ width, height, palette, channels = 3, row }: PixelSource): Uint8ClampedArray {
  const line = new Uint8Array(width * (palette ? 1 : channels));
  const data = new Uint8ClampedArray(4 * width * height).fill(255);
  for (let y = 0; y < height; y++) {
    row(line, y);
    for (let x = 0; x < width; x++) {
      const from = palette ? palette.subarray(channels * (line[x] ?? 0)) : line.subarray(channels * x);
      data.set(from.subarray(0, channels), 4 * (y * width + x));
    }
  }
  return data;
}

function expectSame(source: PixelSource, wanted: Uint8ClampedArray): void {
  const image = readPng(encodePixels(source));
  expect([image.width, image.height]).toEqual([source.width, source.height]);
  expect(Buffer.from(image.data).equals(Buffer.from(wanted))).toBe(true);
}

const painters: readonly [string, () => Paint][] = [
  ["flat", () => flat],
  ["slope", () => slope],
  ["tiles", () => tiles],
  ["noise", () => noise(createRandom(7))],
];

describe.each(painters)("%s", (_name, painter) => {
  test.each([1, 2, 3, 4, 5, 16, 17, 256])("preserves every pixel of a picture with %i colours", (colours) => {
    for (const [width, height] of [
      [1, 1],
      [7, 3],
      [5, 400],
      [33, 200],
      [301, 97],
    ] as const) {
      expectSame(indexed(width, height, colours, painter()), pixelsOf(indexed(width, height, colours, painter())));
      const source = () => clear(indexed(width, height, colours, painter()));
      expectSame(source(), pixelsOf(source()));
    }
  });

  test("preserves every pixel of a picture in true colour", () => {
    for (const [width, height] of [
      [1, 1],
      [5, 9],
      [190, 130],
    ] as const) {
      expectSame(trueColour(width, height, painter()), pixelsOf(trueColour(width, height, painter())));
      const source = () => clear(trueColour(width, height, painter()));
      expectSame(source(), pixelsOf(source()));
    }
  });

  test("encodes the largest pictures in many parts", () => {
    for (const source of [
      indexed(2048, 700, 256, painter()),
      trueColour(2048, 200, painter()),
      trueColour(64, 2048, painter()),
    ]) {
      const image = readPng(encodePixels(source));
      expect([image.width, image.height]).toEqual([source.width, source.height]);
    }
    expectSame(trueColour(2048, 40, painter()), pixelsOf(trueColour(2048, 40, painter())));
    const source = () => clear(trueColour(2048, 100, painter()));
    expectSame(source(), pixelsOf(source()));
  });
});

test.each([
  [1, 0],
  [2, 4],
] as const)("encodes grey with %i channels as colour type %i", (channels, colourType) => {
  for (const [width, height] of [
    [1, 1],
    [61, 40],
    [2048, 300],
  ] as const) {
    const random = createRandom(channels);
    const rows = Array.from({ length: height }, () => Uint8Array.from({ length: channels * width }, () => random(256)));
    const image = readPng(encodePixels({ width, height, channels, row: (into, y) => into.set(rows[y] ?? []) }));
    expect([image.colourType, image.depth, image.chunkTypes[1]]).toEqual([colourType, 8, "IDAT"]);
    const wanted = Buffer.alloc(4 * width * height);
    for (const [y, row] of rows.entries()) {
      for (let x = 0; x < width; x++) {
        const [gray = 0, alpha = 255] = row.subarray(channels * x, channels * (x + 1));
        wanted.set([gray, gray, gray, alpha], 4 * (y * width + x));
      }
    }
    expect(Buffer.from(image.data).equals(wanted)).toBe(true);
  }
});

test("uses as few bits per pixel as the palette allows", () => {
  const depths = [1, 2, 3, 4, 5, 16, 17, 256].map(
    (colours) => readPng(encodePixels(indexed(9, 9, colours, flat))).depth,
  );
  expect(depths).toEqual([1, 1, 2, 2, 4, 4, 8, 8]);
  expect(readPng(encodePixels(trueColour(9, 9, flat))).colourType).toBe(2);
  expect(readPng(encodePixels(clear(trueColour(9, 9, flat)))).colourType).toBe(6);
});

test("encodes narrow pictures with recurring scanlines", () => {
  const random = createRandom(41);
  for (let i = 0; i < 150; i++) {
    const [width, height, colours] = [1 + random(12), 2 + random(300), 2 + random(20)];
    const rows = Array.from({ length: 1 + random(9) }, () => Array.from({ length: width }, () => random(colours)));
    const order = Array.from({ length: height }, () => random(rows.length));
    const source = indexed(width, height, colours, (x, y) => rows[order[y] ?? 0]?.[x] ?? 0);
    expectSame(source, pixelsOf(source));
  }
});

test("returns the same bytes regardless of earlier pictures", () => {
  const sources = [
    () => indexed(200, 200, 16, tiles),
    () => trueColour(120, 90, slope),
    () => indexed(300, 100, 200, noise(createRandom(3))),
  ];
  const first = sources.map((source) => encodePixels(source()));
  const random = createRandom(11);
  for (let i = 0; i < 60; i++) {
    const which = random(sources.length);
    if (random(3) === 0)
      encodePng(`between ${i}`, {}, { size: 100 + random(900), margin: 4, color: "000000", bg: "ffffff" });
    const again = encodePixels((sources[which] as () => PixelSource)());
    expect(Buffer.compare(again, first[which] as Uint8Array)).toBe(0);
  }
});

/** Returns a picture of a symbol whose modules are round dots, with sixteen blended colours, as in styled images. */
function spots(version: number, size: number): PixelSource {
  const { side, modules } = encodeSymbol("spots", { version });
  const scale = Math.floor(size / side);
  const blend = (x: number, y: number) => {
    if (x >= side * scale || y >= side * scale) return 0;
    if (!modules[Math.floor(y / scale) * side + Math.floor(x / scale)]) return 0;
    const far = Math.hypot((x % scale) - (scale - 1) / 2, (y % scale) - (scale - 1) / 2) - scale / 2;
    return Math.round(15 * Math.min(1, Math.max(0, 0.5 - far)));
  };
  return indexed(size, size, 16, blend);
}

test("a new core and a used one return the same bytes", () => {
  for (const colours of [2, 16, 256]) {
    for (const [width, height] of [
      [8, 60],
      [64, 64],
    ] as const) {
      for (const paint of [flat, tiles, (() => colours - 1) as Paint]) {
        const source = indexed(width, height, colours, paint);
        const fresh = loadCore("complete");
        const first = fresh.encodePixels(source);
        expect(Buffer.from(readPng(first).data).equals(Buffer.from(pixelsOf(source)))).toBe(true);
        expect(Buffer.compare(first, encodePixels(source))).toBe(0);
      }
    }
  }
});

test("a picture of round dots is at most 50% larger than with zlib at level 9", () => {
  for (const [version, size] of [
    [2, 256],
    [7, 512],
    [20, 1000],
  ] as const) {
    const file = encodePixels(spots(version, size));
    const best = deflateSync(inflateSync(bodyOf(file)), { level: 9 }).length;
    expect(file.length, `version ${version}: zlib makes ${best} bytes`).toBeLessThan(1.5 * best + 120);
  }
});

/** Returns the compressed data of a PNG. */
function bodyOf(file: Uint8Array): Buffer {
  const parts: Uint8Array[] = [];
  const view = new DataView(file.buffer, file.byteOffset);
  for (let at = 8; at < file.length; at += 12 + view.getUint32(at)) {
    const name = String.fromCharCode(...file.subarray(at + 4, at + 8));
    if (name === "IDAT") parts.push(file.subarray(at + 8, at + 8 + view.getUint32(at)));
  }
  return Buffer.concat(parts);
}
