import { expect, test } from "vitest";
import { logoLayoutOf } from "../../src/logo/placement.ts";
import { insideFrame } from "../../src/options/frames.ts";
import { checkOptions } from "../../src/options/parse.ts";
import { type QrOptions, table } from "../../src/options/table.ts";
import { frameOf } from "../../src/render/frame.ts";
import { captionJobOf } from "../../src/render/frame-svg.ts";
import { drawCaption } from "../card/tools.ts";
import { decoders } from "../decoders/decoders.ts";
import type { Pixels } from "../decoders/pixels.ts";
import { readPng } from "../decoders/png-reader.ts";
import { rasterize } from "../decoders/rasterize.ts";
import { drawLogo, logoFile } from "../logo/logos.ts";
import { boxOfLogo, drawLogoPicture } from "./pictures.ts";

const data = "https://example.com/framed";
const bytes = logoFile("still.png");
const ASPECT = 4 / 3;

/** Draws a code with a logo in a frame as the service does, and rasterizes the picture if it is an SVG. */
async function pictureOf(words: Record<string, string | number>, format: "png" | "svg"): Promise<Pixels> {
  const options: QrOptions = checkOptions({ data, version: 4, ec: "H", ...words, format });
  const layout = logoLayoutOf(insideFrame(options), ASPECT);
  const pixels = await drawLogo({ bytes, kind: "png", ...boxOfLogo(options, ASPECT) });
  const job = captionJobOf({ code: options, frame: frameOf(options) }, options.format === "svg");
  const { body } = drawLogoPicture(options, layout, { pixels, caption: job && (await drawCaption(job)) });
  return format === "png" ? readPng(body as Uint8Array<ArrayBuffer>) : rasterize(body as string);
}

/** Returns a size at which modules in the frame are whole pixels, so that PNG and SVG have the same grid. */
function evenSize(frame: string): number {
  for (let size = 300; size < 700; size++) {
    if (insideFrame(checkOptions({ data, frame, size })).size % 41 === 0) return size;
  }
  throw new Error(`no size fits ${frame}`);
}

const frames = table.frame.of.filter((name) => name !== "none");
const shapes = table.logoShape.of;
const positions = table.logoPosition.of;
const cases = frames.flatMap((frame) =>
  shapes.flatMap((logoShape) => positions.map((logoPosition) => [frame, logoShape, logoPosition] as const)),
);

test.each(cases)("%s frame, %s logo, %s: PNG and SVG agree, and all decoders read both", async (...look) => {
  const [frame, logoShape, logoPosition] = look;
  const input = { frame, logoShape, logoPosition, size: evenSize(frame), caption: "Scan me", logoSize: 0.2 };
  const [png, svg] = [await pictureOf(input, "png"), await pictureOf(input, "svg")];
  expect([svg.width, svg.height]).toEqual([png.width, png.height]);
  const far = png.data.filter((value, at) => Math.abs(value - (svg.data[at] ?? 0)) > 48).length;
  // The edges of the logo, its plate and the letters are antialiased differently.
  expect(far / png.data.length).toBeLessThan(0.01);
  for (const picture of [png, svg]) {
    for (const decoder of decoders) expect(await decoder.read(picture), decoder.name).toBe(data);
  }
});
