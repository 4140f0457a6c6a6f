import type { PixelSource } from "../core/image-writer.ts";
import type { Grid, QrSymbol } from "../core/symbol.ts";
import { cellsOf, LIGHT } from "./cells.ts";
import { type Coverage, SMALLEST_SHAPED, tiled } from "./coverage.ts";
import { type Look, lookCells, partOf, withBorder } from "./look.ts";
import { lookTiles } from "./look-tiles.ts";
import type { Ramp } from "./ramp.ts";
import { styles } from "./styles.ts";
import { pitchOf, type Tiles, tilesFor } from "./tiles.ts";

/** Pixels of a scanline, from `from` to just before `to`, that belong to the same part of the symbol. Outside the runs,
 *  there is only background. */
export interface Run {
  readonly part: number;
  readonly from: number;
  readonly to: number;
  /** Bit n is set if scanline n of the row of modules may have a different coverage from the previous one. Bit 31 also covers
   *  all later scanlines. */
  readonly changes: number;
}

/** The runs of a row of modules. All of its scanlines have the same runs. */
export interface ModuleRow {
  readonly runs: readonly Run[];
  /** The changes of all runs. */
  readonly changes: number;
}

export interface Parts {
  readonly coverage: Coverage;
  /** For each part, bit n is set if pixels may have coverage n. */
  readonly levels: readonly number[];
  /** Returns the row of modules at scanline `y`: the same object as for the last scanline if the row is the same.
   *  Undefined outside the symbol. */
  rowAt(y: number): ModuleRow | undefined;
}

/** Divides a picture of `symbol` into parts. `same` maps each part to the first part with the
 *  same paint. */
export function partsOf(symbol: QrSymbol, whole: Grid, look: Look, same: readonly number[]): Parts {
  const isShaped = whole.scale >= SMALLEST_SHAPED;
  const drawn = isShaped ? lookCells(symbol, look) : cellsOf(symbol, styles.square);
  // Without a quiet zone, the edge of the picture cuts marks off.
  const hasBorder = isShaped && look.overlaps && whole.offset >= whole.scale;
  const cells = hasBorder ? withBorder(drawn, whole.side) : drawn;
  const grid = hasBorder ? { ...whole, side: whole.side + 2, offset: whole.offset - whole.scale } : whole;
  const { side, scale, offset } = grid;
  const tiles = isShaped ? lookTiles(look, scale) : tilesFor("square", scale);
  const places = contentsOf(tiles, scale);
  const levels: number[] = same.map(() => 0);
  const parts = cells.map((kind) => {
    const part = same[partOf(kind)] as number;
    levels[part] = (levels[part] as number) | (places.levels[kind] as number);
    return kind === LIGHT ? NO_PART : part;
  });
  let last: ModuleRow | undefined;
  let lastRow = -1;
  return {
    coverage: tiled(cells, tiles, grid),
    levels,
    rowAt(y) {
      if (y < offset || y >= offset + side * scale) return undefined;
      const row = Math.floor((y - offset) / scale);
      if (row !== lastRow || !last) {
        lastRow = row;
        const [start, end] = [row * side, (row + 1) * side];
        const runs = runsOf(parts.subarray(start, end), cells.subarray(start, end), places, grid);
        last = { runs, changes: runs.reduce((sum, run) => sum | run.changes, 0) };
      }
      return last;
    },
  };
}

/** How to draw scanlines of `bytes` bytes per pixel. */
export interface Brush {
  readonly bytes: number;
  readonly ramps: readonly Ramp[];
  readonly background: Ramp | undefined;
  /** Draws the background. Without a ground, its bytes are 0. */
  drawBackground(into: Uint8Array, background: Ramp, y: number): void;
  /** Draws a run of pixels with these levels of coverage onto the background. */
  drawRun(into: Uint8Array, levels: Uint8Array, run: Run, y: number): void;
}

/** Returns the function that draws a scanline of `size` pixels. Only the runs that differ from the previous scanline are drawn
 *  again. */
export function rowsOf(parts: Parts, size: number, brush: Brush): PixelSource["row"] {
  const { bytes, ramps, background } = brush;
  const levels = new Uint8Array(size);
  const [back, line] = [new Uint8Array(bytes * size), new Uint8Array(bytes * size)];
  let [last, first]: [ModuleRow | undefined, number] = [undefined, 0];
  return (into, y) => {
    const row = parts.rowAt(y);
    const isNew = row !== last || y === 0;
    if (isNew) first = y;
    last = row;
    const isShaped = row && (isNew || (row.changes >>> Math.min(y - first, 31)) & 1);
    if (isShaped) parts.coverage(levels, y);
    const isOnNew = background?.isNew(y);
    if (isOnNew) brush.drawBackground(back, background as Ramp, y);
    const isWhole = isNew || isOnNew;
    if (isWhole) line.set(back);
    const bit = Math.min(y - first, 31);
    for (const run of row?.runs ?? []) {
      if (!isWhole) {
        if (!((run.changes >>> bit) & 1) && !(ramps[run.part] as Ramp).isNew(y)) continue;
        // Faster than `set` with a subarray, because runs are short.
        for (let at = bytes * run.from; at < bytes * run.to; at++) line[at] = back[at] as number;
      }
      brush.drawRun(line, levels, run, y);
    }
    into.set(line);
  };
}

/** The part of light modules, in which no pixel belongs to the foreground. */
const NO_PART = 255;

/** Returns the runs of a row of modules, whose parts are `parts`, and whose tiles are `kinds`. */
function runsOf(parts: Uint8Array, kinds: Uint8Array, contents: Contents, { side, scale, offset }: Grid): Run[] {
  const runs: Run[] = [];
  for (let module = 0; module < side; ) {
    const part = parts[module] as number;
    const from = offset + module * scale;
    let changes = 0;
    while (parts[module] === part) changes |= contents.changes[kinds[module++] as number] as number;
    if (part !== NO_PART) runs.push({ part, from, to: offset + module * scale, changes });
  }
  return runs;
}

interface Contents {
  /** For each tile, bit n is set if it has the level n. */
  readonly levels: Uint16Array;
  /** For each tile, bit n is set if its line n differs from the previous one. Bit 31 also covers all later lines. */
  readonly changes: Uint32Array;
}

const cache = /* @__PURE__ */ new WeakMap<Tiles, Contents>();

/** Returns what tiles contain. Tiles that are drawn in parts may contain everything. */
function contentsOf(tiles: Tiles, scale: number): Contents {
  const known = cache.get(tiles);
  if (known) return known;
  const pitch = pitchOf(scale);
  const { data, lines, draw } = tiles;
  const count = data.length / (lines * pitch);
  const found = { levels: new Uint16Array(count), changes: new Uint32Array(count) };
  if (draw) {
    found.levels.fill(0xffff, LIGHT + 1);
    found.changes.fill(0xffffffff, LIGHT + 1);
    return found;
  }
  for (let kind = 0, at = 0; kind < count; kind++) {
    for (let line = 0; line < scale; line++, at += pitch) {
      for (let x = at; x < at + scale; x++) {
        found.levels[kind] = (found.levels[kind] as number) | (1 << (data[x] as number));
        if (line === 0 || data[x] === data[x - pitch]) continue;
        found.changes[kind] = (found.changes[kind] as number) | (1 << Math.min(line, 31));
      }
    }
  }
  cache.set(tiles, found);
  return found;
}
