import { logoInvisible } from "../messages/logo-rules.ts";
import type { Pixels } from "../ports.ts";
import { logoFault } from "./errors.ts";

/** For each orientation, a function that returns the index of the stored pixel that is shown at (x, y). `w` and `h` are
 *  the stored width and height. EXIF 2.32, 4.6.4. */
const SOURCES: readonly ((x: number, y: number, w: number, h: number) => number)[] = [
  (x, y, w) => y * w + x,
  (x, y, w) => y * w + (w - 1 - x),
  (x, y, w, h) => (h - 1 - y) * w + (w - 1 - x),
  (x, y, w, h) => (h - 1 - y) * w + x,
  (x, y, w) => x * w + y,
  (x, y, w, h) => (h - 1 - x) * w + y,
  (x, y, w, h) => (h - 1 - x) * w + (w - 1 - y),
  (x, y, w) => x * w + (w - 1 - y),
];

/** Rotates and mirrors stored pixels according to the EXIF orientation, 1 to 8. */
export function orient(pixels: Pixels, orientation: number): Pixels {
  const source = SOURCES[orientation - 1];
  if (orientation === 1 || !source) return pixels;
  const [width, height] = orientation > 4 ? [pixels.height, pixels.width] : [pixels.width, pixels.height];
  const { buffer, byteOffset, byteLength } = pixels.data;
  const from = new DataView(buffer, byteOffset, byteLength);
  const data = new Uint8Array(byteLength);
  const to = new DataView(data.buffer);
  for (let y = 0, at = 0; y < height; y++) {
    for (let x = 0; x < width; x++, at += 4) {
      to.setUint32(at, from.getUint32(4 * source(x, y, pixels.width, pixels.height)));
    }
  }
  return { width, height, data };
}

/** Returns `pixels`. @throws {QrError} LOGO_INVALID if all of them are transparent. */
export function checkVisible(pixels: Pixels): Pixels {
  for (let at = 3; at < pixels.data.length; at += 4) if (pixels.data[at] !== 0) return pixels;
  throw logoFault(logoInvisible);
}
