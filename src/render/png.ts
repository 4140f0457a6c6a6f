import { encodeSymbol } from "../core/core.ts";
import type { PixelSource, TakeBytes } from "../core/image-writer.ts";
import { encodePixels, encodePng } from "../core/pixels.ts";
import { checkPixels, pngGrid } from "../core/symbol.ts";
import type { LogoLayout, Rect } from "../logo/budget.ts";
import type { Pixels } from "../ports.ts";
import { blend, type Coverage, channelsFor, drawWhole, SMALLEST_SHAPED, shapeAt } from "./coverage.ts";
import { flatten, indexColors } from "./flatten.ts";
import type { Plan, PngOptions } from "./plan.ts";
import { lookUp, recolored } from "./png-color.ts";
import type { DotStyle } from "./styles.ts";

/** Draws the PNG of a plan without a look and a logo. By default, the core draws square modules on an opaque background
 *  together with the symbol, and `take` copies their bytes from its memory. @throws {QrError} DATA_TOO_LONG. */
export function drawPng({ code, symbol }: Plan<PngOptions>, take?: TakeBytes): Uint8Array<ArrayBuffer> {
  const { size, color, bg, dotStyle, pngColor = "auto" } = code;
  const byCore = pngColor === "auto" && bg !== "transparent";
  const drawn = symbol ?? (byCore ? undefined : encodeSymbol(code.data, code));
  const grid = drawn && pngGrid(drawn.side, code);
  if (!grid || (byCore && grid.scale < SMALLEST_SHAPED)) return encodePng(code.data, code, code, take);
  checkPixels(drawn.side, size);
  const source = {
    width: size,
    height: size,
    palette: blend(color, bg),
    channels: channelsFor(bg),
    row: drawWhole(drawn, grid, shapeAt(grid, dotStyle as DotStyle)),
  };
  return encodePixels(recolored(source, pngColor));
}

/** Encodes `art`, composited onto `bg`, as a PNG. */
export function encodeArt(art: Pixels, bg: string): Uint8Array {
  const colors = flatten(art, bg);
  const channels = channelsFor(bg);
  const indexed = indexColors(colors, new Uint8Array(0), channels);
  return encodeRows(art, indexed?.indices ?? colors, indexed?.palette, channels);
}

/** Encodes `rows` as a PNG. The rows contain indices into `palette` or, without a palette, colours of `channels`
 *  bytes. */
export function encodeRows(
  { width, height }: Pick<Pixels, "width" | "height">,
  rows: Uint8Array,
  palette?: Uint8Array,
  channels: 3 | 4 = 3,
): Uint8Array<ArrayBuffer> {
  const length = width * (palette ? 1 : channels);
  const row: PixelSource["row"] = (into, y) => into.set(rows.subarray(y * length, (y + 1) * length));
  return encodePixels(recolored({ width, height, palette, channels, row }));
}

/** The colours of a code and the function that draws it with them. */
export interface Ink {
  readonly palette: Uint8Array;
  readonly row: Coverage;
}

/** Returns the pixels of the code in plain styles, and `art` in the place of the logo. */
export function pixelsWithLogo(
  { size, color, bg, dotStyle }: PngOptions,
  { symbol, grid, plate }: LogoLayout,
  art: Pixels,
): PixelSource {
  checkPixels(symbol.side, size);
  const ink = { palette: blend(color, bg), row: drawWhole(symbol, grid, shapeAt(grid, dotStyle as DotStyle)) };
  return inkPixels(size, ink, bg, { box: plate.art, art });
}

/** The pixels of a logo, and their place in the picture. */
export interface PlacedArt {
  readonly box: Rect;
  readonly art: Pixels;
}

/** Returns the pixels of the code with `ink`, and a logo. With at most 256 colours, they have a palette that begins
 *  with the colours of the code. */
export function inkPixels(
  size: number,
  { palette: code, row: coverage }: Ink,
  bg: string,
  { box, art }: PlacedArt,
): PixelSource {
  const channels = channelsFor(bg);
  const picture = { width: size, height: size, channels };
  const colors = flatten(art, bg);
  const indexed = indexColors(colors, code, channels);
  const pixelsAt = artRows(art.data, 4, art, box);
  if (indexed) {
    const indicesAt = artRows(indexed.indices, 1, art, box);
    return {
      ...picture,
      palette: indexed.palette,
      row(into, y) {
        coverage(into, y);
        if (y < box.top || y >= box.bottom) return;
        const [from, to] = visibleSpan(pixelsAt(y));
        into.set(indicesAt(y).subarray(from, to), box.left + from);
      },
    };
  }
  const colorsAt = artRows(colors, channels, art, box);
  const line = new Uint8Array(size);
  const last = new Uint8Array(size).fill(255); // differs from every line
  const drawn = new Uint8Array(channels * size);
  return {
    ...picture,
    row(into, y) {
      coverage(line, y);
      if (!equal(line, last)) {
        last.set(line);
        lookUp(line, code, channels, drawn);
      }
      into.set(drawn);
      if (y < box.top || y >= box.bottom) return;
      const [from, to] = visibleSpan(pixelsAt(y));
      into.set(colorsAt(y).subarray(from * channels, to * channels), (box.left + from) * channels);
    },
  };
}

/** Returns the function that returns the part of `data`, which has `bytes` bytes per pixel of a logo, in scanline `y` of the
 *  picture. If the box of the logo is larger than the logo, its pixels are repeated. */
export function artRows(
  data: Uint8Array,
  bytes: number,
  { width, height }: Pick<Pixels, "width" | "height">,
  { left, top, right, bottom }: Rect,
): (y: number) => Uint8Array {
  const [wide, high] = [right - left, bottom - top];
  if (wide === width) return (y) => data.subarray((y - top) * width * bytes, (y - top + 1) * width * bytes);
  const line = new Uint8Array(wide * bytes);
  return (y) => {
    const start = Math.floor(((y - top) * height) / high) * width;
    for (let x = 0, at = 0; x < wide; x++) {
      const from = (start + Math.floor((x * width) / wide)) * bytes;
      for (let byte = 0; byte < bytes; byte++) line[at++] = data[from + byte] as number;
    }
    return line;
  };
}

/** Returns the RGBA pixels of a row without the transparent ones at both ends, which are the corners around a round logo. */
function visibleSpan(row: Uint8Array): readonly [from: number, to: number] {
  const isClear = (x: number) => row[4 * x + 3] === 0;
  let [from, to] = [0, row.length / 4];
  while (from < to && isClear(from)) from++;
  while (to > from && isClear(to - 1)) to--;
  return [from, to];
}

function equal(some: Uint8Array, others: Uint8Array): boolean {
  for (let at = 0; at < some.length; at++) if (some[at] !== others[at]) return false;
  return true;
}
