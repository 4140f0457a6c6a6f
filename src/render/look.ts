import { memoize } from "../async/once.ts";
import type { QrSymbol } from "../core/symbol.ts";
import type { LookSettings } from "../options/table.ts";
import { CELL_KINDS, cellsOf, FINDER, MODULE } from "./cells.ts";
import { coverageOf } from "./fill.ts";
import { type Paint, type PartPaint, paintsOf, readPaint } from "./paints.ts";
import { bar, eyes, type Line, marks, pupils, type Stamp, sizes } from "./shapes.ts";
import { type DotStyle, MODULE_UNITS, type Style, styles } from "./styles.ts";
import { createTiles, type DrawTiles, drawTiles, FULL, MAX_TILE_BYTES, pitchOf, type Tiles } from "./tiles.ts";

/** The parts of a symbol that can have different paints, in drawing order. */
export const MODULES = 0;
export const RING = 1;
export const PUPIL = 2;

/** A look that the plain styles cannot draw. */
export interface Look {
  /** How modules join. Also the shape of finder patterns, unless `eye` and `pupil` are set. */
  readonly style: Style;
  /** Draws modules that are not joined; undefined for the dots of the plain style. */
  readonly mark: Stamp | undefined;
  /** Draws modules that are joined in one direction only. */
  readonly line: Line | undefined;
  /** The shape of the ring of finder patterns. */
  readonly eye: LookSettings["eyeStyle"];
  readonly pupil: string | undefined;
  /** The paints of MODULES, RING and PUPIL. */
  readonly paints: readonly [Paint, Paint, Paint];
  /** A paint or "transparent". */
  readonly background: Paint;
  /** Identifies the shapes, for caches. */
  readonly key: string;
}

/** Returns the look of a picture that is not plain. */
export function lookOf(options: LookSettings): Look {
  const { dotStyle, dotSize, eyeStyle, pupilStyle } = options;
  const isLine = dotStyle.endsWith("-line");
  const size = dotSize ?? (sizes as Record<string, number>)[dotStyle] ?? 1;
  const drawMark = (marks as Record<string, (size: number) => Stamp>)[dotStyle];
  const { modules, ring, pupil, background } = paintsOf(options);
  // Parts that share a paint are drawn together.
  const read = memoize(({ value }: PartPaint) => readPaint(value));
  return {
    style: dotStyle in styles ? styles[dotStyle as DotStyle] : { ...styles.square, joins: "alignment" },
    // Dots of full size need no `mark`: the path of the plain style is shorter.
    mark: dotStyle === "dots" && size === 1 ? undefined : drawMark?.(size),
    line: isLine ? { size, upright: dotStyle === "vertical-line" } : undefined,
    eye: eyeStyle,
    // A square centre in a round ring confuses more decoders.
    pupil: (pupilStyle ? pupils[pupilStyle] : eyeStyle === "circle" ? pupils.rounded : undefined)?.(),
    paints: [read(modules), read(ring), read(pupil)],
    background: read(background),
    key: [dotStyle, dotSize, eyeStyle, pupilStyle].join(" "),
  };
}

/** Returns the path of the ring of a finder pattern in a code of this version; undefined for the ring of the style. */
export function ringPath({ eye }: Look, version: number): string | undefined {
  return eye && eyes[eye](version);
}

/** Kinds of cells in lines: LINE, plus 1 if the line continues before the module, and plus 2 if it continues after it. */
const LINE = CELL_KINDS;
const LOOK_KINDS = LINE + 4;

/** Returns the kind of each cell, as `cellsOf` does, but also of cells in lines. */
export function lookCells(symbol: QrSymbol, { style, line }: Look): Uint8Array {
  const cells = cellsOf(symbol, style);
  if (!line) return cells;
  const { side } = symbol;
  const isLine = (x: number, y: number) => {
    const cell = x < side && y < side ? cells[y * side + x] : 0;
    return cell === MODULE || (cell as number) >= LINE;
  };
  const [dx, dy] = line.upright ? [0, 1] : [1, 0];
  for (let y = 0; y < side; y++) {
    for (let x = 0; x < side; x++) {
      if (!isLine(x, y)) continue;
      const before = x - dx >= 0 && y - dy >= 0 && isLine(x - dx, y - dy) ? 1 : 0;
      cells[y * side + x] = LINE + before + (isLine(x + dx, y + dy) ? 2 : 0);
    }
  }
  return cells;
}

/** Calls `draw` for each line, with the position of its first module and its length in modules. */
export function forEachLineOf(
  cells: Uint8Array,
  side: number,
  upright: boolean,
  draw: (at: number, length: number) => void,
) {
  const step = upright ? side : 1;
  for (let at = 0; at < cells.length; at++) {
    const kind = (cells[at] as number) - LINE;
    if (kind !== 0 && kind !== 2) continue;
    let end = at;
    while (((cells[end] ?? 0) - LINE) & 2) end += step;
    draw(at, (end - at) / step + 1);
  }
}

