import { type DotStyle, styles } from "./styles.ts";
import { drawTiles } from "./tiles.ts";

/** Bytes of tiles that are kept: those of a code at the usual sizes take 5 to 40 KB, the largest 620 KB. */
const ROOM = 4 * 1024 * 1024;

/** Tiles by style and scale; those used last stand last. */
const kept = new Map<string, Uint8Array>();
let bytes = 0;

/** The tiles of a style at `scale` whole pixels a module; see drawTiles. Drawn once and kept while there is room. */
export function tilesFor(dotStyle: DotStyle, scale: number): Uint8Array {
  const key = `${dotStyle} ${scale}`;
  const found = kept.get(key);
  if (found) {
    kept.delete(key);
    kept.set(key, found);
    return found;
  }
  const tiles = drawTiles(styles[dotStyle], scale);
  kept.set(key, tiles);
  bytes += tiles.length;
  for (const [oldest, { length }] of kept) {
    if (bytes <= ROOM) break;
    kept.delete(oldest);
    bytes -= length;
  }
  return tiles;
}
