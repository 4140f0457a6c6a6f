import { encodeSymbol } from "../core/core.ts";
import type { QrData } from "../core/data.ts";
import type { PixelSource } from "../core/image-writer.ts";
import { encodePixels } from "../core/pixels.ts";
import { type Grid, pngGrid, type QrSymbol } from "../core/symbol.ts";
import type { LogoLayout } from "../logo/budget.ts";
import type { PngSettings } from "../options/table.ts";
import type { Pixels } from "../ports.ts";
import { cellsOf } from "./cells.ts";
import { averaged, blend, type Coverage, channelsFor, SMALLEST_SHAPED, tiled } from "./coverage.ts";
import { channels } from "./flatten.ts";
import { gradientRows, type PaintRow } from "./gradient.ts";
import { type Look, lookCells, lookTiles, type Paint, partOf } from "./look.ts";
import { type Ink, inkPixels } from "./png.ts";
import { styles } from "./styles.ts";
import { FULL, tilesFor } from "./tiles.ts";

/** Draws a PNG of options.size x options.size pixels with `look`. @throws {QrError} DATA_TOO_LONG. */
export function drawLookPng(...picture: Parameters<typeof lookPixels>): Uint8Array<ArrayBuffer> {
  return encodePixels(lookPixels(...picture));
}

/** Returns the pixels of the PNG, for canvases too. @throws {QrError} DATA_TOO_LONG. */
export function lookPixels(
  options: Omit<PngSettings<QrData>, "dotStyle">,
  look: Look,
  logo?: { readonly layout: LogoLayout; readonly art: Pixels },
): PixelSource {
  const { size } = options;
  const symbol = logo?.layout.symbol ?? encodeSymbol(options.data, options);
  const grid = logo?.layout.grid ?? pngGrid(symbol.side, options);
  const { coverage, parts } = planOf(symbol, grid, look);
  const paints = [...look.paints, look.ground];
  const solid = paints.every((paint) => typeof paint === "string");
  return solid
    ? inkPixels(size, solidInk(coverage, parts, look), look.ground as string, logo?.layout.plate.art, logo?.art)
    : blendedPixels(size, coverage, parts, look, { offset: grid.offset, side: grid.side * grid.scale }, logo);
}

/** Fills `into` with the part of the symbol to which each pixel of scanline `y` belongs. */
type PartRow = (into: Uint8Array, y: number) => void;

function planOf(symbol: QrSymbol, grid: Grid, look: Look): { coverage: Coverage; parts: PartRow } {
  const { side, scale, offset } = grid;
  const isShaped = scale >= SMALLEST_SHAPED;
  const cells = isShaped ? lookCells(symbol, look) : cellsOf(symbol, styles.square);
  const tiles = isShaped ? lookTiles(look, scale) : tilesFor("square", Math.max(1, scale));
  const coverage = scale < 1 ? averaged(symbol, grid) : tiled(cells, tiles, grid);
  const kinds = cells.map(partOf);
  const moduleAt = (pixel: number) => Math.floor((pixel + 0.5 - offset) / scale);
  let last = Number.NaN;
  return {
    coverage,
    parts(into, y) {
      const row = moduleAt(y);
      if (row === last) return;
      last = row;
      for (let x = 0; x < into.length; x++) {
        const column = moduleAt(x);
        const isInside = row >= 0 && row < side && column >= 0 && column < side;
        into[x] = isInside ? (kinds[row * side + column] as number) : 0;
      }
    },
  };
}

/** The 16 colours of each part. */
function solidInk(coverage: Coverage, parts: PartRow, { paints, ground }: Look): Ink {
  const palettes = paints.map((paint) => blend(paint as string, ground as string));
  const length = palettes[0]?.length ?? 0;
  const palette = new Uint8Array(length * palettes.length);
  palettes.forEach((colors, part) => {
    palette.set(colors, part * length);
  });
  let line = new Uint8Array(0);
  return {
    palette,
    row(into, y) {
      if (line.length !== into.length) line = new Uint8Array(into.length);
      parts(line, y);
      coverage(into, y);
      for (let x = 0; x < into.length; x++) {
        const level = into[x] as number;
        if (level) into[x] = (line[x] as number) * (FULL + 1) + level;
      }
    },
  };
}

/** Returns pixels in true colour: each mixes the paint of its part with that of the background. */
function blendedPixels(
  size: number,
  coverage: Coverage,
  parts: PartRow,
  { paints, ground }: Look,
  box: { readonly offset: number; readonly side: number },
  logo?: { readonly layout: LogoLayout; readonly art: Pixels },
): PixelSource {
  const width = channelsFor(ground === "transparent" ? ground : "");
  const back = ground === "transparent" ? undefined : rowsOf(ground, { offset: 0, side: size });
  const painters = paints.map((paint) => rowsOf(paint, box));
  const same = paints.map((paint) => paints.indexOf(paint));
  const fronts = paints.map(() => new Uint8Array(3 * size));
  const backs = new Uint8Array(3 * size);
  const [levels, places] = [new Uint8Array(size), new Uint8Array(size)];
  const overlay = logo && { ...logo.layout.plate.art, art: logo.art };
  return {
    width: size,
    height: size,
    channels: width,
    row(into, y) {
      coverage(levels, y);
      parts(places, y);
      back?.(backs, y);
      painters.forEach((paint, part) => {
        if (same[part] === part) paint(fronts[part] as Uint8Array, y);
      });
      for (let x = 0, at = 0, from = 0; x < size; x++, at += width, from += 3) {
        const level = levels[x] as number;
        const front = fronts[same[places[x] as number] as number] as Uint8Array;
        if (width === 4) into[at + 3] = (255 / FULL) * level;
        const isEven = level === 0 || level === FULL || !back;
        const from1 = level === 0 && back ? backs : front;
        for (let channel = 0; channel < 3; channel++) {
          const color = from1[from + channel] as number;
          into[at + channel] = isEven
            ? color
            : mixed(front[from + channel] as number, backs[from + channel] as number, level);
        }
      }
      if (overlay && y >= overlay.top && y < overlay.bottom) {
        addArt(into, width, overlay.art, overlay.left, y - overlay.top);
      }
    },
  };
}

function mixed(front: number, back: number, level: number): number {
  return ((front * level + back * (FULL - level) + (FULL >> 1)) / FULL) | 0;
}

/** Composites row `row` of `art` onto a scanline, which has the background's colours or is transparent there. */
function addArt(into: Uint8Array, width: 3 | 4, { data, width: columns }: Pixels, left: number, row: number): void {
  for (let x = 0; x < columns; x++) {
    const from = 4 * (row * columns + x);
    const to = width * (left + x);
    if (width === 4) {
      into.set(data.subarray(from, from + 4), to);
      continue;
    }
    const alpha = data[from + 3] as number;
    for (let channel = 0; channel < 3; channel++) {
      const mixed = (data[from + channel] as number) * alpha + (into[to + channel] as number) * (255 - alpha);
      into[to + channel] = Math.round(mixed / 255);
    }
  }
}

function rowsOf(paint: Paint, box: { readonly offset: number; readonly side: number }): PaintRow {
  if (typeof paint !== "string") return gradientRows(paint, box);
  const color = channels(paint);
  let isFilled = false;
  return (into) => {
    if (isFilled) return;
    isFilled = true;
    for (let at = 0; at < into.length; at++) into[at] = color[at % 3] as number;
  };
}
