/** A picture for decoders. */
export interface Pixels {
  readonly width: number;
  readonly height: number;
  /** RGBA, 8 bits each, row by row. */
  readonly data: Uint8ClampedArray<ArrayBuffer>;
}

/** Returns the colour of the pixel at (x, y) as six lower-case hex digits. Throws unless the pixel is opaque. */
export function colourAt({ width, data }: Pixels, x: number, y: number): string {
  const [red = 0, green = 0, blue = 0, alpha] = data.subarray((y * width + x) * 4);
  if (alpha !== 255) throw new Error(`the pixel at ${x}, ${y} is not opaque`);
  return ((red << 16) | (green << 8) | blue).toString(16).padStart(6, "0");
}

/** Returns the picture with a border of `by` pixels of `colour`, for decoders that need some background around a QR
 *  code. */
export function padded({ width, height, data }: Pixels, colour: string, by: number): Pixels {
  const wide = width + 2 * by;
  const out = new Uint8ClampedArray(wide * (height + 2 * by) * 4);
  const background = [...[0, 2, 4].map((at) => Number.parseInt(colour.slice(at, at + 2), 16)), 255];
  for (let at = 0; at < out.length; at++) out[at] = background[at % 4] ?? 0;
  for (let y = 0; y < height; y++) {
    out.set(data.subarray(y * width * 4, (y + 1) * width * 4), ((y + by) * wide + by) * 4);
  }
  return { width: wide, height: height + 2 * by, data: out };
}
