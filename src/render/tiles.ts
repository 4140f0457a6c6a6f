import { CELL_KINDS, FILLED, FINDER, MODULE } from "./cells.ts";
import { DOT, type DotStyle, MODULE_UNITS, type Style, styles } from "./styles.ts";

/** Value of a fully covered pixel. The values from 0 to FULL represent 16 colours. */
export const FULL = 15;

/** A pixel has FINE samples along each side, and SAMPLES in total. The distance between two samples is MODULE_UNITS, so
 *  that radii are integers. */
const FINE = 8;
const SAMPLES = FINE * FINE;

interface Canvas {
  readonly width: number;
  /** Number of covered samples of each pixel. */
  readonly counts: Uint8Array;
}

/** Returns the bytes per line of a tile, a multiple of four for fast copies. */
export function pitchOf(scale: number): number {
  return (scale + 3) & ~3;
}

/** Maximum size of the cached tiles in bytes. The tiles of one code usually take 5 to 40 KB, and at most 620 KB. */
export const MAX_TILE_BYTES = 4 * 1024 * 1024;

// A plain Map, because createCache would add to the bundle of every page that draws a PNG.
const cache = /* @__PURE__ */ new Map<string, Uint8Array>();
let cachedBytes = 0;

/** Returns the tiles of a style, from the cache if possible; see drawTiles. */
export function tilesFor(dotStyle: DotStyle, scale: number): Uint8Array {
  const key = `${dotStyle} ${scale}`;
  let tiles = cache.get(key);
  if (!tiles) {
    tiles = drawTiles(styles[dotStyle], scale);
    cachedBytes += tiles.length;
    if (cachedBytes > MAX_TILE_BYTES) {
      cache.clear();
      cachedBytes = tiles.length;
    }
    cache.set(key, tiles);
  }
  return tiles;
}

/** Draws one tile for each kind of cell at `scale` pixels per module: `scale` lines of `scale` values from 0 to FULL.
 *  Uses only integers, so that all engines draw the same. */
export function drawTiles(style: Style, scale: number): Uint8Array {
  const area = scale * pitchOf(scale);
  const tiles = new Uint8Array(CELL_KINDS * area);
  const paintTile = (kind: number, corners: readonly number[], amount: number, flat = 0) => {
    const canvas = createCanvas(scale);
    if (amount < 0) canvas.counts.fill(SAMPLES);
    paintBox(canvas, 0, corners, scale, amount, flat);
    copyTile(tiles.subarray(kind * area), canvas, 0, scale);
  };
  for (let sum = 0; sum < 16; sum++) {
    // The neighbours that meet at corner n are bits n - 1 and n of the sum, and bits 3 and 0 at the first corner.
    const outer = style.outer.map((radius, corner) => (((17 * sum) >> (corner + 3)) & 3 ? 0 : radius));
    paintTile(MODULE + sum, outer, SAMPLES);
    const inner = [0, 1, 2, 3].map((corner) => ((sum >> corner) & 1) * style.inner);
    paintTile(FILLED + sum, inner, -SAMPLES);
  }
  if (style.joins === "alignment") paintTile(MODULE, DOT.corners, SAMPLES, DOT.flat);
  const finder = drawFinder(style, scale);
  for (let part = 0; part < 49; part++) {
    const start = (Math.floor(part / 7) * finder.width + (part % 7)) * scale;
    copyTile(tiles.subarray((FINDER + part) * area), finder, start, scale);
  }
  return tiles;
}

function drawFinder({ finder: [ring, hole, centre] }: Style, scale: number): Canvas {
  const canvas = createCanvas(7 * scale);
  paintBox(canvas, 0, ring, scale, SAMPLES);
  paintBox(canvas, scale, hole, scale, -SAMPLES);
  paintBox(canvas, 2 * scale, centre, scale, SAMPLES);
  return canvas;
}

function createCanvas(width: number): Canvas {
  return { width, counts: new Uint8Array(width * width) };
}

/** Adds `amount` to every pixel of the box that is `inset` pixels from each side. Adds less at rounded corners. `flat`
 *  is the difference between the height and the width of a corner, in tenths of a module. */
function paintBox(
  { width, counts }: Canvas,
  inset: number,
  corners: readonly number[],
  scale: number,
  amount: number,
  flat = 0,
): void {
  const add = (x: number, y: number, value: number) => {
    const at = y * width + x;
    counts[at] = (counts[at] ?? 0) + value;
  };
  for (let y = inset; y < width - inset; y++) {
    for (let x = inset; x < width - inset; x++) add(x, y, amount);
  }
  corners.forEach((radius, corner) => {
    const [wide, high] = [(radius - flat) * scale * FINE, radius * scale * FINE];
    // Outside the curve, the square roots of u / wide and v / high add up to less than 1.
    const isCutOff = (u: number, v: number) => {
      const rest = wide * high - u * high - v * wide;
      return rest > 0 && rest * rest > 4 * u * v * wide * high;
    };
    for (let v = MODULE_UNITS / 2; v < high; v += MODULE_UNITS) {
      for (let u = MODULE_UNITS / 2; isCutOff(u, v); u += MODULE_UNITS) {
        const along = inset + Math.floor(u / MODULE_UNITS / FINE);
        const down = inset + Math.floor(v / MODULE_UNITS / FINE);
        const x = corner === 1 || corner === 2 ? width - 1 - along : along;
        add(x, corner < 2 ? down : width - 1 - down, -Math.sign(amount));
      }
    }
  });
}

/** Writes scale * scale pixels of `canvas`, from index `start` on, to `tile` as values from 0 to FULL. */
function copyTile(tile: Uint8Array, { width, counts }: Canvas, start: number, scale: number): void {
  const pitch = pitchOf(scale);
  for (let y = 0; y < scale; y++) {
    for (let x = 0; x < scale; x++) {
      const count = counts[start + y * width + x] ?? 0;
      tile[y * pitch + x] = Math.round((count * FULL) / SAMPLES);
    }
  }
}
