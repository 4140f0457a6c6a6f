import { encodePixels } from "../src/core/pixels.ts";
import type { PictureCodeOptions } from "../src/runtime/picture.ts";
import { drawPortrait } from "../test/picture-code/portrait.ts";

const { width, height, data } = drawPortrait();
const portrait = encodePixels({
  width,
  height,
  channels: 4,
  row: (into, y) => into.set(data.subarray(4 * y * width, 4 * (y + 1) * width)),
});

/** The pictures in docs/picture-codes.md: their paths and options. */
export const pictureCodes: Readonly<Record<string, PictureCodeOptions>> = {
  "docs/pictures/photo.png": { picture: portrait, size: 390, strength: 0.45 },
  "docs/pictures/halftone.png": { picture: portrait, size: 390, strength: 0.45, look: "halftone" },
  "docs/pictures/plain.png": { picture: portrait, size: 390, strength: 0 },
};
