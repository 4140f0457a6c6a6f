import { type Gray, shrink } from "../../../../src/scan/gray.ts";

/** A position in a picture, in pixels from the centre of the top left pixel. */
export interface Point {
  u: number;
  v: number;
}

const WHITE = 255;

/** Returns the brightness at (u, v), interpolated linearly. Positions outside `gray` are white. */
export function sample({ width, height, data }: Gray, u: number, v: number): number {
  if (u < 0 || v < 0 || u > width - 1 || v > height - 1) return WHITE;
  const left = Math.min(width - 2, Math.floor(u));
  const top = Math.min(height - 2, Math.floor(v));
  const at = top * width + left;
  const upper = (data[at] as number) + (u - left) * ((data[at + 1] as number) - (data[at] as number));
  const below = at + width;
  const lower = (data[below] as number) + (u - left) * ((data[below + 1] as number) - (data[below] as number));
  return upper + (v - top) * (lower - upper);
}

/** Returns a picture of `width` x `height` pixels. `locate` sets `point` to the position in `gray` from which the pixel
 *  at (x, y) is sampled. */
export function remap(
  gray: Gray,
  width: number,
  height: number,
  locate: (x: number, y: number, point: Point) => void,
): Gray {
  const data = new Uint8Array(width * height);
  const point = { u: 0, v: 0 };
  for (let y = 0, at = 0; y < height; y++) {
    for (let x = 0; x < width; x++, at++) {
      locate(x, y, point);
      data[at] = sample(gray, point.u, point.v) + 0.5;
    }
  }
  return { width, height, data };
}

/** Rescales a picture from `scale` to `target` pixels per module. */
export function rescale(gray: Gray, scale: number, target: number): Gray {
  if (target <= scale) return shrink(gray, target / scale);
  const factor = target / scale;
  return remap(gray, Math.round(gray.width * factor), Math.round(gray.height * factor), (x, y, point) => {
    point.u = clamp((x + 0.5) / factor - 0.5, gray.width);
    point.v = clamp((y + 0.5) / factor - 0.5, gray.height);
  });
}

const clamp = (at: number, length: number): number => Math.min(length - 1, Math.max(0, at));
