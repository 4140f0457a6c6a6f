import { createCache } from "../cache.ts";
import { type DotStyle, styles } from "./styles.ts";
import { drawTiles } from "./tiles.ts";

/** The tiles of a code at the usual sizes take 5 to 40 KB, the largest 620 KB. */
const cache = /* @__PURE__ */ createCache<string, Uint8Array>({
  maxWeight: 4 * 1024 * 1024,
  weigh: ({ length }) => length,
});

/** Returns the tiles of a style at `scale` whole pixels a module from the cache, or draws them; see drawTiles. */
export function tilesFor(dotStyle: DotStyle, scale: number): Uint8Array {
  const key = `${dotStyle} ${scale}`;
  const tiles = cache.get(key) ?? drawTiles(styles[dotStyle], scale);
  cache.set(key, tiles);
  return tiles;
}
