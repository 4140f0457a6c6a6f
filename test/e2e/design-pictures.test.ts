import { expect, test } from "vitest";
import { encodeSymbol } from "../../src/core/core.ts";
import { insideFrame } from "../../src/options/frames.ts";
import { checkOptions } from "../../src/options/parse.ts";
import type { QrOptions } from "../../src/options/table.ts";
import { drawSvgDesign } from "../../src/render/design-svg.ts";
import { textOf } from "../../src/svg.ts";
import { readPng } from "../decoders/png-reader.ts";
import { jointsOf } from "../render/joints.ts";
import { drawPngDesign } from "../render/pictures.ts";
import { useBrowser } from "./use.ts";

/** Compares a browser's picture of SVGs in designs with the PNG, and looks for light lines in it. */

const browser = useBrowser();

const data = "https://example.com/pictures";
/** The side of a symbol of version 2, and its quiet zone, in modules. */
const [SIDE, MARGIN] = [25, 4];
const gradients = {
  gradient: "linear,30,000000,000010",
  eyeGradient: "radial,100000,000000",
  bgGradient: "linear,200,ffffff,ffe9c0",
};
const designs = [
  { ...gradients, eyeStyle: "leaf", pupilStyle: "circle", alignmentStyle: "square" },
  { ...gradients, dotStyle: "rounded", frame: "rounded" },
  { ...gradients, dotStyle: "classy", frame: "ticket", frameColor: "1a5fb4" },
  { ...gradients, dotStyle: "extra-rounded", bgGradient: "radial,ffffff,ffe9c0", frame: "banner-bottom" },
] as const;

/** Returns the options at a size at which modules are whole pixels, so that PNG and SVG have the same grid. */
function optionsOf(input: Record<string, string>): QrOptions {
  for (let size = 250; size < 500; size++) {
    const options = checkOptions({ data, version: 2, ec: "L", margin: MARGIN, size, ...input });
    if (insideFrame(options).size % (SIDE + 2 * MARGIN) === 0) return options;
  }
  throw new Error("no size fits");
}

/** Resolves to the browser's picture of each SVG. `zoom` is the number of its pixels per pixel of the SVG. */
async function shoot(svgs: readonly string[], zoom: number): Promise<ReturnType<typeof readPng>[]> {
  const page = await browser.newPage({ deviceScaleFactor: zoom, viewport: { width: 600, height: 600 } });
  const pictures = [];
  for (const svg of svgs) {
    await page.setContent(`<!doctype html><style>body { margin: 0 } svg { display: block }</style>${svg}`);
    pictures.push(readPng(await page.locator("svg").screenshot()));
  }
  await page.close();
  return pictures;
}

const all = designs.map(optionsOf);
const svgs = all.map((options) => textOf(drawSvgDesign(options)));

test("the SVG looks like the PNG", async () => {
  for (const [at, shown] of (await shoot(svgs, 1)).entries()) {
    const wanted = readPng(drawPngDesign(all[at] as QrOptions));
    expect([shown.width, shown.height]).toEqual([wanted.width, wanted.height]);
    // The page is white.
    const onPage = wanted.data.map((value, place) => {
      const alpha = (wanted.data[place | 3] ?? 0) / 255;
      return place % 4 === 3 ? 255 : Math.round(value * alpha + 255 * (1 - alpha));
    });
    const differences = onPage.map((value, place) => Math.abs(value - (shown.data[place] ?? 0)));
    const far = differences.filter((difference) => difference > 40).length;
    // Each browser computes the coverage of pixels in its own way.
    expect(far / differences.length, JSON.stringify(designs[at])).toBeLessThan(0.001);
    expect(differences.reduce((sum, value) => sum + value, 0) / differences.length).toBeLessThan(1);
  }
});

test.each([0.75, 1.37, 2.6])("has no light lines between modules at %f pixels per pixel", async (zoom) => {
  for (const [at, { data: bytes, width }] of (await shoot(svgs, zoom)).entries()) {
    const options = all[at] as QrOptions;
    const inside = insideFrame(options).size;
    const joints = jointsOf(encodeSymbol(data, options));
    expect(joints.length).toBeGreaterThan(100);
    // All frames here are as thick at the left as above the code.
    const start = (options.size - inside) / 2;
    const light = joints.filter(([x, y]) => {
      const [left, top] = [x, y].map((place) =>
        Math.floor((start + ((place + MARGIN) * inside) / (SIDE + 2 * MARGIN)) * zoom),
      ) as [number, number];
      return (bytes[4 * (top * width + left) + 1] ?? 255) > 24;
    });
    expect(light, JSON.stringify(designs[at])).toEqual([]);
  }
});
