import type { Grid, QrSymbol } from "../core/symbol.ts";
import { cellsOf } from "./cells.ts";
import { type DotStyle, styles } from "./styles.ts";
import { FULL, pitchOf, type Tiles, tilesFor } from "./tiles.ts";

/** Fills `into` with the coverage of each pixel of scanline `y`: from 0 (background) to 15 (foreground). In large pictures,
 *  scanlines must be drawn from the top to the bottom, without leaving out any in rows of modules that are drawn. */
export type Coverage = (into: Uint8Array, y: number) => void;

/** Minimum number of pixels per module at which styles are drawn. With fewer pixels, a rounded corner is only a slightly
 *  paler pixel, and decoders fail to read some codes: zxing at one pixel, zbar at two. */
export const SMALLEST_SHAPED = 3;

/** Returns the style in which modules are drawn on `grid`. */
export function shapeAt({ scale }: Grid, dotStyle: DotStyle): DotStyle {
  return scale < SMALLEST_SHAPED ? "square" : dotStyle;
}

/** Returns the function that draws the coverage of `symbol` on `grid`, which is from `pngGrid`. */
export function drawWhole(symbol: QrSymbol, grid: Grid, shape: DotStyle): Coverage {
  return tiled(cellsOf(symbol, styles[shape]), tilesFor(shape, grid.scale), grid);
}

/** Returns the 16 colours from `bg` to `color` (six hex digits each), three bytes per colour. For a transparent
 *  `bg`, each colour has four bytes: those of `color`, and an alpha value that increases from 0 to 255. */
export function blend(color: string, bg: string): Uint8Array {
  const channels = channelsFor(bg);
  const [front, back] = [Number.parseInt(color, 16), Number.parseInt(channels === 4 ? color : bg, 16)];
  const palette = new Uint8Array(channels * (FULL + 1));
  for (let at = 0; at < palette.length; at++) {
    const level = Math.floor(at / channels);
    const channel = at % channels;
    const shift = 16 - 8 * channel;
    const mixed = ((front >> shift) & 255) * level + ((back >> shift) & 255) * (FULL - level);
    palette[at] = channel === 3 ? (255 / FULL) * level : Math.round(mixed / FULL);
  }
  return palette;
}

/** Returns the number of bytes per colour: transparent pictures have alpha. */
export function channelsFor(bg: string): 3 | 4 {
  return bg === "transparent" ? 4 : 3;
}

/** Returns the function that draws tiles. Copies their lines four pixels at a time. The next tile overwrites the excess
 *  pixels. */
export function tiled(cells: Uint8Array, { data, lines, draw }: Tiles, { side, scale, offset }: Grid): Coverage {
  const pitch = pitchOf(scale);
  const area = lines * pitch;
  const end = offset + side * scale;
  const strip = new Uint8Array(end + pitch);
  const drawn = strip.subarray(0, end);
  const [from, to] = [new DataView(data.buffer), new DataView(strip.buffer)];
  return (into, y) => {
    if (y < offset || y >= end) {
      into.fill(0);
      return;
    }
    const row = Math.floor((y - offset) / scale);
    const line = (y - offset) % scale;
    if (line % lines === 0) draw?.(cells.subarray(row * side, (row + 1) * side), line);
    const start = (line % lines) * pitch;
    for (let x = 0; x < side; x++) {
      const source = (cells[row * side + x] as number) * area + start;
      const target = offset + x * scale;
      for (let at = 0; at < pitch; at += 4) to.setInt32(target + at, from.getInt32(source + at, true), true);
    }
    into.set(drawn);
    into.fill(0, end);
  };
}
