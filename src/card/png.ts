import type { Pixels } from "../ports.ts";
import { flatten } from "../render/flatten.ts";
import { encodeRows } from "../render/png.ts";

/** Encodes opaque `pixels` as a PNG: with a palette if there are few enough colours, else in true colour. With `isExact`, the
 *  palette must contain all colours. */
export function writePng(pixels: Pixels, isExact = false): Uint8Array<ArrayBuffer> {
  const indexed = choosePalette(pixels.data, isExact ? PALETTE : MAX_COLORS);
  return encodeRows(pixels, indexed?.indices ?? flatten(pixels, "ffffff"), indexed?.palette);
}

const PALETTE = 256;
/** Maximum number of colours in a drawing. An image with more colours is a photograph, and gets no palette. */
const MAX_COLORS = 4096;
/** Number of slots in the hash table, a power of two. */
const SLOTS = 4 * MAX_COLORS;

/** Returns a palette of at most 256 colours, three bytes each, and the palette index of each pixel of `data` (opaque
 *  RGBA). Replaces the rarest colours, which are mostly single pixels at edges, with the nearest colour in the palette.
 *  Returns undefined if there are more than `most` colours. */
export function choosePalette(
  data: Uint8Array,
  most = MAX_COLORS,
): { palette: Uint8Array; indices: Uint8Array } | undefined {
  const census = countColours(data, most);
  if (!census) return undefined;
  const { colours, counts, numbers } = census;
  const kept = colours.map((_, number) => number);
  if (kept.length > PALETTE) {
    kept.sort((a, b) => (counts[b] ?? 0) - (counts[a] ?? 0) || a - b);
    kept.length = PALETTE;
  }
  const palette = Uint8Array.from(kept.flatMap((number) => channels(colours[number] ?? 0)));
  const entries = new Uint8Array(colours.length);
  const missing = new Set(colours.keys());
  for (const [entry, number] of kept.entries()) {
    entries[number] = entry;
    missing.delete(number);
  }
  for (const number of missing) entries[number] = nearest(palette, colours[number] ?? 0);
  const indices = new Uint8Array(numbers.length);
  for (let at = 0; at < indices.length; at++) indices[at] = entries[numbers[at] as number] as number;
  return { palette, indices };
}

/** Returns the colours of `data` as 0xbbggrr, the number of pixels with each colour, and the colour index of each pixel.
 *  Returns undefined if there are more than `most` colours. */
function countColours(data: Uint8Array, most: number) {
  const aligned = data.byteOffset % 4 === 0 ? data : data.slice();
  const pixels = new Uint32Array(aligned.buffer, aligned.byteOffset, aligned.length >> 2);
  const numbers = new Uint16Array(pixels.length);
  /** For each slot, the index of its colour plus one, or 0 if the slot is empty. */
  const table = new Uint16Array(SLOTS);
  const colours: number[] = [];
  const counts: number[] = [];
  for (let at = 0; at < pixels.length; ) {
    const colour = (pixels[at] as number) & 0xffffff;
    let slot = (Math.imul(colour, 0x9e3779b1) >>> 8) % SLOTS;
    while (table[slot] !== 0 && colours[(table[slot] as number) - 1] !== colour) slot = (slot + 1) % SLOTS;
    if (table[slot] === 0) {
      if (colours.length === most) return undefined;
      colours.push(colour);
      counts.push(0);
      table[slot] = colours.length;
    }
    const number = (table[slot] as number) - 1;
    const from = at;
    // Fast path: most pixels have the colour of the previous pixel.
    while (at < pixels.length && ((pixels[at] as number) & 0xffffff) === colour) numbers[at++] = number;
    counts[number] = (counts[number] ?? 0) + at - from;
  }
  return { colours, counts, numbers };
}

/** Returns the index of the colour in `palette` that is nearest to `colour`. */
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

/** Returns the red, green and blue of a colour given as 0xbbggrr. */
function channels(colour: number): [number, number, number] {
  return [colour & 255, (colour >> 8) & 255, colour >> 16];
}
