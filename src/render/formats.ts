import { type FormatRow, formats } from "../options/formats.ts";
import { lookTable, type QrOptions, type Row, table } from "../options/table.ts";
import type { Picture } from "../picture.ts";
import { atMost } from "./at-most.ts";
import { designPixels } from "./design.ts";
import { drawDesignSvg, planDesign } from "./design-svg.ts";
import { logoPainter } from "./logo-art.ts";
import { paintPicture } from "./pictures.ts";
import type { Designs } from "./plan.ts";
import { planPicture } from "./plan-picture.ts";
import { settleForPrint } from "./printed-size.ts";

/** The code for pictures in all designs. */
export const designs: Designs = {
  plan: planDesign,
  svg: drawDesignSvg,
  pixels(plan, { pixels, caption }) {
    return designPixels(plan, plan.logo && pixels && logoPainter(plan.logo, pixels), caption);
  },
};

/** Draws the picture that `options` describe, without its logo and its caption. Throws like `paintPng`. */
export function drawPicture(options: QrOptions): Picture {
  return paintPicture(planPicture(settleForPrint(options), undefined, designs), {}, designs);
}

/** The look options of a plain code: their defaults. */
const plainLook = /* @__PURE__ */ Object.fromEntries(
  /* @__PURE__ */ Object.entries<Row>(lookTable).map(([name, row]) => [
    name,
    "default" in row ? row.default : undefined,
  ]),
) as Pick<QrOptions, keyof typeof lookTable>;

/** Returns the options for the PNG or SVG that is scanned to validate a code with `options`. If the format contains no
 *  image, such as text or JSON, a plain PNG of the same symbol is scanned. A picture that is larger than those of the HTTP API
 *  is scanned at their largest size, because decoders need several times the memory of its pixels. */
export function scannedOptions(options: QrOptions): QrOptions {
  const { image, print } = formats[options.format] as FormatRow;
  // Formats for print have the same shapes as an SVG.
  const shown = print
    ? { ...options, format: "svg" as const }
    : image
      ? options
      : { ...options, ...plainLook, format: "png" as const };
  return atMost(shown, table.size.max);
}
