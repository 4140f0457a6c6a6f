import type { LogoLayout } from "../../src/logo/budget.ts";
import type { QrOptions } from "../../src/options/table.ts";
import type { Picture } from "../../src/picture.ts";
import { designs } from "../../src/render/formats.ts";
import { artBox, paintPicture, paintPng } from "../../src/render/pictures.ts";
import { type Art, planOf, type SvgDesign } from "../../src/render/plan.ts";
import { planPicture } from "../../src/render/plan-picture.ts";

/** Draws the picture with a logo in the place that `layout` has for it. */
export function drawLogoPicture(options: QrOptions, layout: LogoLayout, art: Art): Picture {
  return paintPicture(
    planOf(options, () => layout, designs),
    art,
    designs,
  );
}

/** Returns the size in pixels at which the logo of a picture is drawn. */
export function boxOfLogo(options: QrOptions, aspect: number): { width: number; height: number } {
  const box = artBox(planPicture(options, aspect, designs));
  if (!box) throw new Error("there is no logo");
  return box;
}

/** Draws a PNG without a logo. */
export function drawPngDesign(options: SvgDesign, art?: Art): Uint8Array<ArrayBuffer> {
  return paintPng(planOf(options, undefined, designs), art, designs);
}
