import { expect, test } from "vitest";
import { checkOptions } from "../../src/options/parse.ts";
import { drawSvgDesign } from "../../src/render/design-svg.ts";
import { designs as code } from "../../src/render/formats.ts";
import { planPicture } from "../../src/render/plan-picture.ts";
import { paintSvg } from "../../src/render/svg.ts";
import { textOf } from "../../src/svg.ts";
import { decoders } from "../decoders/decoders.ts";
import { readPng } from "../decoders/png-reader.ts";
import { logoFile } from "../logo/logos.ts";
import { useBrowser } from "./use.ts";

/** Pages may hide an SVG, as tabs do. What its `defs` define then no longer works, also for other SVGs of the page that refer
 *  to the same ids. */

const browser = useBrowser();
const href = `data:image/png;base64,${Buffer.from(logoFile("still.png")).toString("base64")}`;

const gradient = "linear,45,1a5fb4,813d9c";
const designs = {
  "a gradient": { gradient },
  "gradients everywhere": { gradient, eyeGradient: "radial,a51d2d,63452c", bgGradient: "linear,90,ffffff,f9f06b" },
  "lines with a gradient": { gradient, dotStyle: "vertical-line" },
  "a framed gradient": { gradient, frame: "rounded", bgGradient: "linear,90,ffffff,f9f06b" },
  "a round logo": { ec: "H", logoShape: "circle" },
} as const;

function draw(data: string, input: Record<string, string>): string {
  const options = checkOptions({ data, size: 240, format: "svg", ...input });
  if (input.logoShape === undefined) return textOf(drawSvgDesign(options));
  return textOf(paintSvg(planPicture(options, 1, code), { href }, code));
}

/** Resolves to a picture of `svg` below a hidden one. */
async function shoot(svg: string, hidden = "") {
  const page = await browser.newPage({ viewport: { width: 300, height: 300 } });
  await page.setContent(`<!doctype html><div style="display: none">${hidden}</div><main>${svg}</main>`);
  const shown = readPng(await page.locator("main > svg").screenshot());
  await page.close();
  return shown;
}

test.each(Object.entries(designs))("another hidden code does not change a code: %s", async (_name, input) => {
  const svg = draw("https://example.com/second", input);
  const [alone, below] = [await shoot(svg), await shoot(svg, draw("https://example.com/first", input))];
  expect(Buffer.compare(Buffer.from(below.data), Buffer.from(alone.data))).toBe(0);
});

test.each(Object.entries(designs))("a code can be read below a hidden copy: %s", async (_name, input) => {
  const data = "https://example.com/copy";
  const picture = await shoot(draw(data, input), draw(data, input));
  const read = await Promise.all(decoders.map((decoder) => decoder.read(picture)));
  expect(read.filter((text) => text === data).length).toBeGreaterThanOrEqual(2);
});
