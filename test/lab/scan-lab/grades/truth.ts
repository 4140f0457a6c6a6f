import type { View } from "../../../../src/scan/conditions.ts";
import { crop, type Gray, mapGray, surround } from "../../../../src/scan/gray.ts";
import type { CodeView } from "../../../../src/scan/margins.ts";
import { damages } from "../damage/table.ts";
import type { MixedPicture } from "./mix.ts";

/** A damaged copy of a picture. */
export interface Trial {
  readonly name: string;
  apply(picture: MixedPicture): Gray;
}

/** The strength of each kind of damage in the trials. */
const STRENGTHS: Readonly<Record<string, number>> = {
  small: 1.45,
  photo: 2.2,
  "ink spread": 17,
  "faint ink": 8,
  dirt: 2,
  scratches: 2,
  blur: 0.36,
  defocus: 0.68,
  motion: 1.2,
  noise: 32,
  JPEG: 32,
  "low contrast": 28,
  "uneven light": 15,
  glare: 13,
  "dark page": 2,
  moiré: 80,
  rotation: 2.2,
  perspective: 15,
  "curved paper": 30,
  barrel: 7,
};

/** Kinds of damage to the ink, which need dark modules on white. */
const INK = ["ink spread", "faint ink", "dirt", "scratches"];
const NEARLY_BLACK = 24;

export const trials: readonly Trial[] = damages
  .filter(({ name, strength }) => STRENGTHS[name] === strength)
  .map(({ name, strength, apply }) => ({
    name,
    apply: (picture) => {
      if (name === "dark page") return darken(picture.view, strength);
      return INK.includes(name) ? ofInk(picture, apply) : apply(picture.view);
    },
  }));

/** Recolours the picture to black on white, applies `damage`, and restores the colours. */
function ofInk({ view, levels: { front, back } }: MixedPicture, damage: (view: View) => Gray): Gray {
  if (front === back) return view.gray;
  const plain = { ...view, gray: mapGray(view.gray, (v) => (255 * (v - front)) / (back - front) + 0.5) };
  return mapGray(damage(plain), (v) => front + (v * (back - front)) / 255 + 0.5);
}

/** Trims the quiet zone to `modules`, and surrounds the picture with a nearly black border. */
function darken({ gray, scale, side }: CodeView, modules: number): Gray {
  const rest = Math.max(0, Math.floor((gray.width - side * scale) / 2) - Math.round(modules * scale));
  const box = { left: rest, top: rest, right: gray.width - rest, bottom: gray.height - rest };
  return surround(crop(gray, box), NEARLY_BLACK, Math.round(4 * scale));
}
