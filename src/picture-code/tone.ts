import type { Pixels } from "../ports.ts";
import type { Target } from "./solve.ts";

/** A square picture in the place of a symbol, with adjusted tones. */
export interface Tones {
  /** Pixels per side: those of the symbol. */
  readonly width: number;
  /** Red, green and blue of each pixel. */
  readonly colors: Uint8ClampedArray;
  /** The luminance of each pixel, 0 to 255. */
  readonly levels: Float32Array;
}

/** The luminance between dark and light. */
export const MIDDLE = 128;

/** Shares of the pixels that become black and white, so that the picture uses the whole range. */
const CLIPPED = { dark: 0.02, light: 0.02 };

/** Limits of the exponent that moves the split between dark and light parts to the middle. Stronger corrections would look
 *  unnatural. */
const GAMMA = { least: 0.5, most: 1.8 };

/** Returns the luminance of the colour whose three bytes start at `at`, with the weights of ITU-R BT.601, which decoders use. */
export function luminanceAt(colors: Uint8ClampedArray, at: number): number {
  return 0.299 * (colors[at] as number) + 0.587 * (colors[at + 1] as number) + 0.114 * (colors[at + 2] as number);
}

/** Returns the square of `width` pixels in the middle of `pixels`. */
export function middleOf(pixels: Pixels, width: number): Pixels {
  if (pixels.width === width && pixels.height === width) return pixels;
  const left = (pixels.width - width) >> 1;
  const top = (pixels.height - width) >> 1;
  const data = new Uint8Array(4 * width * width);
  for (let y = 0; y < width; y++) {
    const start = 4 * ((top + y) * pixels.width + left);
    data.set(pixels.data.subarray(start, start + 4 * width), 4 * y * width);
  }
  return { width, height: width, data };
}

/** Returns a square picture on white, with levels from black to white. The level that best splits its dark from its light
 *  parts becomes the middle, because modules are dark or light. */
export function adjustTones({ width, data }: Pixels): Tones {
  const colors = new Uint8ClampedArray(3 * width * width);
  const counts = new Uint32Array(256);
  for (let from = 0, to = 0; to < colors.length; from += 4, to += 3) {
    const alpha = data[from + 3] as number;
    for (let channel = 0; channel < 3; channel++) {
      colors[to + channel] = ((data[from + channel] as number) * alpha) / 255 + 255 - alpha;
    }
    const level = Math.round(luminanceAt(colors, to));
    counts[level] = (counts[level] as number) + 1;
  }
  const curve = curveOf(counts, width * width);
  for (let at = 0; at < colors.length; at++) colors[at] = curve[colors[at] as number] as number;
  const levels = new Float32Array(width * width);
  for (let at = 0; at < levels.length; at++) levels[at] = luminanceAt(colors, 3 * at);
  return { width, colors, levels };
}

/** Returns the new value of each value of a channel. `counts` is the histogram of the luminance of `total` pixels. */
function curveOf(counts: Uint32Array, total: number): Float32Array {
  let [dark, below] = [0, 0];
  while (dark < 127 && below + (counts[dark] as number) <= CLIPPED.dark * total) below += counts[dark++] as number;
  let [light, above] = [255, 0];
  while (light > 128 && above + (counts[light] as number) <= CLIPPED.light * total) above += counts[light--] as number;
  const stretched = (value: number) => Math.min(1, Math.max(0, (value - dark) / (light - dark)));
  const limit = stretched(splitOf(counts, total));
  const wanted = limit > 0 && limit < 1 ? Math.log(0.5) / Math.log(limit) : 1;
  const gamma = Math.min(GAMMA.most, Math.max(GAMMA.least, wanted));
  return Float32Array.from({ length: 256 }, (_, value) => 255 * stretched(value) ** gamma);
}

/** Returns the level that splits a histogram into a dark and a light part that differ most: the one with the greatest
 *  variance between both (Otsu, 1979). */
