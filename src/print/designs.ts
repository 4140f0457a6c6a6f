import { millimetresOf } from "../options/lengths.ts";
import type { QrOptions } from "../options/table.ts";
import { epsOf } from "../pdf/eps.ts";
import type { PdfImage } from "../pdf/page.ts";
import { pdfOf } from "../pdf/single.ts";
import { designs } from "../render/formats.ts";
import type { Art, Designs, Plan, SvgOptions } from "../render/plan.ts";
import { paintSvg } from "../render/svg.ts";
import type { SvgDocument } from "../svg.ts";
import { jpegIn } from "./jpeg.ts";

const POINTS_PER_MM = 72 / 25.4;
/** A CSS pixel is 1/96 of an inch. */
const POINTS_PER_PIXEL = 72 / 96;

/** What an SVG has as the URL of a logo whose pixels are an object of the file. */
const LOGO = "logo";

/** Draws the SVG of a plan, and passes it to `write` with its size in points and the images in it. */
export function paintPrint<Body>(
  plan: Plan<SvgOptions & Pick<QrOptions, "width">>,
  art: Art,
  code: Pick<Designs, "svg"> | undefined,
  write: (
    svg: SvgDocument,
    size: { readonly width: number; readonly height: number },
    images: { readonly imageOf: (href: string) => PdfImage | undefined },
  ) => Body,
): Body {
  const { pixels, href = pixels && LOGO } = art;
  const svg = paintSvg(plan, { ...art, href }, code);
  const { width: length } = plan.code;
  const width = length === undefined ? svg.width * POINTS_PER_PIXEL : millimetresOf(length) * POINTS_PER_MM;
  const height = (width * svg.height) / svg.width;
  const imageOf = (url: string) => (url === LOGO ? pixels : jpegIn(url));
  return write(svg, { width, height }, { imageOf });
}

/** The code for pictures in all designs and formats. */
export const printDesigns: Designs = {
  ...designs,
  print: {
    pdf: (plan, art, code) => paintPrint(plan, art, code, pdfOf),
    eps: (plan, art, code) => paintPrint(plan, art, code, epsOf),
  },
};
