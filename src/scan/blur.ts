import type { Gray } from "./gray.ts";

export function soften(gray: Gray, sigma: number): Gray {
  const kernel = gaussian(sigma);
  const { width, height, data } = gray;
  const rows = new Uint8Array(data.length);
  for (let y = 0; y < height; y++) smooth(data, rows, y * width, 1, width, kernel);
  const out = new Uint8Array(data.length);
  for (let x = 0; x < width; x++) smooth(rows, out, x, width, height, kernel);
  return { width, height, data: out };
}

/** Returns half of a Gaussian kernel in 65536ths, starting in the middle. Uses integers, so that all engines agree. */
function gaussian(sigma: number): Int32Array {
  const reach = Math.ceil(2.5 * sigma);
  const weights = Array.from({ length: reach }, (_, at) => Math.exp(-((at + 1) ** 2) / (2 * sigma * sigma)));
  const sum = 1 + 2 * weights.reduce((all, weight) => all + weight, 0);
  const sides = weights.map((weight) => Math.round((weight / sum) * 65536));
  return Int32Array.of(65536 - 2 * sides.reduce((all, weight) => all + weight, 0), ...sides);
}

/** Blurs a line of `length` values that are `step` apart. Beyond the ends, the edge values repeat. */
function smooth(
  from: Uint8Array,
  to: Uint8Array,
  start: number,
  step: number,
  length: number,
  kernel: Int32Array,
): void {
  const radius = kernel.length - 1;
  const end = start + (length - 1) * step;
  for (let i = 0, at = start; i < length; i++, at += step) {
    let sum = 32768 + (kernel[0] as number) * (from[at] as number);
    const inside = i >= radius && i < length - radius;
    for (let k = 1, reach = step; k <= radius; k++, reach += step) {
      const before = inside ? at - reach : Math.max(start, at - reach);
      const after = inside ? at + reach : Math.min(end, at + reach);
      sum += (kernel[k] as number) * ((from[before] as number) + (from[after] as number));
    }
    to[at] = sum >> 16;
  }
}

/** Spreads every point over a disc with a radius of `radius` pixels, like a lens that is out of focus. Beyond the
 *  edges, the edge values repeat. */
export function defocus({ width, height, data }: Gray, radius: number): Gray {
  const reach = Math.floor(radius);
  // Half the length of each row of the disc, without the pixel in the middle.
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

/** To each of `width` values of `total`, from index `start` on, adds the sum of a pixel and its `half` neighbours on
 *  each side. `half` may be fractional. `sums` has the prefix sums of a line that begins `border` values earlier. */
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
