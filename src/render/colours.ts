import type { Pixels } from "../ports.ts";

/** `pixels` on ground of the colour `bg`, six hex digits, as RGB triples. */
export function flatten({ width, height, data }: Pixels, bg: string): Uint8Array {
  const ground = Number.parseInt(bg, 16);
  const [red, green, blue] = [ground >> 16, (ground >> 8) & 255, ground & 255];
  const out = new Uint8Array(width * height * 3);
  for (let from = 0, to = 0; to < out.length; from += 4, to += 3) {
    const alpha = data[from + 3] as number;
    out[to] = over(data[from] as number, red, alpha);
    out[to + 1] = over(data[from + 1] as number, green, alpha);
    out[to + 2] = over(data[from + 2] as number, blue, alpha);
  }
  return out;
}

function over(front: number, back: number, alpha: number): number {
  return Math.round((front * alpha + back * (255 - alpha)) / 255);
}

/** `colours`, RGB triples, as indices of a palette of RGB triples that begins with `first`; undefined when they are more
 *  than 256 in all. */
export function indexColours(
  colours: Uint8Array,
  first: Uint8Array,
): { palette: Uint8Array; indices: Uint8Array } | undefined {
  const known = new Map<number, number>();
  let length = first.length / 3;
  // The first of two equal colours counts.
  for (let i = length - 1; i >= 0; i--) known.set(tripleAt(first, 3 * i), i);
  const palette = new Uint8Array(768);
  palette.set(first);
  const indices = new Uint8Array(colours.length / 3);
  let [last, lastIndex] = [-1, 0];
  for (let i = 0; i < indices.length; i++) {
    const colour = tripleAt(colours, 3 * i);
    if (colour !== last) {
      last = colour;
      lastIndex = known.get(colour) ?? length;
      if (lastIndex === length) {
        if (length === 256) return undefined;
        known.set(colour, length);
        palette.set(colours.subarray(3 * i, 3 * i + 3), 3 * length++);
      }
    }
    indices[i] = lastIndex;
  }
  return { palette: palette.slice(0, 3 * length), indices };
}

function tripleAt(bytes: Uint8Array, at: number): number {
  return ((bytes[at] as number) << 16) | ((bytes[at + 1] as number) << 8) | (bytes[at + 2] as number);
}
