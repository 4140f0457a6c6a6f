import { soften } from "../../../../src/scan/blur.ts";
import { type Gray, mapGray, shrink } from "../../../../src/scan/gray.ts";
import { rescale, sample } from "./resample.ts";
import { rotate } from "./shape.ts";

/** Damage caused by cameras and by photographed screens. */

/** Simulates a camera that moves by `modules` during the exposure, 30 degrees upwards. */
export function moveCamera(gray: Gray, scale: number, modules: number): Gray {
  const length = modules * scale;
  const steps = Math.max(2, Math.ceil(2 * length));
  const [du, dv] = [Math.cos(Math.PI / 6), -0.5].map((part) => (part * length) / steps) as [number, number];
  const data = new Uint8Array(gray.width * gray.height);
  for (let y = 0, at = 0; y < gray.height; y++) {
    for (let x = 0; x < gray.width; x++, at++) {
      let sum = 0;
      for (let step = 0.5 - steps / 2; step < steps / 2; step++) sum += sample(gray, x + step * du, y + step * dv);
      data[at] = sum / steps + 0.5;
    }
  }
  return { width: gray.width, height: gray.height, data };
}

/** Simulates a photo with `target` pixels per module. The lens blur has a standard deviation of 0.4 pixels. The camera
 *  is rotated by `degrees`, so modules start anywhere within a pixel. */
export function photograph(gray: Gray, scale: number, target: number, degrees: number): Gray {
  return shrink(soften(rotate(rescale(gray, scale, 3 * target), degrees), 3 * 0.4), 1 / 3);
}

/** Pixel pitch of the screen, in camera pixels. A value close to 1 makes the two grids interfere. */
const PITCH = 1.13;
const [SINE, COSINE] = [Math.sin(0.07), Math.cos(0.07)];
/** The contributions of red, green and blue to the brightness. */
const STRIPES = [0.3, 0.59, 0.11];
/** The dark share of a screen pixel's height. */
const GAP = 0.2;
/** The brightness of white before the grid is applied, 0 to 1. */
const EXPOSURE = 0.7;

/** Simulates a photo of a screen whose pixel grid is slightly rotated relative to the camera's. The grid consists of
 *  coloured stripes and dark gaps, with `percent` % of their full contrast. */
export function photographScreen(gray: Gray, percent: number): Gray {
  const depth = percent / 100;
  return mapGray(gray, (_, x, y) => {
    let sum = 0;
    for (let part = 0; part < 9; part++) {
      const [u, v] = [x + (part % 3) / 3 - 1 / 3, y + Math.floor(part / 3) / 3 - 1 / 3];
      const across = (u * COSINE - v * SINE) / PITCH;
      const down = (u * SINE + v * COSINE) / PITCH;
      const stripe = STRIPES[Math.floor(3 * (across - Math.floor(across)))] as number;
      const light = down - Math.floor(down) < GAP ? 0 : (3 * stripe) / (1 - GAP);
      sum += sample(gray, u, v) * (1 + depth * (light - 1));
    }
    return (EXPOSURE * sum) / 9 + 0.5;
  });
}
