import type { Pixels } from "../ports.ts";

export interface Gray {
  readonly width: number;
  readonly height: number;
  /** width * height values, row by row: 0 black, 255 white. */
  readonly data: Uint8Array;
}

/** Returns the luminance of opaque pixels, computed as scanners do: with the weights of ITU-R BT.601 in 1024ths. */
export function grayOf({ width, height, data }: Pixels): Gray {
  const gray = new Uint8Array(width * height);
  for (let i = 0, at = 0; i < gray.length; i++, at += 4) {
    const sum = 306 * (data[at] as number) + 601 * (data[at + 1] as number) + 117 * (data[at + 2] as number);
    gray[i] = (sum + 512) >> 10;
  }
  return { width, height, data: gray };
}

export function pixelsOf({ width, height, data }: Gray): Pixels {
  const words = new Uint32Array(width * height);
  // Alpha is the highest byte of a word, because all current engines are little-endian.
  for (let i = 0; i < words.length; i++) words[i] = 0xff000000 | ((data[i] as number) * 0x010101);
  return { width, height, data: new Uint8Array(words.buffer) };
}

/** Replaces each value v with `value(v, x, y)`, rounded down and clamped to 0-255. */
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

/** Scales `gray` by `factor`, 0 to 1: each new pixel is the average of the area it covers. */
export function shrink(gray: Gray, factor: number): Gray {
  if (factor >= 1) return gray;
  const width = Math.max(1, Math.round(gray.width * factor));
  const height = Math.max(1, Math.round(gray.height * factor));
  const narrow = shrinkRows(gray, width);
  return transpose(shrinkRows(transpose(narrow), height));
}

/** Repeats each pixel `times` times in both directions. */
export function enlarge({ width, height, data }: Gray, times: number): Gray {
  const wide = width * times;
  const out = new Uint8Array(wide * height * times);
  for (let y = 0, at = 0; y < height * times; y++) {
    const row = Math.floor(y / times) * width;
    for (let x = 0; x < wide; x++, at++) out[at] = data[row + Math.floor(x / times)] as number;
  }
  return { width: wide, height: height * times, data: out };
}

function shrinkRows({ width: from, height, data }: Gray, width: number): Gray {
  const out = new Uint8Array(width * height);
  const step = from / width;
  for (let x = 0; x < width; x++) {
    const start = x * step;
    const end = Math.min(from, start + step);
    const first = Math.floor(start);
    const last = Math.ceil(end) - 1;
    for (let y = 0; y < height; y++) {
      const row = y * from;
      let sum = (data[row + first] as number) * (Math.min(first + 1, end) - start);
      for (let at = first + 1; at < last; at++) sum += data[row + at] as number;
      if (last > first) sum += (data[row + last] as number) * (end - last);
      out[y * width + x] = sum / (end - start) + 0.5;
    }
  }
  return { width, height, data: out };
}

function transpose({ width, height, data }: Gray): Gray {
  const out = new Uint8Array(data.length);
  for (let y = 0, at = 0; y < height; y++) {
    for (let x = 0; x < width; x++, at++) out[x * height + y] = data[at] as number;
  }
  return { width: height, height: width, data: out };
}

/** Adds a border that is `by` pixels wide. `value` is its brightness, 0 to 255. */
export function surround({ width, height, data }: Gray, value: number, by: number): Gray {
  const wide = width + 2 * by;
  const out = new Uint8Array(wide * (height + 2 * by)).fill(value);
  for (let y = 0; y < height; y++) out.set(data.subarray(y * width, (y + 1) * width), (y + by) * wide + by);
  return { width: wide, height: height + 2 * by, data: out };
}

/** Edges in pixels. The right and the bottom edge are exclusive. */
export interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** Returns the part of the picture in the box. */
export function crop({ width, data }: Gray, { left, top, right, bottom }: Box): Gray {
  const wide = right - left;
  const out = new Uint8Array(wide * (bottom - top));
  for (let y = top; y < bottom; y++) {
    out.set(data.subarray(y * width + left, y * width + right), (y - top) * wide);
  }
  return { width: wide, height: bottom - top, data: out };
}

/** The line along which a row of pixels is sampled. It starts at (u, v) and advances by (du, dv) per pixel. */
type Course = { u: number; v: number; du: number; dv: number };

/** Returns a picture whose row y is sampled from `gray` along `course(y)` with linear interpolation. Pixels outside
 *  `gray` have the value `value`. Coordinates refer to pixel centres. */
export function warp(gray: Gray, width: number, height: number, value: number, course: (y: number) => Course): Gray {
  const out = new Uint8Array(width * height).fill(value);
  const { width: from, height: rows, data } = gray;
  for (let y = 0, at = 0; y < height; y++) {
    const { u: startU, v: startV, du, dv } = course(y);
    for (let x = 0; x < width; x++, at++) {
      const u = startU + x * du;
      const v = startV + x * dv;
      if (u < 0 || v < 0 || u >= from - 1 || v >= rows - 1) continue;
      const left = u | 0;
      const top = v | 0;
      const i = top * from + left;
      const j = i + from;
      const upper = (data[i] as number) + (u - left) * ((data[i + 1] as number) - (data[i] as number));
      const lower = (data[j] as number) + (u - left) * ((data[j + 1] as number) - (data[j] as number));
      out[at] = upper + (v - top) * (lower - upper) + 0.5;
    }
  }
  return { width, height, data: out };
}
