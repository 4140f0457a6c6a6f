import { CELL_KINDS, FILLED, FINDER } from "./cells.ts";
import { type Band, coverageOf } from "./fill.ts";
import { alignedKind, finderKinds, finderOf, type Line, LOOK_KINDS, type Look, MARK, SPILL } from "./look.ts";
import { ABOVE, BELOW, LEFT, MODULE_UNITS, RIGHT } from "./styles.ts";
import { createTiles, type DrawTiles, drawTiles, FULL, MAX_TILE_BYTES, pitchOf, type Tiles } from "./tiles.ts";
import { box, placed, stampOf } from "./turns.ts";

/** Tiles of the last looks by key and scale. Few looks are in use at the same time, and large tiles are not kept. */
const cache = /* @__PURE__ */ new Map<string, Tiles>();
export const MAX_TILES = 16;
const MAX_KEPT = MAX_TILE_BYTES / 4;

/** Returns one tile for each kind of cell, as `tilesFor` does for the plain styles. */
export function lookTiles(look: Look, scale: number): Tiles {
  const key = `${look.key} ${scale}`;
  let tiles = cache.get(key);
  if (!tiles) {
    tiles = createTiles(LOOK_KINDS, scale, drawLookTiles(look, scale));
    if (cache.size >= MAX_TILES) cache.clear();
    if (tiles.data.length <= MAX_KEPT) cache.set(key, tiles);
  }
  return tiles;
}

function drawLookTiles(look: Look, scale: number): DrawTiles {
  const { style, mark, line, alignment } = look;
  const pitch = pitchOf(scale);
  const drawPlain = drawTiles(style, scale);
  return (tileOf, kinds, from, lines) => {
    for (const first of finderKinds) {
      const moved = first - FINDER;
      const [start, end] = moved ? [FINDER, FILLED] : [0, CELL_KINDS];
      const plain = [...kinds].map((kind) => kind - moved).filter((kind) => kind >= start && kind < end);
      drawPlain((kind) => tileOf(kind + moved), new Set(plain), from, lines);
    }
    const isWhole = lines === scale;
    /** Draws `path` on `width` x `width` modules. `kindOf` returns the kind of each module, or undefined to leave the
     *  module unchanged. Modules for which `keeps` returns true keep what is already drawn on them. */
    const draw = (
      path: string,
      width: number,
      kindOf: (x: number, y: number) => number | undefined,
      keeps: (x: number, y: number) => boolean = () => false,
    ) => {
      const pixels = width * scale;
      // Whole tiles are drawn at once. For parts of tiles, each row of modules is drawn separately.
      const height = isWhole ? pixels : lines;
      for (let top = from; top < pixels; top += isWhole ? pixels : scale) {
        const row = Math.floor(top / scale);
        const isUsed = Array.from({ length: width }, (_, x) => kindOf(x, row) ?? -1).some((kind) => kinds.has(kind));
        if (!isWhole && !isUsed) continue;
        const shares = sharesOf(path, scale / MODULE_UNITS, { top, width: pixels, height }, mark && width === 1);
        for (let y = 0; y < height; y++) {
          const down = Math.floor((top + y) / scale);
          for (let across = 0; across < width; across++) {
            const kind = kindOf(across, down);
            if (kind === undefined || !kinds.has(kind)) continue;
            const tile = tileOf(kind);
            const isKept = keeps(across, down);
            const start = (y % scale) * pitch;
            for (let x = 0; x < scale; x++) {
              const share = Math.round((shares[y * pixels + across * scale + x] as number) * FULL);
              tile[start + x] = isKept ? Math.max(share, tile[start + x] as number) : share;
            }
          }
        }
      }
    };
    for (let sum = 0; sum < 16; sum++) {
      if (line) draw(pathOfLine(line, sum), 1, () => MARK + sum);
      if (line?.isFilled && sum > 0) draw(pathOfFilled(sum), 1, () => FILLED + sum);
      if (!mark) continue;
      const neighbours = STEPS.filter((_, bit) => (sum >> bit) & 1).map(([x, y]) => placed(mark, 10 * x, 10 * y));
      draw(placed(mark, 0, 0) + neighbours.join(""), 1, () => MARK + sum);
      if (sum > 0) draw(neighbours.join(""), 1, () => SPILL + sum);
    }
    if (alignment) draw(placed(alignment, 0, 0), 5, (x, y) => alignedKind(5 * y + x));
    finderKinds.forEach((first, index) => {
      const { ring, centre } = finderOf(look, CORNERS[index] as readonly [number, number]);
      const kindAt = (x: number, y: number) => first + 7 * y + x;
      if (ring) draw(placed(ring, 0, 0), 7, (x, y) => (isCentre(x, y) ? undefined : kindAt(x, y)));
      // A centre may extend into the modules around it, but not into those at its corners.
      if (centre) {
        const isCorner = (x: number, y: number) => x % 4 === 0 && y % 4 === 0;
        draw(
          placed(centre, MODULE_UNITS, MODULE_UNITS),
          5,
          (x, y) => (isCorner(x, y) ? undefined : kindAt(x + 1, y + 1)),
          (x, y) => !isCentre(x + 1, y + 1),
        );
      }
    });
  };
}

