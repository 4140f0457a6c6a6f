import { CELL_KINDS, FILLED, FINDER, MODULE } from "./cells.ts";
import { DOT, type DotStyle, MODULE_UNITS, type Style, styles } from "./styles.ts";

/** Value of a fully covered pixel. The values from 0 to FULL represent 16 colours. */
export const FULL = 15;

/** A pixel has FINE samples along each side, and SAMPLES in total. The distance between two samples is MODULE_UNITS, so
 *  that radii are integers. */
const FINE = 8;
const SAMPLES = FINE * FINE;

/** Returns the bytes per line of a tile, a multiple of four for fast copies. */
export function pitchOf(scale: number): number {
  return (scale + 3) & ~3;
}

/** Tiles, one for each kind of cell: `lines` lines of `pitchOf(scale)` values from 0 to FULL. */
export interface Tiles {
  readonly data: Uint8Array;
  readonly lines: number;
  /** Draws `lines` lines, from line `from` on, of the tiles of `kinds`. Undefined if `data` already has all lines of all tiles. */
  readonly draw?: ((kinds: Iterable<number>, from: number) => void) | undefined;
}

/** Maximum size of tiles in bytes, and of all cached tiles. The tiles of a code of up to 2048 pixels usually take 5 to 40 KB,
 *  and at most 830 KB. Larger tiles are drawn in parts, for each row of modules. */
export const MAX_TILE_BYTES = 4 * 1024 * 1024;

/** Draws `lines` lines, from line `from` on, of the tiles of some kinds. `tileOf` returns the first of them. */
export type DrawTiles = (
  tileOf: (kind: number) => Uint8Array,
  kinds: ReadonlySet<number>,
  from: number,
  lines: number,
) => void;

/** Returns tiles for kinds of cells from 0 to `count`. */
export function createTiles(count: number, scale: number, draw: DrawTiles): Tiles {
  const pitch = pitchOf(scale);
  const lines = Math.min(scale, Math.floor(MAX_TILE_BYTES / count / pitch));
  const data = new Uint8Array(count * lines * pitch);
  const drawLines = (kinds: Iterable<number>, from: number) =>
    draw((kind) => data.subarray(kind * lines * pitch), new Set(kinds), from, Math.min(lines, scale - from));
  if (lines < scale) return { data, lines, draw: drawLines };
  drawLines(Array(count).keys(), 0);
  return { data, lines };
}

// A plain Map, because createCache would add to the bundle of every page that draws a PNG.
const cache = /* @__PURE__ */ new Map<string, Tiles>();
let cachedBytes = 0;

/** Returns the tiles of a style, from the cache if possible. */
export function tilesFor(dotStyle: DotStyle, scale: number): Tiles {
  const key = `${dotStyle} ${scale}`;
  let tiles = cache.get(key);
  if (!tiles) {
    tiles = createTiles(CELL_KINDS, scale, drawTiles(styles[dotStyle], scale));
    cachedBytes += tiles.data.length;
    if (cachedBytes > MAX_TILE_BYTES) {
      cache.clear();
      cachedBytes = tiles.data.length;
    }
    cache.set(key, tiles);
  }
  return tiles;
}

/** Returns the function that draws the tiles of a style at `scale` pixels per module. Uses only integers, so that all
 *  engines draw the same. */
export function drawTiles(style: Style, scale: number): DrawTiles {
  const pitch = pitchOf(scale);
  return (tileOf, kinds, from, lines) => {
    const counts = new Uint8Array(scale * lines);
    for (const kind of kinds) {
      // Where the tile begins in its shape.
      let [left, top] = [0, from];
      /** Adds `amount` to every pixel of the box that is `inset` pixels from each side of a shape of `width` pixels. Adds less
       *  at rounded corners. */
      const paintBox = (width: number, inset: number, corners: readonly number[], amount: number) => {
        const end = width - inset;
        const [first, stop] = [Math.max(inset - top, 0), Math.min(end - top, lines)];
        const [from, to] = [Math.max(inset - left, 0), Math.min(end - left, scale)];
        for (let line = first; line < stop; line++) {
          for (let x = from; x < to; x++) {
            const at = line * scale + x;
            counts[at] = (counts[at] as number) + amount;
          }
        }
        corners.forEach((radius, corner) => {
          const isRight = corner === 1 || corner === 2;
          // A corner is in one module.
          if (radius === 0 || (isRight ? end - scale : inset) !== left) return;
          const reach = radius * scale * FINE;
          // Outside the curve, the square roots of u / reach and v / reach add up to less than 1. Outside a circle,
          // (reach - u)^2 + (reach - v)^2 > reach^2.
          const factor = corners === DOT ? 2 : 4;
          const isCutOff = (u: number, v: number) => {
            const rest = reach - u - v;
            return rest > 0 && rest * rest > factor * u * v;
          };
          for (let line = first; line < stop; line++) {
            const down = (corner < 2 ? top + line - inset : end - 1 - top - line) * FINE * MODULE_UNITS;
            for (let v = down + MODULE_UNITS / 2; v < down + FINE * MODULE_UNITS; v += MODULE_UNITS) {
              for (let u = MODULE_UNITS / 2; isCutOff(u, v); u += MODULE_UNITS) {
                const along = Math.floor(u / MODULE_UNITS / FINE);
                const at = line * scale + (isRight ? scale - 1 - along : along);
                counts[at] = (counts[at] as number) - Math.sign(amount);
              }
            }
          }
        });
      };
      counts.fill(0);
      if (kind >= FILLED) {
        counts.fill(SAMPLES);
        const inner = [0, 1, 2, 3].map((corner) => (((kind - FILLED) >> corner) & 1) * style.inner);
        paintBox(scale, 0, inner, -SAMPLES);
      } else if (kind >= FINDER) {
        left = ((kind - FINDER) % 7) * scale;
        top += Math.floor((kind - FINDER) / 7) * scale;
        style.finder.forEach((corners, inset) => {
          paintBox(7 * scale, inset * scale, corners, inset === 1 ? -SAMPLES : SAMPLES);
        });
      } else if (kind === MODULE && style.joins === "alignment") paintBox(scale, 0, DOT, SAMPLES);
      else if (kind >= MODULE) {
        // The neighbours that meet at corner n are bits n - 1 and n of the sum, and bits 3 and 0 at the first corner.
        const outer = style.outer.map((radius, corner) => (((17 * (kind - MODULE)) >> (corner + 3)) & 3 ? 0 : radius));
        paintBox(scale, 0, outer, SAMPLES);
      }
      const tile = tileOf(kind);
      for (let line = 0, at = 0; line < lines; line++) {
        for (let x = 0; x < scale; x++, at++) {
          tile[line * pitch + x] = Math.round(((counts[at] as number) * FULL) / SAMPLES);
        }
      }
    }
  };
}
