import { createHash } from "node:crypto";
import { describe, expect, test } from "vitest";
import { encodeSymbol } from "../../src/core/core.ts";
import { pngGrid } from "../../src/core/symbol.ts";
import { insideFrame, pictureSize } from "../../src/options/frames.ts";
import { checkOptions } from "../../src/options/parse.ts";
import { type QrOptions, table } from "../../src/options/table.ts";
import type { Caption } from "../../src/ports.ts";
import { drawSvgDesign } from "../../src/render/design-svg.ts";
import { frameOf, layOutFrame, sizeForCode } from "../../src/render/frame.ts";
import { captionJobOf } from "../../src/render/frame-svg.ts";
import { paintsOf } from "../../src/render/paints.ts";
import { textOf } from "../../src/svg.ts";
import { drawCaption } from "../card/tools.ts";
import { decoders } from "../decoders/decoders.ts";
import type { Pixels } from "../decoders/pixels.ts";
import { readPng } from "../decoders/png-reader.ts";
import { rasterize } from "../decoders/rasterize.ts";
import { sample } from "../sweep.ts";
import { drawPngDesign } from "./pictures.ts";

const data = "https://example.com/frames";
const frames = table.frame.of.filter((name) => name !== "none");
const ZOOM = 8;

type Words = Record<string, string | number>;

const optionsOf = (input: Words): QrOptions => checkOptions({ data, version: 2, ...input });

async function captionOf(options: QrOptions): Promise<Caption | undefined> {
  const job = captionJobOf({ code: options, frame: frameOf(options) }, options.format === "svg");
  return job && drawCaption(job);
}

async function pngOf(input: Words): Promise<Uint8Array<ArrayBuffer>> {
  const options = optionsOf(input);
  return drawPngDesign(options, { caption: await captionOf(options) });
}

async function svgOf(input: Words): Promise<string> {
  const options = optionsOf({ ...input, format: "svg" });
  return textOf(drawSvgDesign(options, { caption: await captionOf(options) }));
}

/** Returns a channel of a pixel after compositing it onto white. */
function onWhite({ data: bytes }: Pick<Pixels, "data">, at: number, channel: number): number {
  const alpha = (bytes[at + 3] ?? 0) / 255;
  return (bytes[at + channel] ?? 0) * alpha + 255 * (1 - alpha);
}

/** Returns the mean of each block of ZOOM x ZOOM pixels, composited onto white. */
function averaged(pixels: Pixels): Float64Array {
  const wide = pixels.width / ZOOM;
  const means = new Float64Array((wide * pixels.height * 3) / ZOOM);
  for (let y = 0; y < pixels.height; y++) {
    for (let x = 0; x < pixels.width; x++) {
      const to = (Math.floor(y / ZOOM) * wide + Math.floor(x / ZOOM)) * 3;
      for (let channel = 0; channel < 3; channel++) {
        means[to + channel] =
          (means[to + channel] ?? 0) + onWhite(pixels, (y * pixels.width + x) * 4, channel) / ZOOM ** 2;
      }
    }
  }
  return means;
}

/** Returns a size at which the code in the frame has no remaining pixels, so that PNG and SVG have the same grid. */
function evenSize(frame: string): number {
  for (let size = 200; size < 600; size++) {
    if (insideFrame(optionsOf({ frame, size })).size % 33 === 0) return size;
  }
  throw new Error(`no size fits ${frame}`);
}

/** Expects that PNG and SVG show the same picture, except for a share of less than `most` of all channels of pixels. At the
 *  edges of letters, resvg samples the coverage of a pixel more roughly than it does at eight times the size. */
async function expectSame(input: Words, most: number): Promise<void> {
  const png = readPng(await pngOf(input));
  const drawn = await rasterize(await svgOf(input), ZOOM);
  expect([drawn.width, drawn.height]).toEqual([png.width * ZOOM, png.height * ZOOM]);
  const svg = averaged(drawn);
  let [far, sum] = [0, 0];
  for (let at = 0; at < svg.length; at++) {
    const difference = Math.abs(onWhite(png, 4 * Math.floor(at / 3), at % 3) - (svg[at] ?? 0));
    if (difference > 16) far++;
    sum += difference;
  }
  expect(far / svg.length).toBeLessThan(most);
  expect(sum / svg.length).toBeLessThan(2);
}

