import { describe, expect, test } from "vitest";
import { checkOptions } from "../../src/options/parse.ts";
import { type QrOptions, table } from "../../src/options/table.ts";
import { drawSvgDesign } from "../../src/render/design-svg.ts";
import { designs as code } from "../../src/render/formats.ts";
import { lookPixels } from "../../src/render/look-png.ts";
import { type LookedPlan, type PngDesign, planOf } from "../../src/render/plan.ts";
import { textOf } from "../../src/svg.ts";
import { decoders } from "../decoders/decoders.ts";
import type { Pixels } from "../decoders/pixels.ts";
import { readPng } from "../decoders/png-reader.ts";
import { rasterize } from "../decoders/rasterize.ts";
import { drawPngDesign } from "./pictures.ts";

const data = "https://example.com/looks";
const ZOOM = 8;

/** One design for each value of each option, and some designs that combine options. */
const designs: Readonly<Record<string, Record<string, string | number>>> = {
  ...Object.fromEntries(
    table.dotStyle.of.map((dotStyle) => [`dotStyle ${dotStyle}`, { dotStyle, eyeColor: "1a5fb4" }]),
  ),
  ...Object.fromEntries(table.eyeStyle.of.map((eyeStyle) => [`eyeStyle ${eyeStyle}`, { eyeStyle }])),
  ...Object.fromEntries(table.pupilStyle.of.map((pupilStyle) => [`pupilStyle ${pupilStyle}`, { pupilStyle }])),
  "eye colours": { eyeColor: "a51d2d", pupilColor: "26a269" },
  "large dots": { dotStyle: "dots", dotSize: 1 },
  "linear gradient": { gradient: "linear,45,1a5fb4,a51d2d" },
  "radial gradient with positions": { gradient: "radial,813d9c@20,1a5fb4@80", dotStyle: "rounded" },
  "gradients everywhere": {
    gradient: "linear,180,1a5fb4,241f31,613583",
    eyeGradient: "radial,a51d2d,63452c",
    bgGradient: "linear,300,ffffff,f9f06b,dc8add",
    pupilStyle: "circle",
    dotStyle: "vertical-line",
  },
  "gradient without background": { gradient: "linear,90,1a5fb4,a51d2d", bg: "transparent", eyeStyle: "rounded" },
};

function optionsOf(words: Record<string, string | number>): QrOptions {
  return checkOptions({ data, size: 250, ...words });
}

/** Returns the mean of each block of ZOOM x ZOOM pixels, composited onto white. */
function averaged({ width, height, data: bytes }: Pixels): Float64Array {
  const wide = width / ZOOM;
  const means = new Float64Array((wide * height * 3) / ZOOM);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const from = (y * width + x) * 4;
      const alpha = (bytes[from + 3] ?? 0) / 255;
      const to = (Math.floor(y / ZOOM) * wide + Math.floor(x / ZOOM)) * 3;
      for (let channel = 0; channel < 3; channel++) {
        const value = (bytes[from + channel] ?? 0) * alpha + 255 * (1 - alpha);
        means[to + channel] = (means[to + channel] ?? 0) + value / ZOOM ** 2;
      }
    }
  }
  return means;
}

describe.each(Object.entries(designs))("%s", (_name, words) => {
  // The picture is 33 modules wide, and its size is a multiple of 33, so that the PNG and the SVG have the same grid.
  const options = optionsOf({ ...words, size: 198, version: 2 });

  test("PNG and SVG show the same picture", async () => {
    const png = readPng(drawPngDesign(options));
    const svg = averaged(await rasterize(textOf(drawSvgDesign(options)), ZOOM));
    let [largest, sum] = [0, 0];
    for (let at = 0; at < svg.length; at++) {
      const from = 4 * Math.floor(at / 3);
      const alpha = (png.data[from + 3] ?? 0) / 255;
      const value = (png.data[from + (at % 3)] ?? 0) * alpha + 255 * (1 - alpha);
      const difference = Math.abs(value - (svg[at] ?? 0));
      largest = Math.max(largest, difference);
      sum += difference;
    }
    // Rounding to 16 levels changes a channel by up to 8.5, and resvg only samples coverage.
    expect(largest).toBeLessThanOrEqual(15);
    expect(sum / svg.length).toBeLessThan(2);
  });

  test("two decoders read it", async () => {
    const picture = readPng(drawPngDesign(optionsOf({ ...words, bg: "ffffff" })));
    const read = await Promise.all(decoders.map((decoder) => decoder.read(picture)));
    expect(read.filter((text) => text === data).length).toBeGreaterThanOrEqual(2);
  });
});

describe("palettes of gradients", () => {
  test.each([
    { gradient: "linear,90,000060@0,0000c0@50,b00000@50,600000@100", size: 330 },
    { gradient: "linear,30,000060@0,000080@40,600000@43,400000@100", size: 330 },
    { gradient: "radial,000000@30,800000@30,000000@32,008000@36,000000@60", size: 256 },
    { bgGradient: "linear,90,ffffff@0,ffe0e0@50,c0ffff@50,ffffff@100", color: "000000", size: 300 },
    { gradient: "linear,45,1a5fb4,813d9c", size: 300 },
  ])("have blends close to the exact colours: %j", (input) => {
    const options = optionsOf({ dotStyle: "star", version: 1, ...input });
    const plan = planOf(options, undefined, code) as LookedPlan<PngDesign>;
    const [palette, exact] = [lookPixels(plan), lookPixels(plan, undefined, 0)];
    expect(exact.palette).toBeUndefined();
    const [indices, colors] = [new Uint8Array(options.size), new Uint8Array(3 * options.size)];
    let largest = 0;
    for (let y = 0; y < options.size; y++) {
      palette.row(indices, y);
      exact.row(colors, y);
      for (let at = 0; at < colors.length; at++) {
        const drawn = palette.palette?.[3 * (indices[Math.floor(at / 3)] as number) + (at % 3)] as number;
        largest = Math.max(largest, Math.abs(drawn - (colors[at] as number)));
      }
    }
    // Rounding adds one.
    expect(largest).toBeLessThanOrEqual(9);
  });
});
