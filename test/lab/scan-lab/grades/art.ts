import type { Pixels } from "../../../../src/ports.ts";
import { randomFrom } from "../damage/random.ts";

/** Logos that are drawn from formulas, so that the lab needs no image files. */

type Color = readonly [red: number, green: number, blue: number, alpha: number];

/** Returns the colour at (x, y), both from -1 to 1. `noise` returns random numbers from 0 to 1. */
type Shape = (x: number, y: number, tint: Color, noise: () => number) => Color;

const WHITE: Color = [255, 255, 255, 255];
const CLEAR: Color = [0, 0, 0, 0];

const table = {
  box: (_x, _y, tint) => tint,
  disc: (x, y, tint) => (x * x + y * y < 1 ? tint : CLEAR),
  ring: (x, y, tint) => (Math.abs(Math.sqrt(x * x + y * y) - 0.75) < 0.2 ? tint : WHITE),
  stripes: (x, y, tint) => (Math.abs(y) < 0.8 && Math.floor(4 * (x + 1)) % 2 === 0 ? tint : WHITE),
  photo: (x, y, tint, noise) => [
    ...([0, 1, 2].map((at) => (tint[at] as number) * (0.6 + 0.2 * x - 0.2 * y) + 60 * noise()) as [
      number,
      number,
      number,
    ]),
    255,
  ],
} satisfies Record<string, Shape>;

export type ShapeName = keyof typeof table;
export const shapes = Object.keys(table) as readonly ShapeName[];

export interface Art {
  readonly shape: ShapeName;
  /** width / height */
  readonly aspect: number;
  /** Selects the colours. */
  readonly seed: number;
}

/** Draws the logo as an image that fills the box. */
export function drawArt({ shape, seed }: Art, { width, height }: { width: number; height: number }): Pixels {
  const random = randomFrom(seed);
  const tint: Color = [255 * random(), 255 * random(), 255 * random(), 255];
  const data = new Uint8Array(width * height * 4);
  for (let y = 0, at = 0; y < height; y++) {
    for (let x = 0; x < width; x++, at += 4) {
      data.set(table[shape]((2 * x + 1) / width - 1, (2 * y + 1) / height - 1, tint, random), at);
    }
  }
  return { width, height, data };
}
