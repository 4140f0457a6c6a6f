import { MIDDLE } from "./tone.ts";

/** Number of dots across a module: enough for a dot in its middle and the picture around it. */
const DOTS = 5;

/** The share of the error of a dot that its right and its three lower neighbours take. Floyd and Steinberg, 1976. */
const SHARES = [
  [1, 0, 7 / 16],
  [-1, 1, 3 / 16],
  [0, 1, 5 / 16],
  [1, 1, 1 / 16],
] as const;

/** Tones this close to black or white become black or white, regardless of the errors of their neighbours. So the middle of a
 *  module keeps its value. */
const KEPT = 40;

/** Returns `levels`, a square of `width` pixels that shows `side` modules in each direction, as black and white dots. Dots may
 *  have different numbers of pixels, because a module is not always a multiple of five pixels wide. */
export function ditherLevels(levels: Float32Array, width: number, side: number): Float32Array {
  const across = Math.min(width, DOTS * side);
  const edge = (dot: number) => Math.floor((dot * width) / across);
  const errors = new Float32Array(across * across);
  const shown = new Float32Array(width * width);
  for (let y = 0, at = 0; y < across; y++) {
    for (let x = 0; x < across; x++, at++) {
      const [left, right, top, bottom] = [edge(x), edge(x + 1), edge(y), edge(y + 1)];
      let sum = 0;
      for (let row = top; row < bottom; row++) {
        for (let pixel = row * width + left; pixel < row * width + right; pixel++) sum += levels[pixel] as number;
      }
      const level = sum / ((bottom - top) * (right - left));
      const isKept = level < KEPT || level > 255 - KEPT;
      const value = (isKept ? level : level + (errors[at] as number)) < MIDDLE ? 0 : 255;
      for (let row = top; row < bottom; row++) shown.fill(value, row * width + left, row * width + right);
      // Errors of kept dots would smear over their surroundings.
      const error = isKept ? level - value : level + (errors[at] as number) - value;
      for (const [dx, dy, share] of SHARES) {
        if (x + dx < 0 || x + dx >= across || y + dy >= across) continue;
        const next = at + dy * across + dx;
        errors[next] = (errors[next] as number) + share * error;
      }
    }
  }
  return shown;
}