/** Tiles of the last looks by key and scale. Few looks are in use at the same time, and large tiles are not kept. */
const cache = /* @__PURE__ */ new Map<string, Tiles>();
export const MAX_TILES = 16;
const MAX_KEPT = MAX_TILE_BYTES / 4;

/** Returns one tile for each kind of cell, as `tilesFor` does for the plain styles. */
export function lookTiles(look: Look, version: number, scale: number): Tiles {
  const eye = ringPath(look, version);
  const key = `${look.key} ${scale} ${eye}`;
  let tiles = cache.get(key);
  if (!tiles) {
    tiles = createTiles(LOOK_KINDS, scale, drawLookTiles(look, eye, scale));
    if (cache.size >= MAX_TILES) cache.clear();
    if (tiles.data.length <= MAX_KEPT) cache.set(key, tiles);
  }
  return tiles;
}

function drawLookTiles({ style, mark, line, pupil }: Look, eye: string | undefined, scale: number): DrawTiles {
  const pitch = pitchOf(scale);
  const drawPlain = drawTiles(style, scale);
  return (tileOf, kinds, from, lines) => {
    drawPlain(tileOf, kinds, from, lines);
    const isWhole = lines === scale;
    /** Draws `path` on `width` x `width` modules. `kindOf` returns the kind of each module, or undefined to leave the
     *  module unchanged. Modules for which `keeps` returns true keep what is already drawn on them. */
    const draw = (
      path: string,
      width: number,
      kindOf: (x: number, y: number) => number | undefined,
      keeps: (kind: number) => boolean = () => false,
    ) => {
      const pixels = width * scale;
      // Whole tiles are drawn at once. For parts of tiles, each row of modules is drawn separately.
      const height = isWhole ? pixels : lines;
      for (let top = from; top < pixels; top += isWhole ? pixels : scale) {
        const down = Math.floor(top / scale);
        const isUsed = Array.from({ length: width }, (_, x) => kindOf(x, down) ?? -1).some((kind) => kinds.has(kind));
        if (!isWhole && !isUsed) continue;
        const shares = coverageOf(path, scale / MODULE_UNITS, { top, width: pixels, height });
        for (let y = 0; y < height; y++) {
          for (let module = 0; module < width; module++) {
            const kind = kindOf(module, Math.floor((top + y) / scale));
            if (kind === undefined || !kinds.has(kind)) continue;
            const tile = tileOf(kind);
            const isKept = keeps(kind);
            const start = (y % scale) * pitch;
            for (let x = 0; x < scale; x++) {
              const share = Math.round((shares[y * pixels + module * scale + x] as number) * FULL);
              tile[start + x] = isKept ? Math.max(share, tile[start + x] as number) : share;
            }
          }
        }
      }
    };
    if (mark) draw(`M${mark.at.join(" ")}${mark.path}`, 1, () => MODULE);
    if (line) {
      for (let ends = 0; ends < 4; ends++) {
        draw(bar(line, (ends & 1) !== 0, (ends & 2) !== 0), 1, () => LINE + ends);
      }
    }
    const finderKind = (x: number, y: number) => FINDER + 7 * y + x;
    if (eye) draw(eye, 7, (x, y) => (isCentre(x, y) ? undefined : finderKind(x, y)));
    // A centre may extend into the modules around it, but not into those at its corners.
    if (pupil) {
      const inset = `m${MODULE_UNITS} ${MODULE_UNITS}`;
      const isCorner = (x: number, y: number) => x % 4 === 0 && y % 4 === 0;
      const isAround = (kind: number) => !isCentre((kind - FINDER) % 7, Math.floor((kind - FINDER) / 7));
      draw(inset + pupil, 5, (x, y) => (isCorner(x, y) ? undefined : finderKind(x + 1, y + 1)), isAround);
    }
  };
}

/** Returns whether a module is part of the centre. (x, y) is its place in the finder pattern. */
function isCentre(x: number, y: number): boolean {
  return Math.max(Math.abs(x - 3), Math.abs(y - 3)) <= 1;
}

/** Returns the part of the symbol to which a cell belongs: MODULES, RING or PUPIL. The light modules next to the middle of
 *  each side of the centre belong to the centre, because centres may reach into them. */
export function partOf(kind: number): number {
  const place = kind - FINDER;
  if (place < 0 || place >= 49) return MODULES;
  const [x, y] = [Math.abs((place % 7) - 3), Math.abs(Math.floor(place / 7) - 3)];
  return Math.max(x, y) <= 1 || x + y === 2 ? PUPIL : RING;
}