describe.each(frames)("%s", (frame) => {
  const looks: Readonly<Record<string, Words>> = {
    plain: {},
    caption: { caption: "Scan me" },
    colours: { caption: "Scan me", color: "1a5fb4", frameColor: "f6d32d", bg: "fdf6e3", dotStyle: "dots" },
    gradients: { gradient: "linear,45,1a5fb4,a51d2d", bgGradient: "linear,120,ffffff,dbe9ff", eyeStyle: "circle" },
    "radial background": { bgGradient: "radial,ffffff,f9f06b", caption: "مرحبا" },
    transparent: { bg: "transparent", caption: "スキャン" },
    emoji: { caption: "📷 Scan" },
  };

  test.each(sample(Object.keys(looks), 3, frames.indexOf(frame)))(
    "PNG and SVG show the same picture: %s",
    async (name) => {
      const most = name === "plain" || name === "gradients" ? 1e-9 : 0.003;
      await expectSame({ ...looks[name], frame, size: evenSize(frame) }, most);
    },
  );

  test.each(sample(Object.keys(looks), 3, 1 + frames.indexOf(frame)))("two decoders read it: %s", async (name) => {
    const input: Words = { ...looks[name], frame };
    const picture = readPng(await pngOf({ ...input, ...(input.bg === "transparent" && { bg: "ffffff" }) }));
    const read = await Promise.all(decoders.map((decoder) => decoder.read(picture)));
    expect(read.filter((text) => text === data).length).toBeGreaterThanOrEqual(2);
  });

  test.each([0, 255])(
    "all decoders read it on a page of brightness %i, at 300 pixels and at 3 pixels per module",
    async (page) => {
      for (const size of [300, sizeForCode(optionsOf({ frame }), 3 * 33, 1000) ?? 0]) {
        const { width, height, data: bytes } = readPng(await pngOf({ frame, size, caption: "Scan me" }));
        const onPage = Uint8ClampedArray.from(bytes, (value, at) => {
          const alpha = (bytes[at | 3] ?? 0) / 255;
          return at % 4 === 3 ? 255 : Math.round(value * alpha + page * (1 - alpha));
        });
        for (const decoder of decoders) {
          expect(await decoder.read({ width, height, data: onPage }), `${decoder.name} ${size}`).toBe(data);
        }
      }
    },
  );

  test.each([64, 77, 256, 1021])("is exactly %i pixels wide", async (size) => {
    for (const caption of [undefined, "OK"]) {
      const input = { frame, size, ...(caption && { caption }) };
      const { width, height } = readPng(await pngOf(input));
      expect({ width, height }).toEqual(pictureSize(optionsOf(input)));
      expect(width).toBe(size);
      expect(height).toBeGreaterThanOrEqual(0.9 * size);
      expect(height).toBeLessThanOrEqual(1.35 * size);
    }
  });

  test.each([0, 1, 4])("keeps a quiet zone of %i modules", async (margin) => {
    const input = { frame, margin, caption: "Scan me", color: "102030", bg: "fafbfc" };
    for (const size of [128, 257]) {
      const options = optionsOf({ ...input, size });
      const picture = readPng(await pngOf({ ...input, size }));
      const { code, opening, text, height } = layOutFrame(options);
      const { side, modules } = encodeSymbol(data, options);
      const grid = pngGrid(side, insideFrame(options));
      expect(Number.isInteger(grid.scale)).toBe(true);
      const colorAt = (x: number, y: number) => picture.data[4 * (y * picture.width + x)];
      const zone = margin * grid.scale;
      for (let y = -zone; y < side * grid.scale + zone; y++) {
        for (let x = -zone; x < side * grid.scale + zone; x++) {
          const [column, row] = [Math.floor(x / grid.scale), Math.floor(y / grid.scale)];
          const isInside = column >= 0 && row >= 0 && column < side && row < side;
          const isDark = isInside && modules[row * side + column] === 1;
          const color = colorAt(code.left + grid.offset + x, code.top + grid.offset + y);
          if (color !== (isDark ? 0x10 : 0xfa)) expect.fail(`pixel ${x}, ${y} at size ${size} is ${color}`);
        }
      }
      expect(opening.left).toBeGreaterThan(0);
      expect(text && (text.top >= code.top + code.side || text.top + text.height <= code.top)).toBe(true);
      expect(text && text.top > 0 && text.top + text.height < height).toBe(true);
    }
  });

  test("keeps a transparent margin of 2 to 3 %", async () => {
    for (const size of [300, 1000]) {
      for (const caption of [undefined, "OK"]) {
        const { width, height, data: bytes } = readPng(await pngOf({ frame, size, ...(caption && { caption }) }));
        const [xs, ys] = [new Set<number>(), new Set<number>()];
        for (let at = 0; at < width * height; at++) {
          if ((bytes[4 * at + 3] as number) > 0) {
            xs.add(at % width);
            ys.add(Math.floor(at / width));
          }
        }
        const edges = [Math.min(...xs), width - 1 - Math.max(...xs), Math.min(...ys), height - 1 - Math.max(...ys)];
        for (const edge of edges) {
          expect(edge).toBeGreaterThanOrEqual(0.02 * size);
          expect(edge).toBeLessThanOrEqual(0.03 * size);
        }
      }
    }
  });

  test("has no edges of the background outside the ink", async () => {
    // Above the edges of the paper, the ink is opaque, so pixels are opaque, or translucent in the colour of the frame.
    for (const size of [97, 300]) {
      const input = { frame, size, caption: "OK", bg: "ffee00", frameColor: "000080", captionColor: "ffffff" };
      const { data: bytes } = readPng(await pngOf(input));
      let [ink, paper] = [0, 0];
      for (let at = 0; at < bytes.length; at += 4) {
        const [red, , , alpha = 0] = bytes.subarray(at, at + 4);
        if (alpha > 0 && alpha < 255) red === 0 ? ink++ : paper++;
      }
      expect(ink + Number(frame === "plain")).toBeGreaterThan(0);
      expect(paper).toBe(0);
    }
  });

  test("draws the reviewed pictures", async () => {
    const input = { frame, caption: "Scan me", color: "1a3c6e", dotStyle: "rounded" };
    await expect(`${await svgOf(input)}\n`).toMatchFileSnapshot(`../golden/frames/${frame}.svg`);
    const pixels = await Promise.all([pngOf(input), pngOf({ frame })]);
    const digests = pixels.map((png) => createHash("sha256").update(readPng(png).data).digest("hex"));
    await expect(`${digests.join("\n")}\n`).toMatchFileSnapshot(`../golden/frames/${frame}.txt`);
  });

  test("is drawn with any margin, style and size of modules", async () => {
    for (const dotStyle of table.dotStyle.of) {
      for (const size of [64, 90]) {
        const input = { frame, dotStyle, size, margin: 2, caption: "x" };
        expect(readPng(await pngOf(input)).width).toBe(size);
        expect(await svgOf(input)).toContain(`width="${size}"`);
      }
    }
  });
});

