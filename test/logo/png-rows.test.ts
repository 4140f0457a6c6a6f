import { encode } from "fast-png";
import { describe, expect, test } from "vitest";
import { inflate } from "../../src/adapters/inflate.ts";
import { readLogoHeader } from "../../src/logo/header.ts";
import { readPng } from "../../src/logo/host/drawer.ts";
import { readPngRows } from "../../src/logo/host/png-rows.ts";
import { drawLogo, logoFile, plainPng, pngFile } from "./logos.ts";

/** Returns bytes that rarely repeat. */
const noise = (length: number) => Uint8Array.from({ length }, (_, i) => (i * i + (i >> 3)) & 255);

describe("large PNGs", () => {
  test.each([
    [4097, 4097],
    [6300, 6300],
    [65_535, 2],
  ])("draws a black PNG of %i x %i pixels", async (width, height) => {
    const bytes = plainPng(width, height);
    expect(readLogoHeader(bytes)).toMatchObject({ kind: "png", width, height });
    const { data } = await drawLogo({ bytes, width: 40, height: 40, kind: "png" });
    expect(data.subarray(4 * 780, 4 * 781)).toEqual(Uint8Array.of(0, 0, 0, 255));
  });

  test("decodes one without keeping its pixels", async () => {
    const bytes = plainPng(6300, 6300);
    const before = process.memoryUsage().arrayBuffers;
    let most = 0;
    const watch = setInterval(() => {
      most = Math.max(most, process.memoryUsage().arrayBuffers - before);
    }, 5);
    const { width, height } = await readPngRows(new Uint8Array(bytes));
    clearInterval(watch);
    // One 7th of 6300.
    expect([width, height]).toEqual([900, 900]);
    // As RGBA, the image has 159 MB.
    expect(most).toBeLessThan(60_000_000);
  });

  test("averages squares, weighted by alpha", async () => {
    const data = new Uint8Array(4 * 2048 * 2);
    data.set([200, 100, 50, 255, 9, 9, 9, 0, 100, 200, 250, 255, 9, 9, 9, 0]);
    data.set([200, 100, 50, 255, 9, 9, 9, 0, 100, 200, 250, 255, 255, 255, 255, 255], 4 * 2048);
    const pixels = await readPngRows(Uint8Array.from(encode({ width: 2048, height: 2, data, channels: 4, depth: 8 })));
    expect([pixels.width, pixels.height]).toEqual([1024, 1]);
    expect([...pixels.data.subarray(0, 8)]).toEqual([200, 100, 50, 128, 152, 218, 252, 191]);
  });

  test("the last squares may be smaller", async () => {
    const data = new Uint8Array(3 * 1025 * 3).fill(77);
    const pixels = await readPngRows(Uint8Array.from(encode({ width: 1025, height: 3, data, channels: 3, depth: 8 })));
    expect([pixels.width, pixels.height]).toEqual([513, 2]);
    expect(pixels.data.every((byte, at) => byte === (at % 4 === 3 ? 255 : 77))).toBe(true);
  });
});

describe("all kinds of PNGs", () => {
  test.each(["still.png", "interlaced.png"])("reads %s exactly", async (name) => {
    const { data } = await readPngRows(new Uint8Array(logoFile(name)));
    expect(data).toEqual((await readPng(logoFile("still.png"), inflate))?.data);
  });

  test.each([1, 2, 3, 4] as const)("reads %i channels as the reader of small files does", async (channels) => {
    const file = Uint8Array.from(encode({ width: 33, height: 9, data: noise(33 * 9 * channels), channels, depth: 8 }));
    const { data = new Uint8Array() } = (await readPng(file, inflate)) ?? {};
    // Colours of transparent pixels do not matter.
    for (let at = 0; at < data.length; at += 4) if (data[at + 3] === 0) data.fill(0, at, at + 4);
    expect((await readPngRows(file)).data).toEqual(data);
  });

  test.each([
    [
      "grey with 1 bit",
      1,
      0,
      [0b01000000],
      [],
      [
        [0, 255],
        [255, 255],
      ],
    ],
    [
      "grey with 2 bits",
      2,
      0,
      [0b01100000],
      [],
      [
        [85, 255],
        [170, 255],
      ],
    ],
    [
      "grey with 4 bits",
      4,
      0,
      [0x1e],
      [],
      [
        [17, 255],
        [238, 255],
      ],
    ],
    [
      "grey with 16 bits",
      16,
      0,
      [0x12, 0x34, 0xff, 0],
      [],
      [
        [0x12, 255],
        [0xff, 255],
      ],
    ],
    [
      "grey with alpha and 16 bits",
      16,
      4,
      [1, 2, 255, 0, 3, 4, 5, 6],
      [],
      [
        [1, 255],
        [3, 5],
      ],
    ],
    [
      "a transparent grey",
      8,
      0,
      [7, 8],
      [0, 8],
      [
        [7, 255],
        [0, 0],
      ],
    ],
    [
      "a transparent grey with 16 bits",
      16,
      0,
      [1, 2, 1, 3],
      [1, 3],
      [
        [1, 255],
        [0, 0],
      ],
    ],
  ])("reads %s", async (_, depth, colorType, row, transparent, expected) => {
    const file = pngFile(
      { width: 2, height: 1, depth, colorType },
      Uint8Array.of(0, ...row),
      Uint8Array.from(transparent),
    );
    const { data } = await readPngRows(file);
    expect([0, 4].map((at) => [data[at], data[at + 3]])).toEqual(expected);
  });

  test("reads a transparent colour", async () => {
    const row = Uint8Array.of(0, 1, 2, 3, 1, 2, 4);
    const file = pngFile({ width: 2, height: 1, depth: 8, colorType: 2 }, row, Uint8Array.of(0, 1, 0, 2, 0, 4));
    expect([...(await readPngRows(file)).data]).toEqual([1, 2, 3, 255, 0, 0, 0, 0]);
  });

  test.each([
    ["too few rows", { width: 2, height: 3, depth: 8, colorType: 0 }, [0, 1, 2, 0, 3, 4]],
    ["an unknown filter", { width: 2, height: 1, depth: 8, colorType: 0 }, [5, 1, 2]],
    ["no palette", { width: 2, height: 1, depth: 1, colorType: 3 }, [0, 0]],
    ["a depth that no PNG has", { width: 2, height: 1, depth: 255, colorType: 6 }, [0, 1, 2]],
    ["no depth", { width: 2, height: 1, depth: 0, colorType: 0 }, [0, 1, 2]],
    ["a depth of another colour type", { width: 2, height: 1, depth: 4, colorType: 2 }, [0, 1, 2]],
    ["an unknown colour type", { width: 2, height: 1, depth: 8, colorType: 5 }, [0, 1, 2]],
  ])("rejects %s", async (_, header, rows) => {
    const bytes = pngFile(header, Uint8Array.from(rows));
    await expect(readPngRows(bytes)).rejects.toThrow("PNG has");
    // The small reader rejects or skips these files too.
    await expect(drawLogo({ bytes, width: 9, height: 9, kind: "png" })).rejects.toThrow("damaged PNG");
  });
});