/** Pixels of at most this width are divided more finely, because smaller ones have more edges. */
const FINE_SCALE = 32;

/** Returns the coverage of a band of pixels. Where shapes overlap, the sum of their areas is too large, so pixels are divided
 *  into finer ones, each of which is covered at most once. */
function sharesOf(path: string, scale: number, band: Band, overlaps: unknown): Float64Array {
  if (!overlaps) return coverageOf(path, scale, band);
  const { top, width, height } = band;
  const fine = width > FINE_SCALE ? 2 : 4;
  const wide = fine * width;
  const parts = coverageOf(path, fine * scale, { top: fine * top, width: wide, height: fine * height });
  const shares = new Float64Array(width * height);
  for (let at = 0; at < parts.length; at++) {
    const to = Math.floor(at / wide / fine) * width + Math.floor((at % wide) / fine);
    shares[to] = (shares[to] as number) + (parts[at] as number) / fine ** 2;
  }
  return shares;
}

/** Positions of finder patterns, of which only the sides matter. */
const CORNERS = [
  [0, 0],
  [1, 0],
  [0, 1],
] as const;

const STEPS = [
  [0, -1],
  [1, 0],
  [0, 1],
  [-1, 0],
] as const;

/** Returns whether a module is part of the centre. (x, y) is its place in the finder pattern. */
function isCentre(x: number, y: number): boolean {
  return Math.max(Math.abs(x - 3), Math.abs(y - 3)) <= 1;
}

/** Returns the part of lines in one module. Lines are as wide as a module if they lead to adjacent sides. */
function pathOfLine({ width }: Line, sum: number): string {
  const half = (width * MODULE_UNITS) / 2;
  const ends = [LEFT, ABOVE, RIGHT, BELOW].map((side) => (sum & side ? 5 : half));
  const [left = 0, top = 0, right = 0, bottom = 0] = ends;
  const roundUnless = (sides: number) => (sum & sides ? 0 : half);
  return placed(
    stampOf([
      box(5 - left, 5 - top, left + right, top + bottom, [
        roundUnless(LEFT | ABOVE),
        roundUnless(RIGHT | ABOVE),
        roundUnless(RIGHT | BELOW),
        roundUnless(LEFT | BELOW),
      ]),
    ]),
    0,
    0,
  );
}

/** Number of straight lines that the curve of an inner corner consists of. */
const CHORDS = 12;

/** Returns the inner corners of a light module: 1 top left, 2 top right, 4 bottom right, 8 bottom left. A corner is the edge
 *  of a line one module wide along a quadratic curve, which leads from the centre of one neighbour to that of the other. Its
 *  control point is the centre of the module between them. */
function pathOfFilled(sum: number): string {
  let path = "";
  for (let corner = 0; corner < 4; corner++) {
    if (!((sum >> corner) & 1)) continue;
    const [isRight, isBelow] = [corner === 1 || corner === 2, corner >= 2];
    const place = (x: number, y: number) => `${exact(isRight ? 10 - x : x)} ${exact(isBelow ? 10 - y : y)}`;
    const points = [place(0, 0)];
    for (let at = 0; at <= CHORDS; at++) {
      const t = at / CHORDS;
      const length = Math.sqrt(t * t + (1 - t) * (1 - t));
      points.push(place(-5 + 10 * t * t + (5 * (1 - t)) / length, 5 - 20 * t + 10 * t * t + (5 * t) / length));
    }
    // A mirrored corner runs backwards, because signed areas are added.
    if (isRight !== isBelow) points.reverse();
    path += `M${points.join("L")}Z`;
  }
  return path;
}

/** The parser of `coverageOf` does not read exponents. */
const exact = (value: number) => value.toFixed(4);
