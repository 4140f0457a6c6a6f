import { readFileSync } from "node:fs";
import { deflateSync } from "node:zlib";
import { expect, test } from "vitest";
import { readTransparentPixels } from "../../src/cli/transparent-pixels.ts";
import { toPng, toSvg } from "../../src/index.ts";
import { logoDamaged } from "../../src/messages/logo-rules.ts";
import { readPng } from "../decoders/png-reader.ts";
import { ruleText } from "../rule-text.ts";
import { isoqr } from "./in-process.ts";

/** Colours of modules on a transparent background. */
const COLORS = { dark: "000000", light: "ffffff" } as const;
const tones = ["dark", "light"] as const;
const SIDE = 87;

/** Returns the pixels of a code that shows `tone`, as RGBA. */
function clearCode(tone: (typeof tones)[number]): Uint8Array {
  return new Uint8Array(readPng(toPng(tone, { bg: "transparent", color: COLORS[tone], size: SIDE })).data);
}

async function decoded(input: Uint8Array | string) {
  const { code, out, stderr } = await isoqr(["decode", "-"], { input });
  return { code, out, stderr };
}

const readTone = (tone: string) => ({ code: 0, out: `${tone}\n`, stderr: "" });

test.each(tones)("reads a %s code on a transparent background", async (tone) => {
  const options = { bg: "transparent", color: COLORS[tone] } as const;
  expect(await decoded(toPng(tone, options))).toEqual(readTone(tone));
  expect(await decoded(toSvg(tone, options))).toEqual(readTone(tone));
});

interface PngKind {
  readonly depth: number;
  readonly colorType: number;
  readonly interlaced: boolean;
}

const PASSES = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
] as const;

/** The colour that represents transparent pixels if a PNG has no alpha channel, in 16ths of the lightest one. */
const KEY = 8;

