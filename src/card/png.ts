import { encodePixels } from "../core/core.ts";
import type { Pixels } from "../ports.ts";

/** Colours that a palette holds. */
const PALETTE = 256;
/** Places of the hash table: a power of two, four times as many as there can be colours. */
const PLACES = 1024;

/** Opaque `pixels` as a PNG: with a palette where they have at most 256 colours, else in true colour. */
export function writePng({ width, height, data }: Pixels): Uint8Array {
  const indexed = indexColours(data);
  if (indexed) {
    const { palette, indices } = indexed;
    return encodePixels({
      width,
      height,
      palette,
      row: (into, y) => into.set(indices.subarray(y * width, (y + 1) * width)),
    });
  }
  return encodePixels({
    width,
    height,
    row(into, y) {
      for (let from = y * width * 4, to = 0; to < 3 * width; from += 4, to += 3) {
        into[to] = data[from] as number;
        into[to + 1] = data[from + 1] as number;
        into[to + 2] = data[from + 2] as number;
      }
    },
  });
}

/** The colours in the order in which they are met, three bytes each, and for each pixel its colour's place there;
 *  undefined when there are more than a palette holds. */
function indexColours(data: Uint8Array): { palette: Uint8Array; indices: Uint8Array } | undefined {
  const aligned = data.byteOffset % 4 === 0 ? data : data.slice();
  const words = new Uint32Array(aligned.buffer, aligned.byteOffset, aligned.length >> 2);
  const indices = new Uint8Array(words.length);
  const found = new Uint32Array(PLACES);
  const places = new Uint16Array(PLACES);
  const palette: number[] = [];
  let last = 0;
  let index = -1;
  for (let at = 0; at < words.length; at++) {
    const word = words[at] as number;
    // Most pixels have the colour of the one before.
    if (word !== last || index < 0) {
      last = word;
      let place = Math.imul(word, 0x9e3779b1) >>> 22;
      while (places[place] !== 0 && found[place] !== word) place = (place + 1) % PLACES;
      if (places[place] === 0) {
        if (palette.length === 3 * PALETTE) return undefined;
        palette.push(...data.subarray(4 * at, 4 * at + 3));
        found[place] = word;
        places[place] = palette.length / 3;
      }
      index = (places[place] as number) - 1;
    }
    indices[at] = index;
  }
  return { palette: Uint8Array.from(palette), indices };
}
