import type { Gray } from "./gray.ts";

/** Divisors for the 64 frequencies. ITU-T T.81, Table K.1. */
const TABLE = [
  16, 11, 10, 16, 24, 40, 51, 61, 12, 12, 14, 19, 26, 58, 60, 55, 14, 13, 16, 24, 40, 57, 69, 56, 14, 17, 22, 29, 51,
  87, 80, 62, 18, 22, 37, 56, 68, 109, 103, 77, 24, 35, 55, 64, 81, 104, 113, 92, 49, 64, 78, 87, 103, 121, 120, 101,
  72, 92, 95, 98, 112, 100, 103, 99,
];

/** cos(k * pi / 16) / 2 for k from 1 to 7, as literals so that all engines agree. */
const [C1, C2, C3, C4, C5, C6, C7] = [
  0.4903926402, 0.4619397663, 0.4157348062, 0.3535533906, 0.2777851165, 0.1913417162, 0.097545161,
] as const;

/** Quantizes `gray` like a JPEG whose quantization table is `strength` times the standard one. Leaves incomplete blocks
 *  unchanged. */
export function quantize({ width, height, data }: Gray, strength: number): Gray {
  const out = data.slice();
  const block = new Float64Array(64);
  const divisors = Float64Array.from(TABLE, (divisor) => divisor * strength);
  for (let top = 0; top + 8 <= height; top += 8) {
    for (let left = 0; left + 8 <= width; left += 8) {
      const start = top * width + left;
      for (let i = 0; i < 64; i++) block[i] = (out[start + (i >> 3) * width + (i & 7)] as number) - 128;
      for (let i = 0; i < 8; i++) transform(block, 8 * i, 1);
      for (let i = 0; i < 8; i++) transform(block, i, 8);
      for (let i = 0; i < 64; i++) {
        const divisor = divisors[i] as number;
        block[i] = Math.floor((block[i] as number) / divisor + 0.5) * divisor;
      }
      for (let i = 0; i < 8; i++) restore(block, i, 8);
      for (let i = 0; i < 8; i++) restore(block, 8 * i, 1);
      for (let i = 0; i < 64; i++) {
        const value = (block[i] as number) + 128.5;
        out[start + (i >> 3) * width + (i & 7)] = value < 0 ? 0 : value > 255 ? 255 : value;
      }
    }
  }
  return { width, height, data: out };
}

/** Applies the orthonormal DCT-II in place to eight values of `block` that are `step` apart. Even frequencies are
 *  computed from sums of opposite values, odd ones from differences. ITU-T T.81, A.3.3. */
function transform(block: Float64Array, at: number, step: number): void {
  const [i1, i2, i3] = [at + step, at + 2 * step, at + 3 * step];
  const [i4, i5, i6, i7] = [at + 4 * step, at + 5 * step, at + 6 * step, at + 7 * step];
  const s0 = (block[at] as number) + (block[i7] as number);
  const s1 = (block[i1] as number) + (block[i6] as number);
  const s2 = (block[i2] as number) + (block[i5] as number);
  const s3 = (block[i3] as number) + (block[i4] as number);
  const d0 = (block[at] as number) - (block[i7] as number);
  const d1 = (block[i1] as number) - (block[i6] as number);
  const d2 = (block[i2] as number) - (block[i5] as number);
  const d3 = (block[i3] as number) - (block[i4] as number);
  block[at] = C4 * (s0 + s1 + s2 + s3);
  block[i4] = C4 * (s0 - s1 - s2 + s3);
  block[i2] = C2 * (s0 - s3) + C6 * (s1 - s2);
  block[i6] = C6 * (s0 - s3) - C2 * (s1 - s2);
  block[i1] = C1 * d0 + C3 * d1 + C5 * d2 + C7 * d3;
  block[i3] = C3 * d0 - C7 * d1 - C1 * d2 - C5 * d3;
  block[i5] = C5 * d0 - C1 * d1 + C7 * d2 + C3 * d3;
  block[i7] = C7 * d0 - C5 * d1 + C3 * d2 - C1 * d3;
}

/** Inverts `transform`. The inverse is the transpose. */
function restore(block: Float64Array, at: number, step: number): void {
  const [i1, i2, i3] = [at + step, at + 2 * step, at + 3 * step];
  const [i4, i5, i6, i7] = [at + 4 * step, at + 5 * step, at + 6 * step, at + 7 * step];
  const [f1, f3, f5, f7] = [block[i1] as number, block[i3] as number, block[i5] as number, block[i7] as number];
  const sum = C4 * ((block[at] as number) + (block[i4] as number));
  const difference = C4 * ((block[at] as number) - (block[i4] as number));
  const wide = C2 * (block[i2] as number) + C6 * (block[i6] as number);
  const narrow = C6 * (block[i2] as number) - C2 * (block[i6] as number);
  const d0 = C1 * f1 + C3 * f3 + C5 * f5 + C7 * f7;
  const d1 = C3 * f1 - C7 * f3 - C1 * f5 - C5 * f7;
  const d2 = C5 * f1 - C1 * f3 + C7 * f5 + C3 * f7;
  const d3 = C7 * f1 - C5 * f3 + C3 * f5 - C1 * f7;
  block[at] = sum + wide + d0;
  block[i7] = sum + wide - d0;
  block[i1] = difference + narrow + d1;
  block[i6] = difference + narrow - d1;
  block[i2] = difference - narrow + d2;
  block[i5] = difference - narrow - d2;
  block[i3] = sum - wide + d3;
  block[i4] = sum - wide - d3;
}
