import type { SvgDocument } from "../svg.ts";
import { joinBytes } from "../text/bytes.ts";
import type { Inks } from "./content.ts";
import { createPdf } from "./document.ts";
import { createPages, mapTo, type PdfImage } from "./page.ts";

/** Returns a PDF with one page that shows `svg`. The page has this size in points, of which an inch has 72. */
export function pdfOf(
  svg: SvgDocument,
  { width, height }: { readonly width: number; readonly height: number },
  {
    language,
    inks,
    imageOf,
  }: {
    readonly language?: string | undefined;
    readonly inks?: Inks | undefined;
    readonly imageOf?: ((href: string) => PdfImage | undefined) | undefined;
  } = {},
): Uint8Array<ArrayBuffer> {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  const pdf = createPdf({ title: svg.title, language }, (part) => parts.push(part));
  const page = createPages(pdf, imageOf)({ width, height });
  page.draw(svg, mapTo({ left: 0, bottom: 0, width, height }, svg), inks);
  page.end();
  pdf.end();
  return joinBytes(parts);
}
