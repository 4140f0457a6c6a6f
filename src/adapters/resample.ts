import type { Pixels } from "../ports.ts";

/** What each of some target places takes of the source: for place i, `taps` weights for the places from `start[i]` on. */
interface Weights {
  readonly taps: number;
  readonly start: Int32Array;
  readonly weights: Float32Array;
}

/** Averages over areas when reducing, linear blending when enlarging. The weights of a place sum up to 1. */
function weigh(source: number, target: number): Weights {
  const ratio = source / target;
  const taps = Math.min(source, ratio > 1 ? Math.ceil(ratio) + 1 : 2);
  const start = new Int32Array(target);
  const weights = new Float32Array(target * taps);
  for (let i = 0; i < target; i++) {
    const [left, right] = ratio > 1 ? [i * ratio, (i + 1) * ratio] : [(i + 0.5) * ratio - 0.5, (i + 0.5) * ratio + 0.5];
    const first = Math.min(Math.max(0, Math.floor(left)), source - taps);
    // What is beyond the edges goes to the pixels there.
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

/** `pixels` at another size. Colours count by their alpha, so that what is transparent leaves no fringe. */
export function resample(pixels: Pixels, width: number, height: number): Pixels {
  if (pixels.width === width && pixels.height === height) return pixels;
  const narrow = across(pixels, weigh(pixels.width, width));
  return { width, height, data: down(narrow, width, weigh(pixels.height, height)) };
}

/** Sums along the rows: red, green and blue times alpha, and alpha. */
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

/** Sums down the columns of such sums, a row at a time, so that memory is read in order; gives the colours. */
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
