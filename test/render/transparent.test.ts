import { decode as decodeFastPng } from "fast-png";
import { PNG } from "pngjs";
import { describe, expect, test } from "vitest";
import { inflate } from "../../src/adapters/inflate.ts";
import { readPngPixels } from "../../src/core/png-reader.ts";
import { layOut } from "../../src/logo/placement.ts";
import { checkOptions } from "../../src/options/parse.ts";
import type { QrOptions } from "../../src/options/table.ts";
import type { Pixels } from "../../src/ports.ts";
import { drawPicture } from "../../src/render/formats.ts";
import { styles } from "../../src/render/styles.ts";
import { zxing } from "../decoders/decoders.ts";
import { type PngImage, readPng } from "../decoders/png-reader.ts";
import { rasterize } from "../decoders/rasterize.ts";
import { drawLogoPicture } from "./pictures.ts";

/** Tests pictures on a transparent background. */

const optionsOf = (input: Readonly<Record<string, unknown>>): QrOptions =>
  checkOptions({ data: "https://example.com", color: "1a2b3c", ...input });
const bodyOf = (input: Readonly<Record<string, unknown>>) => drawPicture(optionsOf(input)).body;

/** Reads a PNG with four readers, whose results must be equal. */
async function readByAll(file: Uint8Array<ArrayBuffer>): Promise<PngImage> {
  const image = readPng(file);
  const theirs = PNG.sync.read(Buffer.from(file), { checkCRC: true });
  expect(Buffer.from(image.data).equals(theirs.data)).toBe(true);
  const mine = await readPngPixels(file, inflate);
  expect(Buffer.from(image.data).equals(Buffer.from(mine?.data ?? []))).toBe(true);
  const fast = decodeFastPng(file, { checkCrc: true });
  expect([fast.width, fast.height]).toEqual([image.width, image.height]);
  return image;
}

/** Returns the picture on an opaque background, given as six hex digits. */
function onto({ width, height, data }: PngImage, bg: string) {
  const back = [0, 2, 4].map((at) => Number.parseInt(bg.slice(at, at + 2), 16));
  const out = new Uint8ClampedArray(data.length).fill(255);
  for (let at = 0; at < data.length; at++) {
    if (at % 4 === 3) continue;
    const alpha = (data[(at & ~3) + 3] ?? 0) / 255;
    out[at] = (data[at] ?? 0) * alpha + (back[at % 4] ?? 0) * (1 - alpha);
  }
  return { width, height, data: out };
}

/** Returns the largest difference in any channel between two pictures. */
function difference(one: { readonly data: Uint8ClampedArray }, other: { readonly data: Uint8ClampedArray }): number {
  return one.data.reduce((most, value, at) => Math.max(most, Math.abs(value - (other.data[at] ?? 0))), 0);
}

const sizes = [
  ["whole modules", { size: 300 }],
  ["a narrower quiet zone", { size: 60, version: 10 }],
  ["two pixels per module", { size: 60 }],
] as const;

describe.each(Object.keys(styles))("%s", (dotStyle) => {
  test.each(sizes)("a PNG with %s equals the opaque one without its background", async (_, input) => {
    const image = await readByAll(bodyOf({ ...input, dotStyle, bg: "transparent" }) as Uint8Array<ArrayBuffer>);
    expect(image.data.subarray(0, 4)).toEqual(Uint8ClampedArray.of(0x1a, 0x2b, 0x3c, 0));
    expect(image.chunkTypes.slice(0, 4)).toEqual(["IHDR", "PLTE", "tRNS", "IDAT"]);
    expect(image.depth).toBe(8);
    for (const bg of ["ffffff", "000000", "fedcba"]) {
      const opaque = readPng(bodyOf({ ...input, dotStyle, bg }) as Uint8Array);
      expect(difference(onto(image, bg), opaque), bg).toBeLessThanOrEqual(1);
    }
  });

  test("a transparent SVG has no background", async () => {
    const svg = String(bodyOf({ format: "svg", dotStyle, bg: "transparent" }));
    const opaque = String(bodyOf({ format: "svg", dotStyle }));
    expect(svg).toBe(opaque.replace(/<path fill="#fff"[^>]*>/, ""));
    const { data } = await rasterize(svg);
    expect(data.subarray(0, 4)).toEqual(new Uint8ClampedArray(4));
  });
});

test("zxing reads a transparent PNG on white", async () => {
  const image = readPng(bodyOf({ bg: "transparent", dotStyle: "dots" }) as Uint8Array);
  expect(await zxing.read(onto(image, "ffffff"))).toBe("https://example.com");
});

test.each(["json", "txt"])("the format %s ignores a transparent background", (format) => {
  expect(bodyOf({ format, bg: "transparent" })).toBe(bodyOf({ format }));
});

test("a transparent background makes a PNG at most twice as large", () => {
  for (const input of [{}, { dotStyle: "dots" }]) {
    const [clear, opaque] = [bodyOf({ ...input, bg: "transparent" }), bodyOf(input)];
    expect(clear.length).toBeLessThanOrEqual(2 * opaque.length);
  }
});

describe("with a logo", () => {
  /** Returns a circle with a soft edge and `colours` colours. */
  function artOf(width: number, colours: number): Pixels {
    const data = new Uint8Array(4 * width * width);
    for (let y = 0; y < width; y++) {
      for (let x = 0; x < width; x++) {
        const alpha = Math.max(0, Math.min(255, 40 * (width / 2 - Math.hypot(x - width / 2, y - width / 2))));
        const shade = (x * 7 + y * 13) % colours;
        data.set([200, shade & 255, shade >> 8, alpha], 4 * (y * width + x));
      }
    }
    return { width, height: width, data };
  }

  function drawn(input: Readonly<Record<string, unknown>>, colours: number): Uint8Array<ArrayBuffer> | string {
    const options = optionsOf({ size: 300, ec: "H", version: 4, ...input });
    const layout = layOut(options, 1, 4);
    const { left, right } = layout.plate.art;
    return drawLogoPicture(options, layout, { pixels: artOf(Math.round(right - left), colours) }).body;
  }

  test.each([
    ["few colours", 3, 3],
    ["many colours", 4000, 6],
  ])("a PNG of a logo with %s equals the opaque one without its background", async (_, colours, colourType) => {
    const image = await readByAll(drawn({ bg: "transparent" }, colours) as Uint8Array<ArrayBuffer>);
    expect(image.colourType).toBe(colourType);
    for (const bg of ["ffffff", "000000"]) {
      const opaque = readPng(drawn({ bg }, colours) as Uint8Array);
      expect(difference(onto(image, bg), opaque), bg).toBeLessThanOrEqual(1);
    }
    expect(await zxing.read(onto(image, "ffffff"))).toBe("https://example.com");
  });

  test("a transparent SVG with a logo has no background, and the logo has soft edges", async () => {
    const svg = String(drawn({ format: "svg", bg: "transparent" }, 3));
    expect(svg).not.toContain('fill="#fff');
    const [, png = ""] = /base64,([^"]+)/.exec(svg) ?? [];
    const logo = readPng(Buffer.from(png, "base64"));
    expect(logo.data[3]).toBe(0);
    expect(logo.data.some((value, at) => at % 4 === 3 && value > 0 && value < 255)).toBe(true);
  });
});
