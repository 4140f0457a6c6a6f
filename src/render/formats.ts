import { formats } from "../options/formats.ts";
import { lookTable, type QrOptions, type Row } from "../options/table.ts";
import { captionJobOf, codeInside, drawPngDesign, drawSvgDesign } from "./design.ts";
import { createPictures, type Pictures } from "./pictures.ts";

/** The look options of a plain code: their defaults. */
const plainLook = /* @__PURE__ */ Object.fromEntries(
  /* @__PURE__ */ Object.entries<Row>(lookTable).map(([name, row]) => [
    name,
    "default" in row ? row.default : undefined,
  ]),
) as Pick<QrOptions, keyof typeof lookTable>;

const designs = { drawSvgDesign, drawPngDesign, codeInside, captionJobOf };

/** Draws pictures in all designs. */
export const pictures: Pictures = /* @__PURE__ */ createPictures(designs);

/** Draws a picture in any design, as described for `Pictures`. */
export const drawPicture: Pictures["drawPicture"] = (...picture) => pictures.drawPicture(...picture);
export const drawLogoPicture: Pictures["drawLogoPicture"] = (...picture) => pictures.drawLogoPicture(...picture);

/** Returns the options for the PNG or SVG that is scanned to validate a code with `options`. If the format contains no
 *  image, such as text or JSON, a plain PNG of the same symbol is scanned. */
export function scannedOptions(options: QrOptions): QrOptions {
  return formats[options.format].image ? options : { ...options, ...plainLook, format: "png" };
}
