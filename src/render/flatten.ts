import type { Pixels } from "../ports.ts";

/** Returns red, green and blue of a colour of six hex digits, 0 to 255 each. */
export function channels(hex: string): number[] {
  const value = Number.parseInt(hex, 16);
  return [value >> 16, (value >> 8) & 255, value & 255];
}

/** Returns `pixels` composited onto `bg` (six hex digits), as RGB triples. For a transparent `bg`, returns the RGBA
 *  values unchanged. */
export function flatten({ width, height, data }: Pixels, bg: string): Uint8Array {
  if (bg === "transparent") return data;
  const [red = 0, green = 0, blue = 0] = channels(bg);
  const out = new Uint8Array(width * height * 3);
  for (let from = 0, to = 0; to < out.length; from += 4, to += 3) {
    const alpha = data[from + 3] as number;
    out[to] = over(data[from] as number, red, alpha);
    out[to + 1] = over(data[from + 1] as number, green, alpha);
    out[to + 2] = over(data[from + 2] as number, blue, alpha);
  }
  return out;
}

/** Returns a value of `front` composited onto `back`. `alpha` is from 0 to 255. */
export function over(front: number, back: number, alpha: number): number {
  return Math.round((front * alpha + back * (255 - alpha)) / 255);
}

/** Converts `colors` to indices into a palette that begins with `first`. A colour has `width` bytes: red, green,
 *  blue and, if there are 4, alpha. Returns undefined if the palette would need more than 256 entries. */
export function indexColors(
  colors: Uint8Array,
  first: Uint8Array,
  width: 3 | 4,
): { palette: Uint8Array; indices: Uint8Array } | undefined {
  const known = new Map<number, number>();
  let length = first.length / width;
  // If two colours are equal, the first one wins.
  for (let i = length - 1; i >= 0; i--) known.set(colorAt(first, width * i, width), i);
  const palette = new Uint8Array(256 * width);
  palette.set(first);
  const indices = new Uint8Array(colors.length / width);
  let [last, lastIndex] = [-1, 0];
  for (let i = 0; i < indices.length; i++) {
    const color = colorAt(colors, width * i, width);
    if (color !== last) {
      last = color;
      lastIndex = known.get(color) ?? length;
      if (lastIndex === length) {
        if (length === 256) return undefined;
        known.set(color, length);
        palette.set(colors.subarray(width * i, width * (i + 1)), width * length++);
      }
    }
    indices[i] = lastIndex;
  }
  return { palette: palette.slice(0, width * length), indices };
}

/** Returns the colour at `at` as a non-negative number, which is the same for all fully transparent colours. */
function colorAt(bytes: Uint8Array, at: number, width: 3 | 4): number {
  const rgb = ((bytes[at] as number) << 16) | ((bytes[at + 1] as number) << 8) | (bytes[at + 2] as number);
  if (width === 3) return rgb;
  const alpha = bytes[at + 3] as number;
  return alpha === 0 ? 0 : alpha * 0x1000000 + rgb;
}
