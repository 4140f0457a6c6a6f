import { encodeSymbol } from "../core/core.ts";
import type { PixelSource, TakeBytes } from "../core/image-writer.ts";
import { encodePixels } from "../core/pixels.ts";
import { QrError } from "../errors.ts";
import type { LogoLayout } from "../logo/budget.ts";
import { type BodyOf, type Format, type FormatRow, formats } from "../options/formats.ts";
import type { QrOptions } from "../options/table.ts";
import type { Picture } from "../picture.ts";
import type { Pixels } from "../ports.ts";
import { type SvgDocument, textOf } from "../svg.ts";
import { encodeBase64 } from "../text/base64.ts";
import { drawBlocks } from "./blocks.ts";
import { drawMatrix } from "./matrix.ts";
import type { Art, Designs, Plan, PngOptions } from "./plan.ts";
import { drawPng, encodeArt, pixelsWithLogo } from "./png.ts";
import { recolored } from "./png-color.ts";
import { withDensity } from "./png-density.ts";
import { densityOf, inMillimetres } from "./printed-size.ts";
import { paintSvg } from "./svg.ts";

/** Draws the PNG of a plan. `take` copies the bytes of plain square modules out of the core's memory, by default to a new
 *  array. @throws {QrError} DATA_TOO_LONG, or NOT_SUPPORTED if the options have a caption, but `art` has none. */
export function paintPng(
  plan: Plan<PngOptions>,
  art: Art = {},
  designs?: Pick<Designs, "pixels">,
  take?: TakeBytes,
): Uint8Array<ArrayBuffer> {
  const { code, logo, look } = plan;
  const encode = (source: PixelSource) => encodePixels(recolored(source, code.pngColor));
  if (look && designs) return encode(designs.pixels(plan, art));
  return logo && art.pixels ? encode(pixelsWithLogo(code, logo, art.pixels)) : drawPng(plan, take);
}

export const NO_PRINT = "{field} must be png or svg here: the server draws the others";

type Painter<Body> = (plan: Plan, art: Art, designs?: Designs, take?: TakeBytes) => Body;

const symbolOf = ({ code, symbol }: Plan) => symbol ?? encodeSymbol(code.data, code);

/** @throws {QrError} NOT_SUPPORTED if `designs` has no code for print. */
function printersIn(designs: Designs | undefined): NonNullable<Designs["print"]> {
  if (designs?.print) return designs.print;
  throw new QrError("NOT_SUPPORTED", { field: "format", rule: NO_PRINT });
}

const painters: { readonly [Name in Format]: Painter<BodyOf<Name>> } = {
  png: (plan, art, designs, take) => withDensity(paintPng(plan, art, designs, take), densityOf(plan.code)),
  svg: (plan, art, designs) => textOf(inMillimetres(paintDocument(plan, art, designs), plan.code.width)),
  pdf: (plan, art, designs) => printersIn(designs).pdf(plan, art, designs as Designs),
  eps: (plan, art, designs) => printersIn(designs).eps(plan, art, designs as Designs),
  json: (plan) => JSON.stringify(drawMatrix(symbolOf(plan))),
  txt: (plan) => drawBlocks(symbolOf(plan), plan.code.margin, "light"),
};

/** Draws the SVG document of a plan, with the pixels of the logo unless `art` has its URL. Throws like `paintPng`. */
export function paintDocument(plan: Plan, art: Art = {}, designs?: Designs): SvgDocument {
  const { pixels, href = pixels && artUrl(plan.code, pixels) } = art;
  return paintSvg(plan, { ...art, href }, designs);
}

/** Draws a plan in its format. Throws like `paintPng`. */
export function paintPicture(plan: Plan, art: Art = {}, designs?: Designs, take?: TakeBytes): Picture {
  const { format } = plan.code;
  return { contentType: formats[format].contentType, body: painters[format](plan, art, designs, take) };
}

/** Returns the pixels of a logo as a data URI for an SVG. */
export function artUrl({ bg, bgGradient }: Pick<QrOptions, "bg" | "bgGradient">, pixels: Pixels): string {
  // A gradient is visible through the logo.
  return `data:image/png;base64,${encodeBase64(encodeArt(pixels, bgGradient ? "transparent" : bg))}`;
}

/** In a vector format, a logo is rasterized at VECTOR_ZOOM pixels per unit. The number is lower if the longer side of
 *  the logo would have more than VECTOR_SIDE pixels. */
const VECTOR_ZOOM = 3;
const VECTOR_SIDE = 1024;
/** The same for print, which shows more details than screens. */
const PRINT_ZOOM = 8;
/** In a PNG, a logo is rasterized at the size at which it is shown, but with at most PIXEL_SIDE pixels per side, which take
 *  64 MB. A larger one is enlarged while it is drawn. */
const PIXEL_SIDE = 4096;

/** Returns the size in pixels at which to rasterize the logo; undefined without a logo. */
export function artBox({ code, logo }: Plan): { width: number; height: number } | undefined {
  return logo && boxOfArt(logo, formats[code.format] as FormatRow);
}

/** Returns the size in pixels at which to rasterize a logo for a format. */
export function boxOfArt(
  { plate }: LogoLayout,
  { vector = false, print = false }: { readonly vector?: boolean; readonly print?: boolean },
): { width: number; height: number } {
  const { left, top, right, bottom } = plate.art;
  const [width, height] = [right - left, bottom - top];
  const longest = Math.max(width, height);
  const zoom = vector
    ? Math.min(print ? PRINT_ZOOM : VECTOR_ZOOM, VECTOR_SIDE / longest)
    : Math.min(1, PIXEL_SIDE / longest);
  return { width: Math.max(1, Math.round(width * zoom)), height: Math.max(1, Math.round(height * zoom)) };
}
