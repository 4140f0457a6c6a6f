import { memoize } from "../async/once.ts";
import type { Box, Gray, Pixels } from "../ports.ts";

export type { Box, Gray };

/** Returns the luminance of opaque pixels, computed as scanners do: with the weights of ITU-R BT.601 in 1024ths. */
export function grayOf({ width, height, data }: Pixels): Gray {
  const gray = new Uint8Array(width * height);
  // Int32Array requires an aligned offset.
  const { buffer, byteOffset } = data.byteOffset % 4 === 0 ? data : data.slice();
  const words = new Int32Array(buffer, byteOffset, gray.length);
  for (let at = 0; at < gray.length; at++) {
    // Red is the lowest byte of a word, because all current engines are little-endian.
    const word = words[at] as number;
    gray[at] = (306 * (word & 255) + 601 * ((word >> 8) & 255) + 117 * ((word >> 16) & 255) + 512) >> 10;
  }
  return { width, height, data: gray };
}

/** Returns a function that places pixels on a page of any brightness, 0 to 255. */
export function onPages(pixels: Pixels): (level: number) => Gray {
  const gray = grayOf(pixels);
  const { width, height, data } = gray;
  let isOpaque = true;
  for (let at = 3; isOpaque && at < pixels.data.length; at += 4) isOpaque = pixels.data[at] === 255;
  if (isOpaque) return () => gray;
  return (level) => {
    const out = new Uint8Array(data.length);
    for (let at = 0; at < out.length; at++) {
      const alpha = pixels.data[4 * at + 3] as number;
      out[at] = ((data[at] as number) * alpha + level * (255 - alpha) + 127) / 255;
    }
    return { width, height, data: out };
  };
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

/** Scales `gray` by `factor`, 0 to 1: each new pixel is the average of the area it covers. Rounds after scaling
 *  horizontally, and again after scaling vertically. */
export function shrink(gray: Gray, factor: number): Gray {
  if (factor >= 1) return gray;
  const { width: from, height: rows, data } = gray;
  const width = Math.max(1, Math.round(from * factor));
  const height = Math.max(1, Math.round(rows * factor));
  const across = spansOf(from, width);
  const isRepeated = repeatedRows(gray);
  const narrow = new Uint8Array(width * rows);
  for (let y = 0, at = 0; y < rows; y++) {
    if (isRepeated[y]) {
      narrow.copyWithin(at, at - width, at);
      at += width;
      continue;
    }
    const row = y * from;
    for (let x = 0; x < width; x++, at++) {
      const { first, last, head, tail, length } = across[x] as Span;
      let sum = (data[row + first] as number) * head;
      for (let i = row + first + 1; i < row + last; i++) sum += data[i] as number;
      narrow[at] = (sum + (data[row + last] as number) * tail) / length + 0.5;
    }
  }
  const down = spansOf(rows, height);
  const out = new Uint8Array(width * height);
  for (let y = 0, at = 0; y < height; y++) {
    const { first, last, head, tail, length } = down[y] as Span;
    for (let x = 0; x < width; x++, at++) {
      const end = last * width + x;
      let i = first * width + x;
      let sum = (narrow[i] as number) * head;
      for (i += width; i < end; i += width) sum += narrow[i] as number;
      out[at] = (sum + (narrow[end] as number) * tail) / length + 0.5;
    }
  }
  return { width, height, data: out };
}

/** The range of source pixels that a new pixel covers. */
interface Span {
  readonly first: number;
  readonly last: number;
  /** The covered parts of the first and the last pixel. If both are the same pixel, `tail` is 0. */
  readonly head: number;
  readonly tail: number;
  /** Number of covered pixels; may be fractional. */
  readonly length: number;
}

/** Divides `from` pixels among `count` new ones. */
function spansOf(from: number, count: number): readonly Span[] {
  const step = from / count;
  return Array.from({ length: count }, (_, at) => {
    const start = at * step;
    const end = Math.min(from, start + step);
    const first = Math.floor(start);
    const last = Math.ceil(end) - 1;
    const head = Math.min(first + 1, end) - start;
    return { first, last, head, tail: last > first ? end - last : 0, length: end - start };
  });
}

/** Returns 1 for each row that equals the row above, and 0 for the others. Most rows of square modules are such rows. */
const repeatedRows = /* @__PURE__ */ memoize(({ width, height, data }: Gray): Uint8Array => {
  const isRepeated = new Uint8Array(height);
  for (let y = 1; y < height; y++) {
    const end = (y + 1) * width;
    let at = end - width;
    while (at < end && data[at] === data[at - width]) at++;
    isRepeated[y] = Number(at === end);
  }
  return isRepeated;
}, new WeakMap());

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

/** Adds a border that is `by` pixels wide. `value` is its brightness, 0 to 255. */
export function surround({ width, height, data }: Gray, value: number, by: number): Gray {
  const wide = width + 2 * by;
  const out = new Uint8Array(wide * (height + 2 * by)).fill(value);
  for (let y = 0; y < height; y++) out.set(data.subarray(y * width, (y + 1) * width), (y + by) * wide + by);
  return { width: wide, height: height + 2 * by, data: out };
}

export function crop({ width, data }: Gray, { left, top, right, bottom }: Box): Gray {
  const wide = right - left;
  const out = new Uint8Array(wide * (bottom - top));
  for (let y = top; y < bottom; y++) {
    out.set(data.subarray(y * width + left, y * width + right), (y - top) * wide);
  }
  return { width: wide, height: bottom - top, data: out };
}

/** The line along which a row of pixels is sampled. The line starts at (u, v) and advances by (du, dv) per pixel. */
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
