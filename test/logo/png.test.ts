import { crc32 } from "node:zlib";
import { encode } from "fast-png";
import { PNG } from "pngjs";
import { describe, expect, test } from "vitest";
import { inflate as inflateNode } from "../../src/adapters/inflate.ts";
import { inflateStream } from "../../src/adapters/inflate-stream.ts";
import { encodePixels } from "../../src/core/pixels.ts";
import { readPng } from "../../src/logo/host/drawer.ts";
import { logoFile } from "./logos.ts";

/** Returns bytes that rarely repeat, so they hardly compress. */
const bytes = (length: number) => Uint8Array.from({ length }, (_, i) => (i * i + (i >> 3)) & 255);

describe.each([
  ["a stream", inflateStream],
  ["node:zlib", inflateNode],
])("inflated by %s", (_, inflate) => {
  const read = async (file: Uint8Array) => (await readPng(file, inflate))?.data;

  describe("reads files from other encoders", () => {
    test.each([
      [1, ([grey]: number[]) => [grey, grey, grey, 255]],
      [2, ([grey, alpha]: number[]) => [grey, grey, grey, alpha]],
      [3, ([red, green, blue]: number[]) => [red, green, blue, 255]],
      [4, (pixel: number[]) => pixel],
    ] as const)("reads files with %i channels", async (channels, toRgba) => {
      const data = bytes(33 * 7 * channels);
      const file = encode({ width: 33, height: 7, data, channels, depth: 8 });
      const expected = Array.from({ length: 33 * 7 }, (_, i) =>
        toRgba([...data.subarray(i * channels, (i + 1) * channels)]),
      );
      expect([...((await read(file)) ?? [])]).toEqual(expected.flat());
    });

    test.each([0, 1, 2, 3, 4] as const)("reads filter %i in every scanline", async (filterType) => {
      for (const colorType of [0, 2, 6] as const) {
        const image = new PNG({ width: 31, height: 9 });
        image.data = Buffer.from(bytes(31 * 9 * 4));
        const file = PNG.sync.write(image, { filterType, colorType });
        expect([...((await read(file)) ?? [])]).toEqual([...PNG.sync.read(file).data]);
      }
    });

    test("reads palettes, with and without transparency", async () => {
      const file = encodePixels({
        width: 40,
        height: 5,
        palette: bytes(600),
        row: (into, y) => into.set(Array.from({ length: 40 }, (_, x) => y * 40 + x)),
      });
      const palette = [...PNG.sync.read(Buffer.from(file)).data];
      expect([...((await read(file)) ?? [])]).toEqual(palette);
      const end = file.length - 12;
      const alphas = Uint8Array.from([...chunk("tRNS", [0, 128, 7])]);
      const first = file.findIndex((_, at) => String.fromCharCode(...file.subarray(at + 4, at + 8)) === "IDAT");
      const seen = await read(
        Uint8Array.from([...file.subarray(0, first), ...alphas, ...file.subarray(first, end + 12)]),
      );
      expect([3, 7, 11, 15].map((at) => seen?.[at])).toEqual([0, 128, 7, 255]);
    });
  });

  test("returns undefined for interlaced and 16-bit PNGs", async () => {
    expect(await read(logoFile("interlaced.png"))).toBeUndefined();
    const deep = encode({ width: 2, height: 2, data: new Uint16Array(4), channels: 1, depth: 16 });
    expect(await read(deep)).toBeUndefined();
  });

  describe("rejects damaged files", () => {
    const file = encode({ width: 30, height: 30, data: bytes(2700), channels: 3, depth: 8 });
    const data = file.findIndex((_, at) => String.fromCharCode(...file.subarray(at, at + 4)) === "IDAT");
    const changed = (at: number, byte: number) => file.with(at, byte);
    test.each([
      ["a file truncated in its pixels", file.slice(0, file.length - 300)],
      ["a file without pixels", file.slice(0, data - 4)],
      ["data that is not a zlib stream", changed(data + 4, 0)],
      ["an impossible block", changed(data + 6, 0xff)],
    ])("rejects %s", async (_, broken) => {
      await expect(read(broken)).rejects.toMatchObject({
        code: "LOGO_INVALID",
        message: expect.stringContaining("damaged PNG"),
      });
    });

    test("rejects an index outside the palette", async () => {
      const indexed = encodePixels({ width: 9, height: 9, palette: bytes(60), row: (into) => into.fill(19) });
      const at = indexed.findIndex((_, i) => String.fromCharCode(...indexed.subarray(i, i + 4)) === "PLTE");
      indexed[at - 1] = 3;
      const short = [...indexed.subarray(0, at + 7), ...indexed.subarray(at + 64)];
      await expect(read(Uint8Array.from(short))).rejects.toMatchObject({ code: "LOGO_INVALID" });
    });

    test("rejects a bomb without inflating it", async () => {
      const bomb = encode({ width: 4, height: 4_000_000, data: new Uint8Array(16_000_000), channels: 1, depth: 8 });
      new DataView(bomb.buffer, bomb.byteOffset).setUint32(20, 4);
      const before = process.memoryUsage().arrayBuffers;
      await expect(read(bomb)).rejects.toMatchObject({ code: "LOGO_INVALID" });
      expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(4_000_000);
    });
  });
});

function chunk(type: string, body: readonly number[]): Buffer {
  const named = Buffer.concat([Buffer.from(type), Uint8Array.from(body)]);
  const frame = Buffer.alloc(8);
  frame.writeUInt32BE(body.length);
  frame.writeUInt32BE(crc32(named), 4);
  return Buffer.concat([frame.subarray(0, 4), named, frame.subarray(4)]);
}
