import { inflate } from "../../../../src/adapters/inflate.ts";
import { encodeSymbol } from "../../../../src/core/core.ts";
import { readPngPixels } from "../../../../src/core/png-reader.ts";
import { pngGrid, svgGrid } from "../../../../src/core/symbol.ts";
import { logoLayoutOf } from "../../../../src/logo/placement.ts";
import { formats } from "../../../../src/options/formats.ts";
import { checkOptions } from "../../../../src/options/parse.ts";
import { pngTable, type QrOptions, table } from "../../../../src/options/table.ts";
import type { Pixels } from "../../../../src/ports.ts";
import { drawPicture } from "../../../../src/render/formats.ts";
import { grayOf } from "../../../../src/scan/gray.ts";
import type { CodeView } from "../../../../src/scan/margins.ts";
import { rasterize } from "../../../decoders/rasterize.ts";
import { boxOfLogo, drawLogoPicture } from "../../../render/pictures.ts";
import { randomFrom } from "../damage/random.ts";
import { textFor } from "../pictures.ts";
import { type Art, drawArt, shapes } from "./art.ts";

/** Random pictures of all kinds. Every option varies, and more than half of the pictures are not black on white. */

export interface MixedPlan {
  readonly options: QrOptions;
  readonly art: Art | undefined;
}

export interface MixedPicture {
  readonly data: string;
  /** The pixels in colour. */
  readonly pixels: Pixels;
  readonly view: CodeView;
  /** Brightness of the modules and of the background, 0 to 255. */
  readonly levels: { readonly front: number; readonly back: number };
}

type Random = () => number;

/** Returns the plan of picture number `seed`, which depends only on this number. */
export function planMixed(seed: number): MixedPlan {
  const random = randomFrom(1000 + seed);
  const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)] as Item;
  const size = Math.round(100 * 8 ** random());
  // Favours large modules, and therefore small codes, because reading large codes takes seconds.
  const scale = 1.2 * 10 ** (random() ** 0.6);
  const margin = random() < 0.6 ? 4 : Math.floor(random() * 11);
  const room = (size / scale - 2 * margin - 17) / 4;
  const version = Math.min(40, Math.max(1, Math.round(room)));
  const ec = pick(table.ec.of);
  const format = random() < 0.25 ? "svg" : "png";
  const dotStyle = pick(pngTable.dotStyle.of);
  const text = textFor(version, ec);
  const data = text.slice(0, Math.ceil(text.length * (0.4 + 0.6 * random())));
  const colors = colorsOf(random);
  const art = random() < 0.3 ? { shape: pick(shapes), aspect: 2 ** (2 * random() - 1), seed } : undefined;
  const logo = { logoSize: 0.1 + 0.3 * random(), logoMargin: random() < 0.5 ? 0 : Math.floor(random() * 9) };
  return { options: checkOptions({ data, size, margin, version, ec, format, dotStyle, ...colors, ...logo }), art };
}

/** Returns random colours: black on white, good contrast, poor contrast, light on dark, or any colour on white or
 *  black. */
function colorsOf(random: Random): { color: string; bg: string } {
  const shade = (least: number, most: number) => Math.floor(least + (most + 1 - least) * random());
  const tint = (least: number, most: number) =>
    [0, 1, 2].map(() => shade(least, most).toString(16).padStart(2, "0")).join("");
  const kind = random();
  if (kind < 0.45) return { color: "000000", bg: "ffffff" };
  if (kind < 0.6) return { color: tint(0, 110), bg: tint(200, 255) };
  if (kind < 0.8) {
    const level = shade(70, 225);
    return { color: tint(level, Math.min(255, level + 30)), bg: tint(235, 255) };
  }
  if (kind < 0.9) return { color: tint(150, 255), bg: tint(0, 90) };
  return { color: tint(0, 255), bg: random() < 0.5 ? "ffffff" : "000000" };
}

/** Draws the picture as the service does. */
export async function drawMixed({ options, art }: MixedPlan): Promise<MixedPicture> {
  const layout = art && logoLayoutOf(options, art.aspect);
  const { body } = layout
    ? drawLogoPicture(options, layout, { pixels: drawArt(art, boxOfLogo(options, art.aspect)) })
    : drawPicture(options);
  const pixels = typeof body === "string" ? await pixelsOfSvg(body) : await readPngPixels(body, inflate);
  if (!pixels) throw new Error("drawPicture must return a PNG or an SVG");
  const { side } = layout ? layout.symbol : encodeSymbol(options.data, options);
  const { scale } = (formats[options.format].vector ? svgGrid : pngGrid)(side, options);
  const levels = { front: brightness(options.color), back: brightness(options.bg) };
  return { data: String(options.data), pixels, view: { gray: grayOf(pixels), scale, side }, levels };
}

async function pixelsOfSvg(svg: string): Promise<Pixels> {
  const { width, height, data } = await rasterize(svg);
  return { width, height, data: new Uint8Array(data.buffer) };
}

function brightness(color: string): number {
  const data = Uint8Array.from([0, 2, 4, 6], (at) => Number.parseInt(`${color}ff`.slice(at, at + 2), 16));
  return grayOf({ width: 1, height: 1, data }).data[0] as number;
}
