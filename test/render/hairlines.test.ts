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
const moreWidths = [64, ...widths, 4096];

const gradients = { gradient: "linear,30,000000,000010", eyeGradient: "radial,100000,000000" };
const joined = ["square", "rounded", "classy", "classy-rounded", "extra-rounded", "pebble", "fluid"];
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
  for (const width of moreWidths) {
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

/** Number of pixels of the SVG by which the background extends below the frame. */
const BEYOND = 2;

test.each(frames)("shows no gap between the frame and a gradient: %s", async (frame) => {
  const colors = { color: "0000ff", bg: "ff0000", bgGradient: "linear,200,00ff00,00f000" };
  const options = checkOptions({ data, size: SIZE, frame, ...colors });
  const { opening, inner } = layOutFrame(options);
  const svg = textOf(drawSvgDesign(options));
  const end = opening.side + BEYOND;
  /** Returns whether a point relative to the opening is inside it, or up to BEYOND pixels outside. */
  const isInside = (x: number, y: number) => {
    const [across, down] = [x, y].map((place) => Math.max(inner - place, place - opening.side + inner, 0));
    return Math.hypot(across as number, down as number) <= inner + BEYOND;
  };
  for (const width of widths) {
    const zoom = width / SIZE;
    const picture = await rasterize(svg, zoom);
    let [reddest, faintest, count] = [0, 255, 0];
    for (let y = Math.ceil(-BEYOND * zoom); y < Math.floor(end * zoom); y++) {
      for (let x = Math.ceil(-BEYOND * zoom); x < Math.floor(end * zoom); x++) {
        const isPainted = [0, 1].every((step) => isInside((x + step) / zoom, (y + step) / zoom));
        if (!isPainted) continue;
        const [left, top] = [x + Math.round(opening.left * zoom), y + Math.round(opening.top * zoom)];
        const at = 4 * (top * picture.width + left);
        reddest = Math.max(reddest, picture.data[at] ?? 255);
        faintest = Math.min(faintest, picture.data[at + 3] ?? 0);
        count++;
      }
    }
    expect(count).toBeGreaterThan(0.7 * (opening.side * zoom) ** 2);
    expect(reddest).toBeLessThanOrEqual(16);
    expect(faintest).toBeGreaterThanOrEqual(250);
  }
});
