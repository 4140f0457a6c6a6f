import { encodePixels } from "../core/core.ts";
import type { Pixels } from "../ports.ts";

/** Opaque `pixels` as a PNG: with a palette where a few colours make up the picture, else in true colour. */
export function writePng({ width, height, data }: Pixels): Uint8Array<ArrayBuffer> {
  const chosen = choosePalette(data);
  if (chosen) {
    const { palette, indices } = chosen;
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

/** Colours that a palette holds. */
const PALETTE = 256;
/** Colours that are looked at; what has more is a photograph. */
const MOST = 4096;
/** Places of the hash table: a power of two, four times as many as there can be colours. */
const PLACES = 4 * MOST;

/** The colours of a picture, numbered as they are met. */
interface Census {
  /** Red, green, blue of each, one number: 0xbbggrr. */
  readonly colours: readonly number[];
  /** Pixels of each. */
  readonly counts: readonly number[];
  /** The number of each pixel's colour. */
  readonly numbers: Uint16Array;
}

/** A palette of at most 256 colours, three bytes each, and for each pixel of `data` (RGBA, opaque) its place there. Where
 *  there are more colours, the rarest, which are single pixels at the edges of shapes, are replaced by the nearest of the
 *  others. Undefined when there are so many colours that it would show. */
export function choosePalette(data: Uint8Array): { palette: Uint8Array; indices: Uint8Array } | undefined {
  const census = countColours(data);
  if (!census) return undefined;
  const { colours, counts, numbers } = census;
  const kept = colours.map((_, number) => number);
  if (kept.length > PALETTE) {
    kept.sort((a, b) => (counts[b] ?? 0) - (counts[a] ?? 0) || a - b);
    kept.length = PALETTE;
  }
  const palette = Uint8Array.from(kept.flatMap((number) => channels(colours[number] ?? 0)));
  const places = new Uint8Array(colours.length);
  const missing = new Set(colours.keys());
  for (const [place, number] of kept.entries()) {
    places[number] = place;
    missing.delete(number);
  }
  for (const number of missing) places[number] = nearest(palette, colours[number] ?? 0);
  const indices = new Uint8Array(numbers.length);
  for (let at = 0; at < indices.length; at++) indices[at] = places[numbers[at] as number] as number;
  return { palette, indices };
}

/** Counts the colours of `data`; undefined when there are more than MOST. */
function countColours(data: Uint8Array): Census | undefined {
  const aligned = data.byteOffset % 4 === 0 ? data : data.slice();
  const pixels = new Uint32Array(aligned.buffer, aligned.byteOffset, aligned.length >> 2);
  const numbers = new Uint16Array(pixels.length);
  /** One more than the number of the colour at each place of the hash table. */
  const table = new Uint16Array(PLACES);
  const colours: number[] = [];
  const counts: number[] = [];
  for (let at = 0; at < pixels.length; ) {
    const colour = (pixels[at] as number) & 0xffffff;
    let place = (Math.imul(colour, 0x9e3779b1) >>> 8) % PLACES;
    while (table[place] !== 0 && colours[(table[place] as number) - 1] !== colour) place = (place + 1) % PLACES;
    if (table[place] === 0) {
      if (colours.length === MOST) return undefined;
      colours.push(colour);
      counts.push(0);
      table[place] = colours.length;
    }
    const number = (table[place] as number) - 1;
    const from = at;
    // Most pixels have the colour of the one before.
    while (at < pixels.length && ((pixels[at] as number) & 0xffffff) === colour) numbers[at++] = number;
    counts[number] = (counts[number] ?? 0) + at - from;
  }
  return { colours, counts, numbers };
}

/** The place of the colour in `palette` that differs least from `colour`. */
function nearest(palette: Uint8Array, colour: number): number {
  const [red, green, blue] = channels(colour);
  let best = 0;
  let least = Number.POSITIVE_INFINITY;
  for (let at = 0; at < palette.length; at += 3) {
    const [r, g, b] = [(palette[at] ?? 0) - red, (palette[at + 1] ?? 0) - green, (palette[at + 2] ?? 0) - blue];
    const distance = 3 * r * r + 6 * g * g + b * b;
    if (distance < least) [best, least] = [at / 3, distance];
  }
  return best;
}

/** Pixels are read as little-endian words, as every engine of WebAssembly's memory has them: red comes first. */
function channels(colour: number): [number, number, number] {
  return [colour & 255, (colour >> 8) & 255, colour >> 16];
}
