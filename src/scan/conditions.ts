import type { Gray } from "../ports.ts";
import { defocus, soften } from "./blur.ts";
import { mapGray, shrink, surround, warp } from "./gray.ts";
import { quantize } from "./quantize.ts";

export interface View {
  readonly gray: Gray;
  /** Pixels per module. */
  readonly scale: number;
}

/** The picture that is damaged: the picture itself, a simulated photo of it, or such a photo without the pixels left over
 *  around the quiet zone. */
export type Viewpoint = "picture" | "camera" | "trimmed";

interface Condition {
  readonly name: string;
  readonly of: Viewpoint;
  damage(view: View): Gray;
}

/** Number of pixels per module in a simulated photo: enough for every scanner, and fast to process. */
const CAMERA = 3;
const WHITE = 255;
export const NEARLY_BLACK = 24;

/** Returns a simulated photo, in which modules are at most `pixels` wide. */
export function photograph({ gray, scale }: View, pixels = CAMERA): View {
  return scale <= pixels ? { gray, scale } : { gray: shrink(gray, pixels / scale), scale: pixels };
}

/** The conditions under which a QR code is tested. Plain codes barely pass all of them, so a code that fails one is harder
 *  to read than a plain code. A stronger blur would be useless: no decoder reads any code after a Gaussian blur of 0.6
 *  modules. Nothing is random. */
export const conditions: readonly Condition[] = [
  { name: "clean", of: "picture", damage: ({ gray }) => gray },
  { name: "2 px a module", of: "picture", damage: ({ gray, scale }) => shrink(gray, 2 / scale) },
  { name: "blur 0.4 module", of: "camera", damage: ({ gray, scale }) => soften(gray, 0.4 * scale) },
  { name: "defocus 0.6 module", of: "camera", damage: ({ gray, scale }) => defocus(gray, 0.6 * scale) },
  { name: "noise", of: "camera", damage: ({ gray }) => addNoise(gray, 0, 4, 64) },
  { name: "half contrast", of: "camera", damage: ({ gray }) => addNoise(gray, 64, 2, 0) },
  { name: "rotation", of: "camera", damage: ({ gray }) => rotate(gray) },
  { name: "perspective", of: "camera", damage: ({ gray }) => tilt(gray, 12, WHITE) },
  { name: "JPEG", of: "camera", damage: ({ gray }) => quantize(gray, 2) },
  { name: "uneven light", of: "camera", damage: ({ gray }) => shade(gray, 33) },
  {
    name: "dark page",
    of: "trimmed",
    damage: ({ gray, scale }) => surround(gray, NEARLY_BLACK, Math.round(4 * scale)),
  },
];

/** Multiplies grey levels by `quarters` / 4, and adds `base` and noise of up to `strength` levels. */
export function addNoise({ width, height, data }: Gray, base: number, quarters: number, strength: number): Gray {
  const out = new Uint8Array(data.length);
  for (let y = 0, at = 0; y < height; y++) {
    for (let x = 0; x < width; x++, at++) {
      const v = base + (((data[at] as number) * quarters) >> 2) + ((noise(x, y) * strength) >> 6);
      out[at] = v < 0 ? 0 : v > 255 ? 255 : v;
    }
  }
  return { width, height, data: out };
}

/** Returns an integer from -63 to 63, derived from a hash of the position. Values near 0 are more frequent. */
function noise(x: number, y: number): number {
  let hash = Math.imul(x + 1, 0x9e3779b1) ^ Math.imul(y + 1, 0x85ebca77);
  hash = Math.imul(hash ^ (hash >>> 15), 0xc2b2ae3d);
  hash ^= hash >>> 13;
  return (hash & 63) + ((hash >>> 8) & 63) - 63;
}

/** Rotates by 22.6 degrees, the smallest angle of the 5-12-13 triangle. */
function rotate(gray: Gray): Gray {
  const [sine, cosine] = [5 / 13, 12 / 13];
  const { width, height } = gray;
  const wide = Math.ceil(width * cosine + height * sine);
  const high = Math.ceil(width * sine + height * cosine);
  const left = (wide - 1) / 2;
  return warp(gray, wide, high, WHITE, (y) => {
    const dy = y - (high - 1) / 2;
    return {
      u: (width - 1) / 2 - cosine * left + sine * dy,
      v: (height - 1) / 2 + sine * left + cosine * dy,
      du: cosine,
      dv: -sine,
    };
  });
}

/** Shows `gray` in perspective: the upper edge is `percent`% shorter than the lower one. `value` fills the area around
 *  it. */
export function tilt(gray: Gray, percent: number, value: number): Gray {
  const { width, height } = gray;
  const middle = (width - 1) / 2;
  return warp(gray, width, height, value, (y) => {
    // The scale of row y grows linearly, so straight lines stay straight.
    const t = y / (height - 1);
    const near = 1 - percent / 100 + (percent / 100) * t;
    return { u: middle - middle / near, v: ((height - 1) * t) / near, du: 1 / near, dv: 0 };
  });
}

/** Darkens the picture gradually from the top left corner, which keeps its light, to the opposite corner, which keeps
 *  `percent`%. */
export function shade(gray: Gray, percent: number): Gray {
  const fall = (100 - percent) / 100 / (gray.width + gray.height);
  return mapGray(gray, (v, x, y) => v * (1 - fall * (x + y)));
}
