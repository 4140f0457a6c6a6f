import { expect, test } from "vitest";
import { readWebpSize } from "../../src/logo/webp.ts";

const u24 = (n: number) => [n & 255, (n >> 8) & 255, n >> 16];
const u32 = (n: number) => [...u24(n & 0xffffff), n >>> 24];
const text = (name: string) => Array.from(name, (character) => character.charCodeAt(0));
const chunk = (name: string, ...body: number[]) => [
  ...text(name),
  ...u32(body.length),
  ...body,
  ...(body.length & 1 ? [0] : []),
];
const file = (...chunks: number[][]) => {
  const body = chunks.flat();
  return Uint8Array.from([...text("RIFF"), ...u32(body.length + 4), ...text("WEBP"), ...body]);
};
const lossless = (width: number, height: number) =>
  chunk("VP8L", 0x2f, ...u32((width - 1) | ((height - 1) << 14)), 0, 0, 0);
const lossy = (width: number, height: number) =>
  chunk("VP8 ", 0, 0, 0, 0x9d, 0x01, 0x2a, width & 255, width >> 8, height & 255, height >> 8);
const canvas = (width: number, height: number, flags: number) =>
  chunk("VP8X", flags, 0, 0, 0, ...u24(width - 1), ...u24(height - 1));
const frame = (x: number, y: number, width: number, height: number, ...chunks: number[][]) =>
  chunk("ANMF", ...u24(x / 2), ...u24(y / 2), ...u24(width - 1), ...u24(height - 1), 100, 0, 0, 0, ...chunks.flat());

const animated = (...chunks: number[][]) => file(canvas(10, 8, 2), chunk("ANIM", 0, 0, 0, 0, 0, 0), ...chunks);

test.each([
  ["lossless", file(lossless(10, 8))],
  ["lossy", file(lossy(10, 8))],
  ["with a canvas", file(canvas(10, 8, 0x10), chunk("ALPH", 0), lossy(10, 8))],
  ["with other chunks", file(canvas(10, 8, 0), chunk("ICCP", 1, 2, 3), lossless(10, 8), chunk("EXIF", 1))],
  ["animated", animated(frame(0, 0, 10, 8, lossless(10, 8)))],
  ["animated, with a smaller frame first", animated(frame(2, 4, 8, 4, chunk("ALPH", 0), lossy(8, 4)))],
])("reads the size of a WebP: %s", (_, bytes) => {
  expect(readWebpSize(bytes)).toEqual({ width: 10, height: 8 });
});

test.each([
  ["a large picture on a small canvas", file(canvas(10, 8, 0), lossless(8000, 8000))],
  ["a large frame on a small canvas", animated(frame(0, 0, 8000, 8000, lossless(8000, 8000)))],
  ["a large picture in a small frame", animated(frame(0, 0, 10, 8, lossless(8000, 8000)))],
  ["a large lossy picture in a small frame", animated(frame(0, 0, 10, 8, lossy(8000, 8000)))],
  ["a frame outside the canvas", animated(frame(10, 0, 10, 8, lossless(10, 8)))],
  ["a frame that reaches beyond the canvas", animated(frame(0, 2, 10, 8, lossless(10, 8)))],
  ["a frame without a picture", animated(frame(0, 0, 10, 8, chunk("ALPH", 0)))],
  ["an animation without frames", animated()],
  ["a canvas without a picture", file(canvas(10, 8, 0))],
  ["a truncated canvas", file(chunk("VP8X", 2, 0, 0, 0, 9, 0, 0))],
  ["a truncated picture", file(lossless(10, 8)).slice(0, -2)],
  ["a picture of width 0", file(lossy(0, 8))],
  ["nothing", file()],
])("rejects %s", (_, bytes) => {
  expect(() => readWebpSize(bytes)).toThrow("is a damaged WebP file: export it again");
});