function splitOf(counts: Uint32Array, total: number): number {
  const all = counts.reduce((sum, count, value) => sum + count * value, 0);
  let [below, sum, most, split] = [0, 0, -1, MIDDLE];
  for (let value = 0; value < 255; value++) {
    below += counts[value] as number;
    sum += value * (counts[value] as number);
    if (below === 0 || below === total) continue;
    const variance = (all * (below / total) - sum) ** 2 / (below * (total - below));
    // The middle of an empty range between both parts.
    if (variance > most) [most, split] = [variance, value + 0.5];
  }
  return split;
}

/** Returns the mean of each square of `scale` pixels, row by row. */
function meansOf(values: Float32Array, width: number, scale: number): Float32Array {
  const side = Math.floor(width / scale);
  const means = new Float32Array(side * side);
  for (let y = 0; y < side * scale; y++) {
    const row = Math.floor(y / scale) * side;
    for (let x = 0; x < side * scale; x++) {
      const at = row + Math.floor(x / scale);
      means[at] = (means[at] as number) + (values[y * width + x] as number) / (scale * scale);
    }
  }
  return means;
}

/** How much the middle of the picture counts, compared with its corners. */
const CENTER = 2.5;

/** How much modules of the darkest and lightest tones count, compared with those of a middle tone. */
const CONTRAST = 24;

/** How much modules on edges of the picture count. */
const EDGE = 1.5;

/** How much loose modules count, compared with others. */
const LOOSE = 0.02;

/** The share of loose modules far from edges, at the corners of the picture and in its middle. */
const LOOSE_SHARE = { corner: 0.3, middle: 0.15, perEdge: 0.75 };

/** Returns a number from 0 to 1 for each module. Modules with similar numbers are far apart: multiples of the inverse plastic
 *  number and its square (Roberts, The Unreasonable Effectiveness of Quasirandom Sequences, 2018). */
function spread(x: number, y: number): number {
  const value = 0.7548776662466927 * x + 0.5698402909980532 * y;
  return value - Math.floor(value);
}

/** Returns the modules that show the picture best: dark where it is dark. Modules matter more the further their tone is from
 *  the middle, on edges, and near the middle of the picture, where its subject usually is. A part of the modules matters
 *  little: those are where the free bits run out, so that they spread evenly. Areas without any dark or light modules would
 *  mislead decoders, whose thresholds are means of their surroundings. */
export function targetOf({ levels, width }: Tones, scale: number): Target {
  const means = meansOf(levels, width, scale);
  const side = Math.floor(width / scale);
  const at = (x: number, y: number) =>
    means[Math.min(side - 1, Math.max(0, y)) * side + Math.min(side - 1, Math.max(0, x))] as number;
  const modules = new Uint8Array(side * side);
  const weights = new Float32Array(side * side);
  for (let y = 0, index = 0; y < side; y++) {
    for (let x = 0; x < side; x++, index++) {
      const mean = means[index] as number;
      modules[index] = Number(mean < MIDDLE);
      const contrast = Math.abs(mean - MIDDLE) / MIDDLE;
      const edge = Math.hypot(at(x + 1, y) - at(x - 1, y), at(x, y + 1) - at(x, y - 1)) / 255;
      const distance = Math.hypot(x - (side - 1) / 2, y - (side - 1) / 2) / (side / 2);
      const nearness = Math.exp(-2 * distance * distance);
      const place = 1 + (CENTER - 1) * nearness;
      const share = LOOSE_SHARE.corner + (LOOSE_SHARE.middle - LOOSE_SHARE.corner) * nearness;
      const isLoose = spread(x, y) < share - LOOSE_SHARE.perEdge * edge;
      weights[index] = (isLoose ? LOOSE : 1) * place * (1 + CONTRAST * contrast * contrast + EDGE * edge);
    }
  }
  return { modules, weights };
}
