import type { Pixels } from "../ports.ts";

/** A picture as a scanner sees it. */
export interface Gray {
  readonly width: number;
  readonly height: number;
  /** width * height values, row by row: 0 black, 255 white. */
  readonly data: Uint8Array;
}

/** The luminance of `pixels`, which are opaque. The weights are those of ITU-R BT.601, in 1024ths, as scanners have them. */
export function grayOf({ width, height, data }: Pixels): Gray {
  const gray = new Uint8Array(width * height);
  for (let i = 0, at = 0; i < gray.length; i++, at += 4) {
    const sum = 306 * (data[at] as number) + 601 * (data[at + 1] as number) + 117 * (data[at + 2] as number);
    gray[i] = (sum + 512) >> 10;
  }
  return { width, height, data: gray };
}

/** `gray` as opaque pixels. */
export function pixelsOf({ width, height, data }: Gray): Pixels {
  const words = new Uint32Array(width * height);
  // Four bytes at a time; alpha is the last byte of a little-endian word, as all engines of today have it.
  for (let i = 0; i < words.length; i++) words[i] = 0xff000000 | ((data[i] as number) * 0x010101);
  return { width, height, data: new Uint8Array(words.buffer) };
}

/** A picture of which every value is `value(v, x, y)` of the value v at its place in `gray`, rounded down and clamped. */
export function mapGray({ width, height, data }: Gray, value: (v: number, x: number, y: number) => number): Gray {
  const out = new Uint8Array(data.length);
  for (let y = 0, at = 0; y < height; y++) {
    for (let x = 0; x < width; x++, at++) {
      const v = value(data[at] as number, x, y);
      out[at] = v < 0 ? 0 : v > 255 ? 255 : v;
    }
  }
  return { width, height, data: out };
}
