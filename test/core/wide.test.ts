import { inflateSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import type { PixelSource } from "../../src/core/image-writer.ts";
import { pngGrid } from "../../src/core/symbol.ts";
import { readPng } from "../decoders/png-reader.ts";
import { builds, loadCore } from "./load-core.ts";
import { createRandom } from "./texts.ts";

/** PNGs that are wider than 2048 pixels, which need other buffers. */

const text = "https://example.com/wide";
const plain = { color: "000000", bg: "ffffff" };

/** Returns the scanlines of a PNG, each with its filter byte. Decoding 16384 x 16384 pixels would take a gigabyte. */
function scanlinesOf(file: Uint8Array): Buffer {
  const parts: Uint8Array[] = [];
  const view = new DataView(file.buffer, file.byteOffset);
  for (let at = 8; at < file.length; at += 12 + view.getUint32(at)) {
    if (view.getUint32(at + 4) === 0x49444154) parts.push(file.subarray(at + 8, at + 8 + view.getUint32(at)));
  }
  return inflateSync(Buffer.concat(parts));
}

/** Returns the number of the first wrong scanline, or -1. */
function firstWrong(core: ReturnType<typeof loadCore>, version: number, size: number, margin: number): number {
  const file = core.encodePng(text, { version }, { ...plain, size, margin });
  const { side, modules } = core.encodeSymbol(text, { version });
  const { scale, offset } = pngGrid(side, { size, margin });
  const pitch = 1 + Math.ceil(size / 8);
  const found = scanlinesOf(file);
  expect(found.length).toBe(size * pitch);
  const rows = new Map<number, Buffer>();
  const wanted = (y: number) => {
    const row = Math.floor((y - offset) / scale);
    const known = rows.get(row);
    if (known) return known;
    const line = Buffer.alloc(pitch);
    for (let x = 0; row >= 0 && row < side && x < side * scale; x++) {
      const at = offset + x;
      if (modules[row * side + Math.floor(x / scale)])
        line[1 + (at >> 3)] = (line[1 + (at >> 3)] ?? 0) | (128 >> (at & 7));
    }
    rows.set(row, line);
    return line;
  };
  for (let y = 0; y < size; y++) if (!wanted(y).equals(found.subarray(y * pitch, (y + 1) * pitch))) return y;
  return -1;
}

describe.each(builds)("%s", (build) => {
  const core = loadCore(build);

  test.each([
    [2049, 40, 0],
    [2500, 40, 40],
    [4096, 3, 4],
    [4099, 25, 0],
    [10_000, 7, 4],
    [16_384, 2, 40],
    [16_384, 40, 4],
  ])("draws every pixel of a code of %i pixels, version %i, margin %i", (size, version, margin) => {
    expect(firstWrong(core, version, size, margin)).toBe(-1);
  });

  test("draws the same small pictures after a large one", () => {
    const frame = { ...plain, size: 300, margin: 4 };
    const before = loadCore(build).encodePng(text, {}, frame);
    core.encodePng(text, {}, { ...frame, size: 16_384 });
    expect(core.encodePng(text, {}, frame)).toEqual(before);
  });

  /** Blocks of noise, between scanlines that are all equal. */
  const noisy = (width: number, channels: 1 | 2 | 3 | 4, palette?: Uint8Array): PixelSource => {
    const bytes = width * (palette ? 1 : channels);
    const random = createRandom(width);
    const rows = Array.from({ length: 7 }, (_, y) =>
      Uint8Array.from({ length: bytes }, () => (y % 5 < 2 ? random(200) : 7)),
    );
    return {
      width,
      height: rows.length,
      channels,
      ...(palette && { palette }),
      row: (into, y) => into.set(rows[y] ?? []),
    };
  };

  // From 10,923 pixels in RGB on, the scanline above is farther away than the window of deflate.
  test.each([
    [16_384, 4],
    [16_384, 3],
    [10_922, 3],
    [10_923, 3],
    [8191, 4],
    [16_384, 2],
    [16_384, 1],
  ] as const)("preserves every pixel of %i noisy ones with %i channels", (width, channels) => {
    const source = noisy(width, channels);
    const image = readPng(core.encodePixels(source));
    const line = new Uint8Array(width * channels);
    let wrong = "";
    for (let y = 0; y < source.height; y++) {
      source.row(line, y);
      const shown = image.data.subarray(4 * width * y, 4 * width * (y + 1));
      for (let x = 0; x < width; x++) {
        const [first = 0, second = 0, third = 0, fourth = 255] = line.subarray(x * channels, (x + 1) * channels);
        const grey = [first, first, first, channels === 2 ? second : 255];
        const wanted = channels < 3 ? grey : [first, second, third, channels === 4 ? fourth : 255];
        for (let at = 0; at < 4; at++) if (shown[4 * x + at] !== wanted[at]) wrong ||= `pixel ${x}, ${y}`;
      }
    }
    expect(wrong).toBe("");
  });

  test("keeps pictures of equal pixels small, and all blocks complete", () => {
    const palette = Uint8Array.from({ length: 768 }, (_, at) => at);
    const row: PixelSource["row"] = (into) => into.fill(200);
    const found = core.encodePixels({ width: 16_384, height: 4000, palette, row });
    expect(found.length).toBeLessThan(500_000);
    const scanlines = scanlinesOf(found);
    expect(scanlines.length).toBe(4000 * 16_385);
    expect(scanlines.subarray(1, 16_385).every((index) => index === 200)).toBe(true);
    expect(scanlines.subarray(-16_384).every((index) => index === 200)).toBe(true);
  });
});
