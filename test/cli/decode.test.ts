import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { deflateSync } from "node:zlib";
import { afterAll, expect, test } from "vitest";
import { readPictureSize } from "../../src/cli/picture-size.ts";
import { toPng } from "../../src/index.ts";
import { isoqr } from "./fake-terminal.ts";

const folder = mkdtempSync(join(tmpdir(), "isoqr-decode-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const be16 = (value: number) => [value >> 8, value & 255];
const be32 = (value: number) => [...be16(value >>> 16), ...be16(value & 0xffff)];
const le16 = (value: number) => [value & 255, (value >> 8) & 255];
const le32 = (value: number) => [...le16(value), ...le16(value >> 16)];
const ascii = (text: string) => Array.from(text, (character) => character.charCodeAt(0));
const frame = (width: number, height: number) => [0xff, 0xc0, 0, 11, 8, ...be16(height), ...be16(width), 1, 1, 0x11, 0];
const comment = [0xff, 0xfe, 0, 6, 0xff, 0xc0, 0, 0];

/** For each format, a function that returns the start of a file with the given width and height. */
const headers: Readonly<Record<string, (width: number, height: number) => number[]>> = {
  PNG: (width, height) => [
    ...ascii("\x89PNG\r\n\x1a\n"),
    ...be32(13),
    ...ascii("IHDR"),
    ...be32(width),
    ...be32(height),
  ],
  GIF: (width, height) => [...ascii("GIF89a"), ...le16(width), ...le16(height)],
  BMP: (width, height) => [...ascii("BM"), ...Array(12).fill(0), ...le32(40), ...le32(width), ...le32(-height)],
  "BMP of OS/2": (width, height) => [
    ...ascii("BM"),
    ...Array(12).fill(0),
    ...le32(12),
    ...le16(width),
    ...le16(height),
  ],
  JPEG: (width, height) => [0xff, 0xd8, ...comment, 0xff, ...frame(width, height)],
  "JPEG with two frames": (width, height) => [0xff, 0xd8, ...frame(width, height), ...frame(9, 9), 0xff, 0xd9],
  "JPEG whose second frame is larger": (width, height) => [
    0xff,
    0xd8,
    ...frame(9, 9),
    ...frame(width, height),
    0xff,
    0xd9,
  ],
};

test.each(Object.entries(headers))(
  "reads the size of a %s, and rejects one of 60000 x 30000 pixels",
  async (_, fileOf) => {
    expect(readPictureSize(Uint8Array.from(fileOf(640, 480)))).toEqual({ width: 640, height: 480 });
    const large = Uint8Array.from(fileOf(60_000, 30_000));
    const file = join(folder, "large");
    writeFileSync(file, large);
    const rule = "must be at most 67 megapixels, such as 8192 x 8192: use a smaller image";
    expect(await isoqr(["decode", file])).toMatchObject({
      code: 2,
      out: "",
      stderr: `isoqr: ${file} is 60000 x 30000 pixels, but ${rule}\n`,
    });
    expect(await isoqr(["decode", "-", "--json"], { input: large })).toMatchObject({
      code: 2,
      out: `${JSON.stringify({ error: `the input is 60000 x 30000 pixels, but ${rule}` })}\n`,
    });
  },
);

test.each(Object.entries(headers))("reads the size of a truncated %s, or returns undefined", (_, fileOf) => {
  const whole = fileOf(640, 480);
  for (let length = 0; length < whole.length - 4; length++) {
    const size = readPictureSize(Uint8Array.from(whole.slice(0, length)));
    expect([undefined, "number"]).toContain(size && typeof size.width);
  }
  expect(readPictureSize(Uint8Array.from(whole.slice(0, 9)))).toBe(undefined);
});

test("reads an image within a larger buffer", () => {
  const file = toPng("x", { size: 64 });
  const inside = new Uint8Array(file.length + 9);
  inside.set(file, 9);
  expect(readPictureSize(inside.subarray(9))).toEqual({ width: 64, height: 64 });
});

/** Returns a PNG without checksums. The header says `side` x `side`, but the data has `rows` rows of grey bytes. */
function grayPng(side: number, rows: number): Buffer {
  const chunk = (type: string, body: Uint8Array) =>
    Buffer.concat([Uint8Array.from([...be32(body.length), ...ascii(type)]), body, Uint8Array.from(be32(0))]);
  const header = Uint8Array.from([...be32(side), ...be32(side), 8, 0, 0, 0, 0]);
  const data = deflateSync(Buffer.alloc(rows * (side + 1)));
  return Buffer.concat([
    Uint8Array.from(ascii("\x89PNG\r\n\x1a\n")),
    chunk("IHDR", header),
    // Split the data into two chunks, as encoders do.
    chunk("IDAT", data.subarray(0, 20)),
    chunk("IDAT", data.subarray(20)),
    chunk("IEND", new Uint8Array()),
  ]);
}

test("rejects a PNG whose data inflates to more bytes than its pixels need", async () => {
  const refused = await isoqr(["decode", "-"], { input: grayPng(100, 100_000) });
  const rule = "the input is a damaged PNG that contains more data than its pixels need: export it again";
  expect(refused).toMatchObject({ code: 2, stderr: `isoqr: ${rule}\n` });
});

test.each([100, 1])("decodes a PNG whose data does not exceed its pixels: %d rows", async (rows) => {
  const ran = await isoqr(["decode", "-"], { input: grayPng(100, rows) });
  expect(ran).toMatchObject({ code: 1, stderr: expect.stringContaining("no QR code was found") });
});
