import { expect, test } from "vitest";
import { encodeSymbol } from "../../src/core/core.ts";
import { checkOptions } from "../../src/options/parse.ts";
import { table } from "../../src/options/table.ts";
import { drawSvgDesign } from "../../src/render/design-svg.ts";
import { layOutFrame } from "../../src/render/frame.ts";
import { textOf } from "../../src/svg.ts";
import { rasterize } from "../decoders/rasterize.ts";
import { jointsOf } from "./joints.ts";

/** Draws SVGs at sizes at which modules are a fraction of pixels wide, and looks for light lines between shapes that
 *  touch. */

const data = "https://example.com/hairlines";
/** The side of a symbol of version 2, and its quiet zone, in modules. */
const [SIDE, MARGIN] = [25, 4];
const MODULE = 10;
const SIZE = (SIDE + 2 * MARGIN) * MODULE;
const widths = [100, 237, 512, 1001];

const gradients = { gradient: "linear,30,000000,000010", eyeGradient: "radial,100000,000000" };
const joined = ["square", "rounded", "classy", "classy-rounded", "extra-rounded"];
const designs: Readonly<Record<string, Record<string, string | number>>> = {
  ...Object.fromEntries(joined.map((dotStyle) => [dotStyle, { dotStyle, eyeColor: "000001" }])),
  ...Object.fromEntries(joined.map((dotStyle) => [`${dotStyle} with gradients`, { dotStyle, ...gradients }])),
  "small squares without gaps": { dotStyle: "small-square", dotSize: 1 },
};

test.each(Object.entries(designs))("has no light lines between modules: %s", async (_name, words) => {
  const options = checkOptions({ data, size: SIZE, margin: MARGIN, version: 2, ec: "L", ...words });
  const symbol = encodeSymbol(data, options);
  expect(symbol.side).toBe(SIDE);
  const joints = jointsOf(symbol);
  expect(joints.length).toBeGreaterThan(100);
  const svg = textOf(drawSvgDesign(options));
  for (const width of widths) {
    const zoom = width / SIZE;
    const picture = await rasterize(svg, zoom);
    const light = joints.filter(([x, y]) => {
      const [left, top] = [x, y].map((place) => Math.floor((place + MARGIN) * MODULE * zoom));
      return (picture.data[4 * ((top ?? 0) * picture.width + (left ?? 0)) + 1] ?? 255) > 16;
    });
    expect(light).toEqual([]);
  }
});

const frames = table.frame.of.filter((frame) => frame !== "none");

/** The largest distance from a corner of the border at which the background shows, in pixels of the SVG. */
const CORNER = SIZE / 20;

test.each(frames)("shows no background between the frame and a gradient: %s", async (frame) => {
  const colors = { color: "0000ff", bg: "ff0000", bgGradient: "linear,200,00ff00,00f000" };
  const options = checkOptions({ data, size: SIZE, frame, ...colors });
  const { opening } = layOutFrame(options);
  const svg = textOf(drawSvgDesign(options));
  // From the middle of the frame's line.
  const [from, end] = [opening.left / 2, SIZE - opening.left / 2];
  const border = opening.top - opening.left;
  for (const width of widths) {
    const zoom = width / SIZE;
    const picture = await rasterize(svg, zoom);
    const [first, last] = [Math.ceil(from * zoom), Math.floor(end * zoom) - 1];
    const top = Math.ceil(border * zoom);
    let [reddest, count] = [0, 0];
    for (let y = first; y < last; y++) {
      for (let x = first; x < last; x++) {
        const [across, down] = [x, y].map((place) => Math.min(place, width - 1 - place)) as [number, number];
        if (across ** 2 + down ** 2 < (CORNER * zoom) ** 2) continue;
        reddest = Math.max(reddest, picture.data[4 * ((top + y) * picture.width + x)] ?? 255);
        count++;
      }
    }
    expect(count).toBeGreaterThan(0.9 * (last - first) ** 2);
    expect(reddest).toBeLessThanOrEqual(16);
  }
});