const slopes = ["linear,10", "linear,170", "linear,190", "linear,350"];

describe.each(["phone", "polaroid"])(
  "a gradient also fills the frame above, below and beside the code: %s",
  (frame) => {
    test.each(slopes.flatMap((slope) => ["", "Scan me"].map((caption) => [slope, caption] as const)))(
      "%s, with the caption '%s'",
      async (slope, caption) => {
        const bgGradient = `${slope},ffffff,a0ffa0,ffa0ff`;
        const input = { bgGradient, frame, size: evenSize(frame), ...(caption && { caption }) };
        await expectSame(input, caption ? 0.003 : 1e-9);
      },
    );
  },
);

test("is exactly as wide as the largest size", async () => {
  const { width, height } = readPng(await pngOf({ frame: "banner-bottom", size: 2048, caption: "Scan me" }));
  expect({ width, height }).toEqual({ width: 2048, height: 2425 });
});

test("a frame without a caption needs no fonts", () => {
  const options = optionsOf({ frame: "banner-top" });
  expect(captionJobOf({ code: options, frame: frameOf(options) }, false)).toBeUndefined();
  expect(readPng(drawPngDesign(optionsOf({ frame: "ticket" }))).width).toBe(256);
});

test("rejects a caption that was not drawn", () => {
  const options = optionsOf({ frame: "plain", caption: "Scan me" });
  const rule = "caption needs draw()";
  expect(() => drawPngDesign(options)).toThrow(rule);
  expect(() => drawSvgDesign(options)).toThrow(rule);
});

describe("colours", () => {
  test.each([
    [{ color: "000000", bg: "ffffff" }, "000000", "ffffff"],
    [{ color: "1a3c6e", bg: "fdf6e3" }, "1a3c6e", "fdf6e3"],
    [{ frameColor: "f6d32d" }, "f6d32d", "000000"],
    [{ frameColor: "777777", bg: "eeeeee" }, "777777", "000000"],
    [{ color: "1a3c6e", bg: "transparent" }, "1a3c6e", "ffffff"],
    [{ frameColor: "1a3c6e", captionColor: "ff0000" }, "1a3c6e", "ff0000"],
    [{ frame: "polaroid", frameColor: "1a3c6e" }, "1a3c6e", "1a3c6e"],
    [{ frame: "polaroid", frameColor: "f6d32d", color: "1a3c6e" }, "f6d32d", "1a3c6e"],
  ])("%j", (input, frame, caption) => {
    const paints = paintsOf(optionsOf(input as Words));
    expect({ frame: paints.frame.value, caption: paints.caption.value }).toEqual({ frame, caption });
  });
});

test("finds the smallest size for a code", () => {
  for (const frame of table.frame.of) {
    const size = sizeForCode(optionsOf({ frame }), 132, 2048) ?? 0;
    expect(insideFrame(optionsOf({ frame, size })).size).toBeGreaterThanOrEqual(132);
    expect(frame === "none" ? size : insideFrame(optionsOf({ frame, size: size - 1 })).size).toBeLessThanOrEqual(132);
    expect(sizeForCode(optionsOf({ frame }), 2049, 2048)).toBeUndefined();
  }
});