/** Returns a PNG of this kind, without checksums. */
function pngOf(rgba: Uint8Array, { depth, colorType, interlaced }: PngKind): Buffer {
  const most = 2 ** depth - 1;
  const samplesAt = (x: number, y: number): number[] => {
    const [value = 0, , , alpha = 0] = rgba.subarray(4 * (y * SIDE + x));
    const level = Math.round((value / 255) * most);
    if (colorType === 3) return [alpha === 0 ? 1 : value === 0 ? 2 : 3];
    if (colorType >= 4) return [...Array(colorType === 4 ? 1 : 3).fill(level), Math.round((alpha / 255) * most)];
    return Array(colorType === 0 ? 1 : 3).fill(alpha === 0 ? keyOf(most) : level);
  };
  const rows = (interlaced ? PASSES : ([[0, 0, 1, 1]] as const)).flatMap(([left, top, across, down]) => {
    const lines: number[][] = [];
    for (let y = top; y < SIDE; y += down) {
      const samples: number[] = [];
      for (let x: number = left; x < SIDE; x += across) samples.push(...samplesAt(x, y));
      lines.push([0, ...packed(samples, depth)]);
    }
    return lines;
  });
  const key = Buffer.alloc(colorType === 2 ? 6 : 2);
  for (let at = 0; at < key.length; at += 2) key.writeUInt16BE(keyOf(most), at);
  const extra: Readonly<Record<number, readonly Buffer[]>> = {
    0: [chunk("tRNS", key)],
    2: [chunk("tRNS", key)],
    3: [chunk("PLTE", Buffer.from([9, 9, 9, 0, 0, 0, 0, 0, 0, 255, 255, 255])), chunk("tRNS", Buffer.from([255, 0]))],
  };
  const header = Buffer.from([0, 0, 0, SIDE, 0, 0, 0, SIDE, depth, colorType, 0, 0, Number(interlaced)]);
  return Buffer.concat([
    Buffer.from("\x89PNG\r\n\x1a\n", "latin1"),
    chunk("IHDR", header),
    ...(extra[colorType] ?? []),
    chunk("IDAT", deflateSync(Buffer.from(rows.flat()))),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

const keyOf = (most: number) => Math.round((most * KEY) / 16);

function packed(samples: readonly number[], depth: number): number[] {
  if (depth === 16) return samples.flatMap((value) => [value >> 8, value & 255]);
  const per = 8 / depth;
  return Array.from({ length: Math.ceil(samples.length / per) }, (_, at) =>
    Array.from({ length: per }, (_, place) => samples[at * per + place] ?? 0).reduce((sum, v) => (sum << depth) | v, 0),
  );
}

function chunk(type: string, body: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(body.length);
  return Buffer.concat([length, Buffer.from(type), body, Buffer.alloc(4)]);
}

const pngKinds = [
  ...[2, 4, 8, 16].map((depth) => ({ depth, colorType: 0 })),
  ...[8, 16].map((depth) => ({ depth, colorType: 2 })),
  ...[2, 4, 8].map((depth) => ({ depth, colorType: 3 })),
  ...[8, 16].flatMap((depth) => [4, 6].map((colorType) => ({ depth, colorType }))),
].flatMap((kind) => [false, true].map((interlaced) => ({ ...kind, interlaced })));

test.each(pngKinds)("reads a transparent PNG with %o", async (kind) => {
  for (const tone of tones) expect(await decoded(pngOf(clearCode(tone), kind))).toEqual(readTone(tone));
});

test("reads modules that fade into a transparent background", async () => {
  const code = clearCode("dark");
  // The alpha of the last row is a third of that of the first one.
  const faded = code.map((value, at) => (at % 4 === 3 ? value * (1 - (2 * at) / (3 * code.length)) : value));
  expect(await decoded(pngOf(faded, { depth: 8, colorType: 6, interlaced: false }))).toEqual(readTone("dark"));
});

/** Files made with ImageMagick 6. In `trimmed.gif`, the frame is smaller than the canvas. */
const fixture = (name: string) => readFileSync(new URL(`transparent/${name}`, import.meta.url));

test.each(tones)("reads %s codes in transparent GIF, WebP and BMP files", async (tone) => {
  for (const name of ["interlaced.gif", "trimmed.gif", "still.webp"]) {
    expect([name, await decoded(fixture(`${tone}-${name}`))]).toEqual([name, readTone(tone)]);
  }
  for (const topDown of [false, true]) {
    expect(await decoded(bmpOf(clearCode(tone), topDown))).toEqual(readTone(tone));
  }
});

/** Returns a BMP with a BITMAPV4HEADER and the channels in the order blue, green, red, alpha. */
function bmpOf(rgba: Uint8Array, topDown: boolean): Buffer {
  const header = Buffer.alloc(122);
  header.write("BM");
  header.writeUInt32LE(122, 10);
  header.writeUInt32LE(108, 14);
  header.writeInt32LE(SIDE, 18);
  header.writeInt32LE(topDown ? -SIDE : SIDE, 22);
  header.writeUInt16LE(1, 26);
  header.writeUInt16LE(32, 28);
  header.writeUInt32LE(3, 30);
  [0xff0000, 0xff00, 0xff, 0xff000000].forEach((mask, at) => {
    header.writeUInt32LE(mask, 54 + 4 * at);
  });
  const rows = Array.from({ length: SIDE }, (_, y) => {
    const row = Buffer.from(rgba.subarray(4 * SIDE * y, 4 * SIDE * (y + 1)));
    for (let at = 0; at < row.length; at += 4) row.subarray(at, at + 3).reverse();
    return row;
  });
  return Buffer.concat([header, ...(topDown ? rows : rows.reverse())]);
}

test("leaves opaque and damaged files to the decoder", async () => {
  const files: Uint8Array<ArrayBuffer>[] = [toPng("x"), new Uint8Array(fixture("dark-trimmed.gif").subarray(0, 60))];
  const truncated = pngOf(clearCode("dark"), { depth: 8, colorType: 6, interlaced: false }).subarray(0, 150);
  for (const file of [...files, new Uint8Array(truncated)]) expect(await readTransparentPixels(file)).toBe(undefined);
});

test("refuses a damaged WebP, and one that is too large", async () => {
  const file = fixture("dark-still.webp");
  const overwritten = Buffer.from(file).fill(255, 28, 100);
  for (const damaged of [overwritten, file.subarray(0, 100)]) {
    const stderr = `isoqr: ${ruleText(logoDamaged, "the input", { kind: "WebP" })}\n`;
    expect(await decoded(damaged)).toEqual({ code: 2, out: "", stderr });
  }
  const large = Buffer.from("52494646200000005745425056503858", "hex");
  const canvas = Buffer.from("0a00000010000000ff3f00ff3f00", "hex");
  const picture = Buffer.from("5650384c060000002fffffff0f00", "hex");
  expect(await decoded(Buffer.concat([large, canvas, picture]))).toMatchObject({
    code: 2,
    stderr:
      "isoqr: the input is 16384 x 16384 pixels, but must be at most 16 megapixels, such as 4096 x 4096: use a smaller image\n",
  });
});
