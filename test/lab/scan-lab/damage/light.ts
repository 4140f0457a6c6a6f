import { type Box, crop, type Gray, mapGray, surround } from "../../../../src/scan/gray.ts";
import { randomFrom } from "./random.ts";

/** Damage that changes the brightness. */

const NEARLY_BLACK = 24;
const GRAY = 128;

/** Adds noise with a standard deviation of `levels` (of 256). First moves black and white an eighth of the range
 *  towards grey, so that less of the noise is clipped. */
export function addNoise(gray: Gray, levels: number): Gray {
  const random = randomFrom(gray.width);
  // The sum of four uniform numbers is nearly normal, with a variance of 4 / 12.
  const normal = () => (random() + random() + random() + random() - 2) * Math.sqrt(3);
  return mapGray(gray, (v) => 32 + 0.75 * v + levels * normal() + 0.5);
}

/** Reduces the contrast to `percent` %, around medium grey, and adds the noise of a good camera. */
export function fade(gray: Gray, percent: number): Gray {
  const random = randomFrom(gray.width);
  return mapGray(gray, (v) => GRAY + ((v - GRAY) * percent) / 100 + 4 * (random() + random() - 1) + 0.5);
}

/** Lights the picture from the top left corner. The light decreases exponentially to `percent` % in the opposite
 *  corner. */
export function shade(gray: Gray, percent: number): Gray {
  const fading = Math.log(percent / 100) / (gray.width + gray.height - 2);
  const light = Float64Array.from({ length: gray.width + gray.height }, (_, way) => Math.exp(fading * way));
  return mapGray(gray, (v, x, y) => v * (light[x + y] as number) + 0.5);
}

/** Adds the reflection of a lamp to the right of the centre: a white disc whose diameter is `percent` % of the
 *  picture's width. The light fades out over one more radius. */
export function glare(gray: Gray, percent: number): Gray {
  const [left, top] = [0.62 * gray.width, 0.55 * gray.height];
  const radius = (gray.width * percent) / 200;
  return mapGray(gray, (v, x, y) => {
    const light = 2 - Math.hypot(x - left, y - top) / radius;
    return light <= 0 ? v : v + (255 - v) * Math.min(1, light) + 0.5;
  });
}

/** Trims the quiet zone to `modules`, and surrounds the picture with a nearly black border. */
export function darken(gray: Gray, scale: number, modules: number): Gray {
  const { left, top, right, bottom } = darkArea(gray);
  const margin = Math.round(modules * scale);
  const near = {
    left: Math.max(0, left - margin),
    top: Math.max(0, top - margin),
    right: Math.min(gray.width, right + margin),
    bottom: Math.min(gray.height, bottom + margin),
  };
  return surround(crop(gray, near), NEARLY_BLACK, Math.round(4 * scale));
}

/** Returns the smallest box that contains all dark pixels. */
export function darkArea({ width, height, data }: Gray): Box {
  let [left, top, right, bottom] = [width, height, 0, 0];
  for (let y = 0, at = 0; y < height; y++) {
    for (let x = 0; x < width; x++, at++) {
      if ((data[at] as number) >= GRAY) continue;
      left = Math.min(left, x);
      right = Math.max(right, x + 1);
      top = Math.min(top, y);
      bottom = y + 1;
    }
  }
  return { left, top, right, bottom };
}
