import type { Pixels } from "../ports.ts";

/** What each of `target` places takes from `source` places: for place i the weights from `start[i]` on, `taps` of them. */
interface Weights {
  readonly taps: number;
  readonly start: Int32Array;
  readonly weights: Float32Array;
}

/** A triangle as wide as two source places, or two target places where those are wider: linear blending when enlarging,
 *  averages without aliasing when reducing. */
function triangle(source: number, target: number): Weights {
  const ratio = source / target;
  const reach = Math.max(1, ratio);
  const taps = Math.min(source, Math.ceil(2 * reach) + 1);
  const start = new Int32Array(target);
  const weights = new Float32Array(target * taps);
  for (let i = 0; i < target; i++) {
    const centre = (i + 0.5) * ratio - 0.5;
    const first = Math.min(Math.max(0, Math.ceil(centre - reach)), source - taps);
    start[i] = first;
    let sum = 0;
    for (let tap = 0; tap < taps; tap++) sum += Math.max(0, 1 - Math.abs(first + tap - centre) / reach);
    for (let tap = 0; tap < taps; tap++) {
      weights[i * taps + tap] = Math.max(0, 1 - Math.abs(first + tap - centre) / reach) / sum;
    }
  }
  return { taps, start, weights };
}

/** `pixels` at another size. Colours count by their alpha, so that what is transparent leaves no fringe. */
export function resample(pixels: Pixels, width: number, height: number): Pixels {
  if (pixels.width === width && pixels.height === height) return pixels;
  const narrow = across(multiplied(pixels), pixels.width, pixels.height, triangle(pixels.width, width));
  const small = down(narrow, width, triangle(pixels.height, height));
  return { width, height, data: divided(small) };
}

function multiplied({ data }: Pixels): Float32Array {
  const out = new Float32Array(data.length);
  for (let at = 0; at < data.length; at += 4) {
    const alpha = data[at + 3] as number;
    const share = alpha / 255;
    out[at] = (data[at] as number) * share;
    out[at + 1] = (data[at + 1] as number) * share;
    out[at + 2] = (data[at + 2] as number) * share;
    out[at + 3] = alpha;
  }
  return out;
}

function divided(values: Float32Array): Uint8Array {
  const out = new Uint8Array(values.length);
  for (let at = 0; at < values.length; at += 4) {
    const alpha = values[at + 3] as number;
    if (alpha < 0.5) continue;
    const share = 255 / alpha;
    out[at] = Math.min(255, Math.round((values[at] as number) * share));
    out[at + 1] = Math.min(255, Math.round((values[at + 1] as number) * share));
    out[at + 2] = Math.min(255, Math.round((values[at + 2] as number) * share));
    out[at + 3] = Math.round(alpha);
  }
  return out;
}

function across(values: Float32Array, width: number, height: number, { taps, start, weights }: Weights): Float32Array {
  const target = start.length;
  const out = new Float32Array(target * height * 4);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < target; x++) {
      let [red, green, blue, alpha] = [0, 0, 0, 0];
      let from = (y * width + (start[x] as number)) * 4;
      for (let tap = x * taps; tap < (x + 1) * taps; tap++, from += 4) {
        const weight = weights[tap] as number;
        red += weight * (values[from] as number);
        green += weight * (values[from + 1] as number);
        blue += weight * (values[from + 2] as number);
        alpha += weight * (values[from + 3] as number);
      }
      out.set([red, green, blue, alpha], (y * target + x) * 4);
    }
  }
  return out;
}

/** Row by row, so that memory is read in order. */
function down(values: Float32Array, width: number, { taps, start, weights }: Weights): Float32Array {
  const row = width * 4;
  const out = new Float32Array(row * start.length);
  for (let y = 0; y < start.length; y++) {
    for (let tap = 0; tap < taps; tap++) {
      const weight = weights[y * taps + tap] as number;
      const from = ((start[y] as number) + tap) * row;
      for (let at = 0; at < row; at++)
        out[y * row + at] = (out[y * row + at] as number) + weight * (values[from + at] as number);
    }
  }
  return out;
}
