import { encode as encodeFastPng } from "fast-png";
import { PNG } from "pngjs";
import QRCode from "qrcode";
import { describe, expect, test } from "vitest";
import { decoders, jsqr } from "./decoders.ts";
import { readPng } from "./png-reader.ts";
import { quirc } from "./quirc.ts";
import { rasterize } from "./rasterize.ts";
import { wechat } from "./wechat.ts";

/** Checks the decoders and the strict PNG reader with pictures drawn by other encoders. */

describe.each([...decoders, jsqr, quirc, wechat])("$name", (decoder) => {
  test.each(["https://example.com/a?b=c", "0123456789".repeat(20), "grüße, 漢字 🙂"])(
    "reads %s in npm qrcode's PNG and SVG",
    async (text) => {
      const png = await QRCode.toBuffer(text, { scale: 4 });
      expect(await decoder.read(readPng(png))).toBe(text);
      const svg = await QRCode.toString(text, { type: "svg", width: 400 });
      expect(await decoder.read(await rasterize(svg))).toBe(text);
    },
  );

  test("finds nothing in an empty picture", async () => {
    const data = new Uint8ClampedArray(100 * 100 * 4).fill(255);
    expect(await decoder.read({ width: 100, height: 100, data })).toBeUndefined();
  });
});

describe("the strict PNG reader", () => {
  const data = Uint8Array.from({ length: 32 * 20 * 4 }, (_, at) => (at % 4 === 3 ? 255 : (at * at) & 255));
  const picture = encodeFastPng({ width: 32, height: 20, data, channels: 4, depth: 8 });

  test("reads the files of fast-png and pngjs, including filters", () => {
    expect([...readPng(picture).data]).toEqual([...data]);
    const image = new PNG({ width: 32, height: 20 });
    image.data = Buffer.from(data);
    expect([...readPng(PNG.sync.write(image, { filterType: 4 })).data]).toEqual([...data]);
  });

  test.each([
    ["the signature", 0, "the PNG signature is missing"],
    ["the width", 19, "wrong CRC of IHDR"],
    ["a checksum", 30, "wrong CRC of IHDR"],
    ["the pixels", 60, "wrong CRC of IDAT"],
  ])("rejects a changed byte in %s", (_, at, message) => {
    const broken = picture.slice();
    broken[at] = (broken[at] ?? 0) ^ 1;
    expect(() => readPng(broken)).toThrow(message);
  });

  test("rejects bytes after the end of a PNG", () => {
    expect(() => readPng(Uint8Array.from([...picture, 0]))).toThrow();
  });
});
