import type { Pixels } from "../ports.ts";

export interface Box {
  readonly width: number;
  readonly height: number;
}

/** Maximum width and height of a decoded image, in pixels. `fitInto` then scales the image with higher quality than the
 *  decoder. */
export const READ_SIDE = 1024;

/** Returns the size at which to decode an image. Small images keep their size. The sides of larger images are divided
 *  by an integer, so that neither exceeds `most` pixels. */
export function readSize({ width, height }: Box, most = READ_SIDE): Box {
  const part = Math.ceil(Math.max(width, height) / most);
  return { width: Math.ceil(width / part), height: Math.ceil(height / part) };
}

/** Returns the size of an image scaled to fit a box, in integer pixels. */
export function fittedSize(size: Box, box: Box): Box {
  const scale = Math.min(box.width / size.width, box.height / size.height);
  return {
    width: Math.min(box.width, Math.max(1, Math.round(size.width * scale))),
    height: Math.min(box.height, Math.max(1, Math.round(size.height * scale))),
  };
}

/** Scales `pixels` to fit the box, centred. */
export function fitInto(pixels: Pixels, box: Box): Pixels {
  const { width, height } = fittedSize(pixels, box);
  return centered(resize(pixels, width, height), box);
}

/** Centres `pixels` in a transparent box. Crops them if they are larger than the box because of rounding. */
export function centered(pixels: Pixels, { width, height }: Box): Pixels {
  if (pixels.width === width && pixels.height === height) return pixels;
  const data = new Uint8Array(width * height * 4);
  const left = Math.max(0, (width - pixels.width) >> 1);
  const top = Math.max(0, (height - pixels.height) >> 1);
  const across = 4 * Math.min(width, pixels.width);
  for (let y = 0; y < Math.min(height, pixels.height); y++) {
    const from = y * pixels.width * 4;
    data.set(pixels.data.subarray(from, from + across), ((top + y) * width + left) * 4);
  }
  return { width, height, data };
}

/** Resampling weights along one axis. Target pixel i is the weighted sum of `taps` source pixels, starting at
 *  `start[i]`. */
interface Weights {
  readonly taps: number;
  readonly start: Int32Array;
  readonly weights: Float32Array;
}

/** Returns the weights for area averaging when downscaling, or linear interpolation when upscaling. The weights of each
 *  pixel add up to 1. */
function weigh(source: number, target: number): Weights {
  const ratio = source / target;
  const taps = Math.min(source, ratio > 1 ? Math.ceil(ratio) + 1 : 2);
  const start = new Int32Array(target);
  const weights = new Float32Array(target * taps);
  for (let i = 0; i < target; i++) {
    const [left, right] = ratio > 1 ? [i * ratio, (i + 1) * ratio] : [(i + 0.5) * ratio - 0.5, (i + 0.5) * ratio + 0.5];
    const first = Math.min(Math.max(0, Math.floor(left)), source - taps);
    // Beyond the edges, the image continues with the colour of its edge pixels.
    const overlap = (at: number) => {
      const from = at === 0 ? left : Math.max(left, at);
      const to = at === source - 1 ? right : Math.min(right, at + 1);
      return Math.max(0, to - from) / (right - left);
    };
    start[i] = first;
    for (let tap = 0; tap < taps; tap++) weights[i * taps + tap] = overlap(first + tap);
  }
  return { taps, start, weights };
}

/** Scales `pixels`. Colours are weighted by alpha, so that transparent pixels leave no fringe. */
function resize(pixels: Pixels, width: number, height: number): Pixels {
  if (pixels.width === width && pixels.height === height) return pixels;
  const narrow = across(pixels, weigh(pixels.width, width));
  return { width, height, data: down(narrow, width, weigh(pixels.height, height)) };
}

/** Scales horizontally. Returns four numbers per pixel: premultiplied red, green and blue, and alpha. */
function across({ width, height, data }: Pixels, { taps, start, weights }: Weights): Float32Array {
  const target = start.length;
  const out = new Float32Array(target * height * 4);
  let to = 0;
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < target; x++, to += 4) {
      let red = 0;
      let green = 0;
      let blue = 0;
      let alpha = 0;
      let from = (y * width + (start[x] as number)) * 4;
      for (let tap = x * taps; tap < (x + 1) * taps; tap++, from += 4) {
        const share = (weights[tap] as number) * (data[from + 3] as number);
        red += share * (data[from] as number);
        green += share * (data[from + 1] as number);
        blue += share * (data[from + 2] as number);
        alpha += share;
      }
      out[to] = red;
      out[to + 1] = green;
      out[to + 2] = blue;
      out[to + 3] = alpha;
    }
  }
  return out;
}

/** Scales the result of `across` vertically, and divides by alpha. Works row by row, which reads memory in order. */
function down(sums: Float32Array, width: number, { taps, start, weights }: Weights): Uint8Array {
  const length = width * 4;
  const row = new Float32Array(length);
  const out = new Uint8Array(length * start.length);
  for (let y = 0; y < start.length; y++) {
    row.fill(0);
    for (let tap = 0; tap < taps; tap++) {
      const weight = weights[y * taps + tap] as number;
      const from = ((start[y] as number) + tap) * length;
      for (let at = 0; at < length; at++) row[at] = (row[at] as number) + weight * (sums[from + at] as number);
    }
    for (let at = 0, to = y * length; at < length; at += 4, to += 4) {
      const alpha = row[at + 3] as number;
      if (alpha < 0.5) continue;
      out[to] = Math.min(255, (row[at] as number) / alpha + 0.5);
      out[to + 1] = Math.min(255, (row[at + 1] as number) / alpha + 0.5);
      out[to + 2] = Math.min(255, (row[at + 2] as number) / alpha + 0.5);
      out[to + 3] = alpha + 0.5;
    }
  }
  return out;
}
