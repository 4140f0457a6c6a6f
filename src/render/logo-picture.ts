import { encodePixels } from "../core/core.ts";
import type { LogoLayout } from "../logo/budget.ts";
import type { QrOptions } from "../options/table.ts";
import type { Picture } from "../picture.ts";
import type { Pixels } from "../ports.ts";
import { flatten, indexColours } from "./colours.ts";
import { blend, drawCoverage } from "./coverage.ts";
import { embedLogo } from "./logo-svg-file.ts";
import { drawSvg } from "./picture.ts";

/** How much larger a logo is in an SVG than on a screen of one pixel a unit, and its longest side. */
const SVG_ZOOM = 3;
const SVG_SIDE = 1024;

/** The pixels in which a logo is to be drawn for the answer, before the picture is. */
export function artBox({ format }: QrOptions, { plate }: LogoLayout): { width: number; height: number } {
  const [width, height] = [plate.art.right - plate.art.left, plate.art.bottom - plate.art.top];
  const zoom = format === "svg" ? Math.min(SVG_ZOOM, SVG_SIDE / Math.max(width, height)) : 1;
  return { width: Math.max(1, Math.round(width * zoom)), height: Math.max(1, Math.round(height * zoom)) };
}

/** The picture with a logo: the code as it is without one, its plate in the background colour, and `art` on it. */
export function drawLogoPicture(options: QrOptions, layout: LogoLayout, art: Pixels): Picture {
  if (options.format === "svg") {
    const svg = drawSvg({ ...options, version: layout.symbol.version });
    return {
      contentType: "image/svg+xml",
      body: embedLogo(svg, options, layout.plate, encodeArt(art, options.bg)),
    };
  }
  return { contentType: "image/png", body: drawLogoPng(options, layout, art) };
}

/** `art` on ground of the colour `bg`, as a PNG. */
function encodeArt(art: Pixels, bg: string): Uint8Array {
  const { width, height } = art;
  const colours = flatten(art, bg);
  const indexed = indexColours(colours, new Uint8Array(0));
  return encodePixels({
    width,
    height,
    ...(indexed && { palette: indexed.palette }),
    row: indexed
      ? (into, y) => into.set(indexed.indices.subarray(y * width, (y + 1) * width))
      : (into, y) => into.set(colours.subarray(y * width * 3, (y + 1) * width * 3)),
  });
}

/** Scanlines of the code, overwritten where the plate is. With at most 256 colours in all they are indices of a palette
 *  that begins with the 16 of the code. */
function drawLogoPng(
  { size, color, bg, dotStyle }: QrOptions,
  { symbol, grid, plate }: LogoLayout,
  art: Pixels,
): Uint8Array<ArrayBuffer> {
  const coverage = drawCoverage(symbol, grid, dotStyle);
  const code = blend(color, bg);
  const { ground, art: box } = plate;
  const colours = flatten(art, bg);
  const indexed = indexColours(colours, code);
  if (indexed) {
    return encodePixels({
      width: size,
      height: size,
      palette: indexed.palette,
      row(into, y) {
        coverage(into, y);
        if (y >= ground.top && y < ground.bottom) into.fill(0, ground.left, ground.right);
        if (y < box.top || y >= box.bottom) return;
        const from = (y - box.top) * art.width;
        into.set(indexed.indices.subarray(from, from + art.width), box.left);
      },
    });
  }
  const line = new Uint8Array(size);
  const last = new Uint8Array(size).fill(255); // like no line
  const triples = new Uint8Array(3 * size);
  return encodePixels({
    width: size,
    height: size,
    row(into, y) {
      coverage(line, y);
      if (y >= ground.top && y < ground.bottom) line.fill(0, ground.left, ground.right);
      if (!equal(line, last)) {
        last.set(line);
        lookUp(line, code, triples);
      }
      into.set(triples);
      if (y < box.top || y >= box.bottom) return;
      const from = (y - box.top) * art.width * 3;
      into.set(colours.subarray(from, from + art.width * 3), box.left * 3);
    },
  });
}

function equal(some: Uint8Array, others: Uint8Array): boolean {
  for (let at = 0; at < some.length; at++) if (some[at] !== others[at]) return false;
  return true;
}

/** Puts the colours of `indices` into `triples`. */
function lookUp(indices: Uint8Array, palette: Uint8Array, triples: Uint8Array): void {
  for (let i = 0, at = 0; i < indices.length; i++, at += 3) {
    const entry = (indices[i] as number) * 3;
    triples[at] = palette[entry] as number;
    triples[at + 1] = palette[entry + 1] as number;
    triples[at + 2] = palette[entry + 2] as number;
  }
}
