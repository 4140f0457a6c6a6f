import type { Pixels } from "../ports.ts";
import { resample } from "./resample.ts";

/** A box in pixels. */
export interface Box {
  readonly width: number;
  readonly height: number;
}

/** Pixels per side to which large pictures are read before they are reduced carefully. */
export const READ_SIDE = 1024;

/** The size to which a picture of this size is read: its own or, where it is large, a fraction of it. */
export function readSize({ width, height }: Box): Box {
  const part = Math.ceil(Math.max(width, height) / READ_SIDE);
  return { width: Math.ceil(width / part), height: Math.ceil(height / part) };
}

/** How large a picture of this size is in a box that it fills as far as its aspect ratio allows; whole pixels. */
export function fittedSize(size: Box, box: Box): Box {
  const scale = Math.min(box.width / size.width, box.height / size.height);
  return {
    width: Math.min(box.width, Math.max(1, Math.round(size.width * scale))),
    height: Math.min(box.height, Math.max(1, Math.round(size.height * scale))),
  };
}

/** `pixels` as large as fit the box, in its middle. */
export function fitInto(pixels: Pixels, box: Box): Pixels {
  const { width, height } = fittedSize(pixels, box);
  return centred(resample(pixels, width, height), box);
}

/** `pixels` in the middle of a transparent box; what is beyond it, at most a pixel by rounding, is cut off. */
export function centred(pixels: Pixels, { width, height }: Box): Pixels {
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
