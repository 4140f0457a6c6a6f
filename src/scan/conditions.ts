import { defocus, soften } from "./blur.ts";
import { type Gray, mapGray, shrink, surround, warp } from "./gray.ts";
import { quantize } from "./quantize.ts";

/** A picture of a code and the pixels a module of it. */
export interface View {
  readonly gray: Gray;
  readonly scale: number;
}

/** A way in which a picture reaches a scanner. */
interface Condition {
  readonly name: string;
  /** What is damaged: the picture itself, or what a camera makes of it. */
  readonly of: "picture" | "camera";
  /** What the scanner gets of `view`. */
  damage(view: View): Gray;
}

/** Pixels a module of a camera's picture of a code: enough for every scanner, and few enough to be quick. */
const CAMERA = 3;
const WHITE = 255;
const NEARLY_BLACK = 24;

/** What a camera makes of `view`: no more pixels than it needs. */
export function photograph({ gray, scale }: View): View {
  return scale <= CAMERA ? { gray, scale } : { gray: shrink(gray, CAMERA / scale), scale: CAMERA };
}

/** The fixed set. The strengths are such that plain codes pass all of it, by little, so that it shows what is harder to
 *  read than a plain code. A Gaussian of 0.6 module is not among them: a lone module sinks to 35 % of its depth in it,
 *  and no decoder reads any code. Nothing is random: noise comes from the place of the pixel. */
export const conditions: readonly Condition[] = [
  { name: "clean", of: "picture", damage: ({ gray }) => gray },
  { name: "2 px a module", of: "picture", damage: ({ gray, scale }) => shrink(gray, 2 / scale) },
  { name: "blur 0.4 module", of: "camera", damage: ({ gray, scale }) => soften(gray, 0.4 * scale) },
  { name: "defocus 0.6 module", of: "camera", damage: ({ gray, scale }) => defocus(gray, 0.6 * scale) },
  { name: "noise", of: "camera", damage: ({ gray }) => mapGray(gray, (v, x, y) => v + noise(x, y)) },
  { name: "half contrast", of: "camera", damage: ({ gray }) => mapGray(gray, (v) => 64 + (v >> 1)) },
  { name: "rotation", of: "camera", damage: ({ gray }) => rotate(gray) },
  { name: "perspective", of: "camera", damage: ({ gray }) => tilt(gray) },
  { name: "JPEG", of: "camera", damage: ({ gray }) => quantize(gray, 2) },
  { name: "uneven light", of: "camera", damage: ({ gray }) => shade(gray) },
  {
    name: "dark page",
    of: "camera",
    damage: ({ gray, scale }) => surround(gray, NEARLY_BLACK, Math.round(4 * scale)),
  },
];

/** -63 to 63 from a hash of the place; the sum of two even draws, so that middling values are more frequent. */
function noise(x: number, y: number): number {
  let hash = Math.imul(x + 1, 0x9e3779b1) ^ Math.imul(y + 1, 0x85ebca77);
  hash = Math.imul(hash ^ (hash >>> 15), 0xc2b2ae3d);
  hash ^= hash >>> 13;
  return (hash & 63) + ((hash >>> 8) & 63) - 63;
}

/** Turned by 22.6 degrees, the angle of the triangle 5, 12, 13, on a white page. */
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

/** Seen from below: the upper edge is 12 % shorter than the lower one, and what is far is small. */
function tilt(gray: Gray): Gray {
  const { width, height } = gray;
  const middle = (width - 1) / 2;
  return warp(gray, width, height, WHITE, (y) => {
    // What is seen in row y is this much larger than in the farthest row; straight lines stay straight because it grows
    // evenly.
    const t = y / (height - 1);
    const near = 0.88 + 0.12 * t;
    return { u: middle - middle / near, v: ((height - 1) * t) / near, du: 1 / near, dv: 0 };
  });
}

/** Lit from one corner: the opposite one has a third of the light. */
function shade(gray: Gray): Gray {
  const fall = 0.67 / (gray.width + gray.height);
  return mapGray(gray, (v, x, y) => v * (1 - fall * (x + y)));
}
