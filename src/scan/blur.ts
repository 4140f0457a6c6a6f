import type { Gray } from "./gray.ts";

/** Applies a Gaussian blur with a standard deviation of `sigma` pixels. Beyond the edges, the edge values repeat. */
export function soften({ width, height, data }: Gray, sigma: number): Gray {
  const kernel = gaussian(sigma);
  return { width, height, data: smooth(smooth(data, width, height, kernel), height, width, kernel) };
}

/** Returns half of a Gaussian kernel in 65536ths, starting in the middle. Integers, so that all engines compute the same
 *  values. */
function gaussian(sigma: number): Int32Array {
  const reach = Math.ceil(2.5 * sigma);
  const weights = Array.from({ length: reach }, (_, at) => Math.exp(-((at + 1) ** 2) / (2 * sigma * sigma)));
  const sum = 1 + 2 * weights.reduce((all, weight) => all + weight, 0);
  const sides = weights.map((weight) => Math.round((weight / sum) * 65536));
  return Int32Array.of(65536 - 2 * sides.reduce((all, weight) => all + weight, 0), ...sides);
}

/** Blurs each row, and returns the result transposed. A second call therefore blurs the other direction. */
function smooth(from: Uint8Array, width: number, height: number, kernel: Int32Array): Uint8Array {
  const radius = kernel.length - 1;
  const middle = kernel[0] as number;
  const line = new Uint8Array(width + 2 * radius);
  const to = new Uint8Array(from.length);
  for (let y = 0; y < height; y++) {
    const row = from.subarray(y * width, (y + 1) * width);
    line.fill(row[0] as number, 0, radius).fill(row[width - 1] as number, radius + width);
    line.set(row, radius);
    for (let x = 0, at = y; x < width; x++, at += height) {
      let sum = 32768 + Math.imul(middle, line[x + radius] as number);
      for (let k = 1, before = x + radius - 1, after = x + radius + 1; k <= radius; k++, before--, after++) {
        sum += Math.imul(kernel[k] as number, (line[before] as number) + (line[after] as number));
      }
      to[at] = sum >> 16;
    }
  }
  return to;
}

/** Spreads every point over a disc with a radius of `radius` pixels, like a lens that is out of focus. Beyond the
 *  edges, the edge values repeat. */
export function defocus({ width, height, data }: Gray, radius: number): Gray {
  const reach = Math.floor(radius);
  // For each row of the disc, the half of its length that is left or right of the middle pixel.
  const halves = Array.from({ length: 2 * reach + 1 }, (_, at) =>
    Math.max(0, Math.sqrt(radius * radius - (at - reach) ** 2) - 0.5),
  );
  const area = halves.reduce((all, half) => all + 2 * half + 1, 0);
  const border = reach + 2;
  const line = new Uint8Array(width + 2 * border);
  const sums = new Int32Array(line.length + 1);
  const total = new Float32Array(width * height);
  for (let y = -reach; y < height + reach; y++) {
    const row = Math.min(height - 1, Math.max(0, y)) * width;
    line.fill(data[row] as number, 0, border).fill(data[row + width - 1] as number, border + width);
    line.set(data.subarray(row, row + width), border);
    for (let i = 0, sum = 0; i < line.length; i++) sums[i + 1] = sum += line[i] as number;
    for (let k = 0; k < halves.length; k++) {
      const into = y - k + reach;
      if (into >= 0 && into < height) addRow(total, into * width, width, sums, border, halves[k] as number);
    }
  }
  const out = new Uint8Array(total.length);
  for (let at = 0; at < out.length; at++) out[at] = (total[at] as number) / area + 0.5;
  return { width, height, data: out };
}

/** Adds to each of `width` values of `total`, from index `start` on, the sum of a pixel and its `half` neighbours on each
 *  side. `half` may be fractional. `sums` has the prefix sums of a line that begins `border` values earlier. */
function addRow(
  total: Float32Array,
  start: number,
  width: number,
  sums: Int32Array,
  border: number,
  half: number,
): void {
  const whole = Math.floor(half);
  const part = half - whole;
  for (let at = start, right = border + whole + 1, left = border - whole; at < start + width; at++, right++, left++) {
    const inner = (sums[right] as number) - (sums[left] as number);
    const outer = (sums[right + 1] as number) - (sums[left - 1] as number);
    total[at] = (total[at] as number) + inner + part * (outer - inner);
  }
}
