import { describe, expect, test } from "vitest";
import { encodeSymbol } from "../../src/core/core.ts";
import { type SvgOptions, toPng, toSvg } from "../../src/index.ts";
import { styles } from "../../src/render/styles.ts";
import type { Pixels } from "../decoders/pixels.ts";
import { readPng } from "../decoders/png-reader.ts";
import { rasterize } from "../decoders/rasterize.ts";

type DotStyle = NonNullable<SvgOptions["dotStyle"]>;
const shaped = (Object.keys(styles) as DotStyle[]).filter((name) => name !== "square");

/** Returns the mean of each block of `zoom` x `zoom` pixels, channel by channel. */
function averaged({ width, height, data }: Pixels, zoom: number): Float64Array {
  const wide = width / zoom;
  const means = new Float64Array((wide * height * 4) / zoom);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const to = (Math.floor(y / zoom) * wide + Math.floor(x / zoom)) * 4;
      const from = (y * width + x) * 4;
      for (let channel = 0; channel < 4; channel++) {
        means[to + channel] = (means[to + channel] ?? 0) + (data[from + channel] ?? 0) / (zoom * zoom);
      }
    }
  }
  return means;
}

describe.each(shaped)("%s", (dotStyle) => {
  test.each([
    [1, 3, 4, 8, "000000", "ffffff"],
    [2, 8, 4, 8, "7a0010", "ffeecc"],
    [7, 5, 0, 8, "1a2b6d", "ffffff"],
    [14, 4, 2, 6, "ffffff", "000000"],
    [40, 3, 1, 4, "000000", "ffffff"],
  ])(
    "version %i at %i pixels per module: the PNG matches resvg's picture of the SVG",
    async (version, scale, margin, zoom, color, bg) => {
      const { side } = encodeSymbol("the same picture", { version });
      const options = { version, margin, color, bg, dotStyle, size: scale * (side + 2 * margin) };
      const png = readPng(toPng("the same picture", options));
      // Drawn large and averaged, because resvg only approximates coverage.
      const svg = averaged(await rasterize(toSvg("the same picture", options), zoom), zoom);
      expect(svg).toHaveLength(png.data.length);
      let [largest, sum] = [0, 0];
      for (let at = 0; at < svg.length; at++) {
        const difference = Math.abs((png.data[at] ?? 0) - (svg[at] ?? 0));
        largest = Math.max(largest, difference);
        sum += difference;
      }
      // Rounding to 16 levels changes a channel by up to 8.5, and both renderers only sample coverage.
      expect(largest).toBeLessThanOrEqual(14);
      // All dots have the same rounding errors, which do not cancel out.
      expect(sum / svg.length).toBeLessThan(dotStyle === "dots" ? 2.3 : 2);
    },
  );

  test("the SVG is one outline of integers, with an escaped title", () => {
    const svg = toSvg("https://example.com", { dotStyle, title: "<b>&" });
    expect(svg.match(/<path /g)).toHaveLength(2);
    expect(svg).toContain("<title>&#60;b&#62;&#38;</title>");
    expect(svg).not.toMatch(/<script|<style|href|style=|on\w+=|url\(/i);
    expect(/fill-rule="evenodd" transform="[^"]*" d="([^"]*)"/.exec(svg)?.[1]).toMatch(/^M\d+ \d+[mhvqa\d -]*$/);
  });

  test("the SVG stays small", () => {
    const bytes = (style: DotStyle) => toSvg("https://example.com", { dotStyle: style }).length;
    const most = dotStyle === "dots" ? 9 : styles[dotStyle].inner > 0 ? 5 : 4;
    expect(bytes(dotStyle)).toBeLessThan(bytes("square") * most);
  });

  test("a PNG has at most 16 colours and exactly the requested size", () => {
    for (const size of [100, 256, 333]) {
      const { width, height, palette, depth } = readPng(toPng("https://example.com", { dotStyle, size }));
      expect([width, height, depth]).toEqual([size, size, 4]);
      expect(palette.length).toBeLessThanOrEqual(48);
    }
  });

  test("returns the plain picture below three pixels per module", () => {
    const options = { version: 20, size: 256 };
    expect(toPng("small", { ...options, dotStyle })).toEqual(toPng("small", options));
  });

  test("two calls return the same bytes", () => {
    expect(toPng("again", { dotStyle })).toEqual(toPng("again", { dotStyle }));
    expect(toSvg("again", { dotStyle })).toBe(toSvg("again", { dotStyle }));
  });
});

test("all styles differ", () => {
  const files = (Object.keys(styles) as DotStyle[]).map((dotStyle) => toSvg("https://example.com", { dotStyle }));
  expect(new Set(files).size).toBe(files.length);
});
