import { defocus, soften } from "../../../../src/scan/blur.ts";
import type { View } from "../../../../src/scan/conditions.ts";
import { type Gray, shrink } from "../../../../src/scan/gray.ts";
import { quantize } from "../../../../src/scan/quantize.ts";
import { moveCamera, photograph, photographScreen } from "./camera.ts";
import { addNoise, darken, fade, glare, shade } from "./light.ts";
import { scratch, spreadInk, stain } from "./print.ts";
import { barrel, bend, tilt } from "./shape.ts";

/** A picture, and the length in pixels of which dirt, scratches and ink spread are multiples: that of a module, unless codes
 *  with other modules are compared. */
export interface PrintView extends View {
  readonly unit?: number | undefined;
}

interface DamageKind {
  readonly name: string;
  /** The damage in words; `#` is the strength. */
  readonly rule: string;
  /** Three strengths, weakest first. */
  readonly strengths: readonly [number, number, number];
  /** What is damaged: the picture, or a photo of it with at most CAMERA pixels per module. */
  readonly of: "picture" | "camera";
  damage(view: PrintView, strength: number): Gray;
}

/** Maximum pixels per module in a simulated photo. Smaller modules keep their size. */
export const CAMERA = 4;

export const kinds: readonly DamageKind[] = [
  {
    name: "small",
    rule: "# px per module, each pixel the average of its area",
    strengths: [1.8, 1.45, 1.4],
    of: "picture",
    damage: ({ gray, scale }, px) => shrink(gray, px / scale),
  },
  {
    name: "photo",
    rule: "# px per module, rotated by 3°, with a lens blur of 0.4 px",
    strengths: [4, 2.2, 1.6],
    of: "picture",
    damage: ({ gray, scale }, px) => photograph(gray, scale, px, 3),
  },
  {
    name: "ink spread",
    rule: "dark modules grow by # % of a module on each side",
    strengths: [8, 17, 25],
    of: "picture",
    damage: ({ gray, scale, unit = scale }, percent) =>
      spreadInk(gray, scale, (percent * unit) / scale, Math.min(scale, CAMERA)),
  },
  {
    name: "faint ink",
    rule: "light modules grow by # % of a module on each side",
    strengths: [8, 17, 25],
    of: "picture",
    damage: ({ gray, scale, unit = scale }, percent) =>
      spreadInk(gray, scale, (-percent * unit) / scale, Math.min(scale, CAMERA)),
  },
  {
    name: "dirt",
    rule: "drops 0.6 to 1.6 modules wide cover # % of the code",
    strengths: [0.5, 2, 5],
    of: "camera",
    damage: ({ gray, scale, unit = scale }, percent) => stain(gray, unit, percent),
  },
  {
    name: "scratches",
    rule: "light lines 0.4 modules wide cover # % of the code",
    strengths: [0.5, 2, 6],
    of: "camera",
    damage: ({ gray, scale, unit = scale }, percent) => scratch(gray, unit, percent),
  },
  {
    name: "blur",
    rule: "Gaussian blur with a standard deviation of # modules",
    strengths: [0.36, 0.4, 0.46],
    of: "camera",
    damage: ({ gray, scale }, modules) => soften(gray, modules * scale),
  },
  {
    name: "defocus",
    rule: "blur with a disc of radius # modules",
    strengths: [0.55, 0.68, 0.78],
    of: "camera",
    damage: ({ gray, scale }, modules) => defocus(gray, modules * scale),
  },
  {
    name: "motion",
    rule: "blur along # modules at an angle of 30°",
    strengths: [1.2, 1.5, 1.9],
    of: "camera",
    damage: ({ gray, scale }, modules) => moveCamera(gray, scale, modules),
  },
  {
    name: "noise",
    rule: "noise with a standard deviation of # levels of 256, at three quarters of the contrast",
    strengths: [26, 32, 40],
    of: "camera",
    damage: ({ gray }, levels) => addNoise(gray, levels),
  },
  {
    name: "JPEG",
    rule: "frequencies rounded to # times the usual steps",
    strengths: [16, 32, 64],
    of: "camera",
    damage: ({ gray }, steps) => quantize(gray, steps),
  },
  {
    name: "low contrast",
    rule: "# % of the contrast is left",
    strengths: [28, 20, 6],
    of: "camera",
    damage: ({ gray }, percent) => fade(gray, percent),
  },
  {
    name: "uneven light",
    rule: "one corner gets # % of the light of the opposite corner",
    strengths: [15, 3, 1],
    of: "camera",
    damage: ({ gray }, percent) => shade(gray, percent),
  },
  {
    name: "glare",
    rule: "a disc # % of the width across is white, with a soft edge",
    strengths: [10, 13, 18],
    of: "camera",
    damage: ({ gray }, percent) => glare(gray, percent),
  },
  {
    name: "dark page",
    rule: "nearly black pixels from # modules around the code",
    strengths: [2, 0.5, 0],
    of: "camera",
    damage: ({ gray, scale }, modules) => darken(gray, scale, modules),
  },
  {
    name: "moiré",
    rule: "a photo of a screen whose pixel grid has # % of its contrast",
    strengths: [65, 80, 95],
    of: "camera",
    damage: ({ gray }, percent) => photographScreen(gray, percent),
  },
  {
    name: "rotation",
    rule: "# px per module, like photo, but rotated by 30°",
    strengths: [4, 2.2, 1.8],
    of: "picture",
    damage: ({ gray, scale }, px) => photograph(gray, scale, px, 30),
  },
  {
    name: "perspective",
    rule: "the farthest corner is # % smaller than the nearest one",
    strengths: [5, 15, 60],
    of: "camera",
    damage: ({ gray }, percent) => tilt(gray, percent),
  },
  {
    name: "curved paper",
    rule: "bent around #° of a cylinder",
    strengths: [30, 60, 90],
    of: "camera",
    damage: ({ gray }, degrees) => bend(gray, degrees),
  },
  {
    name: "barrel",
    rule: "a wide-angle lens moves the corners by # % towards the middle",
    strengths: [3, 7, 12],
    of: "camera",
    damage: ({ gray }, percent) => barrel(gray, percent),
  },
];

export interface Damage {
  readonly name: string;
  readonly strength: number;
  /** Returns the damaged picture. `view` must include the quiet zone, and have dark modules on a light background. */
  apply(view: PrintView): Gray;
}

/** Every kind of damage at every strength. */
export const damages: readonly Damage[] = kinds.flatMap(({ name, strengths, of, damage }) =>
  strengths.map((strength) => ({
    name,
    strength,
    apply: (view: PrintView) => damage(of === "picture" ? view : cameraView(view), strength),
  })),
);

/** The last view and its photo. Cached, because all kinds of damage are applied to a picture in succession. */
let last: { readonly view: PrintView; readonly camera: PrintView } | undefined;

function cameraView(view: PrintView): PrintView {
  if (last?.view !== view) {
    const scale = Math.min(view.scale, CAMERA);
    const ratio = scale / view.scale;
    const unit = view.unit === undefined ? undefined : view.unit * ratio;
    last = { view, camera: { gray: shrink(view.gray, ratio), scale, unit } };
  }
  return last.camera;
}
