import type { Box } from "../../adapters/resize.ts";
import type { Pixels } from "../../ports.ts";

export interface Shrinker {
  /** Adds the pixel of row `y` at `x`, and every pixel that is a multiple of `step` to the right of it. Each pixel must be
   *  added once. */
  add(rgba: Uint8Array, place: { readonly x: number; readonly y: number; readonly step: number }): void;
  finish(): Pixels;
}

/** Creates an object that scales an image down to `small` while its pixels arrive, in any order. `small` must have the
 *  sides of the image divided by an integer, and rounded up. Each pixel becomes the average of a square. Colours are
 *  weighted by alpha. Memory is 20 bytes per pixel of `small`. */
export function createShrinker(size: Box, { width, height }: Box): Shrinker {
  const part = Math.ceil(Math.max(size.width / width, size.height / height));
  const sums = new Float32Array(4 * width * height);
  return {
    add(rgba, { x, y, step }) {
      const start = 4 * width * Math.floor(y / part);
      // Local variables for the sums make this several times faster.
      let [red, green, blue, opacity, to] = [0, 0, 0, 0, start + 4 * Math.floor(x / part)];
      for (let from = 0, left = part - (x % part); from < rgba.length; from += 4) {
        const alpha = rgba[from + 3] as number;
        red += alpha * (rgba[from] as number);
        green += alpha * (rgba[from + 1] as number);
        blue += alpha * (rgba[from + 2] as number);
        opacity += alpha;
        left -= step;
        if (left > 0 && from + 4 < rgba.length) continue;
        sums[to] = (sums[to] as number) + red;
        sums[to + 1] = (sums[to + 1] as number) + green;
        sums[to + 2] = (sums[to + 2] as number) + blue;
        sums[to + 3] = (sums[to + 3] as number) + opacity;
        red = green = blue = opacity = 0;
        for (; left <= 0; left += part) to += 4;
      }
    },
    finish() {
      const data = new Uint8Array(sums.length);
      for (let at = 0; at < sums.length; at += 4) {
        const alpha = sums[at + 3] as number;
        if (alpha === 0) continue;
        const pixel = at / 4;
        // The last squares can extend beyond the image.
        const across = Math.min(part, size.width - part * (pixel % width));
        const along = Math.min(part, size.height - part * Math.floor(pixel / width));
        for (let channel = at; channel < at + 3; channel++) {
          data[channel] = Math.min(255, Math.round((sums[channel] as number) / alpha));
        }
        data[at + 3] = Math.min(255, Math.round(alpha / (across * along)));
      }
      return { width, height, data };
    },
  };
}
