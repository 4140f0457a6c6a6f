import { unzlibSync } from "fflate";
import type { QrData } from "../core/data.ts";
import { readPngNow } from "../core/png-reader.ts";
import type { Design } from "../design.ts";
import { QrError } from "../errors.ts";
import type { SvgOptions } from "../library/svg.ts";
import { layOutLogo, vectorSurface } from "../logo/budget.ts";
import { bytesOfUri, embedLogo } from "../logo/embed.ts";
import { checkValues } from "../options/kinds.ts";
import { levelOf, logoOf } from "../options/logo.ts";
import type { OptionsOf } from "../options/option-types.ts";
import { DESIGN, printTable, size as sizeRow, svgTable } from "../options/table.ts";
import { bothSizes, optionsIn, otherFormat, ownOptions, unknownIn } from "../options/unknown-names.ts";
import { epsOf } from "../pdf/eps.ts";
import { pdfOf } from "../pdf/single.ts";
import { paintPrint } from "../print/designs.ts";
import { jpegIn } from "../print/jpeg.ts";
import type { DesignCode } from "../render/design.ts";
import { planSized } from "../render/module-size.ts";
import type { Art } from "../render/plan.ts";
import { settlePrinted } from "../render/printed-size.ts";
import { joinBytes } from "../text/bytes.ts";

export type { QrData } from "../core/data.ts";
export { QrError, type QrErrorCode } from "../errors.ts";

const PRINT_LOGO = "{field} must be a PNG or JPEG file here: convert it, or use a server or the isoqr command";

/** Options for {@link toPdf} and {@link toEps}: all options for `toSvg`, and the width in print. */
export interface PrintOptions extends SvgOptions, OptionsOf<"width" | "dpi"> {}

type PrintDesign = Design & OptionsOf<"width" | "dpi">;

/** Returns the bytes of a PDF with one page, which is as large as the QR code for `data` and its quiet zone. Everything is
 *  drawn as vectors, except a logo. Without `width`, a pixel is 1/96 inch.
 *  @example await writeFile("code.pdf", toPdf("https://example.com", { width: "40mm" }));
 *  @throws {QrError} like `toSvg`, and NOT_SUPPORTED for a logo that is neither a PNG nor a JPEG. */
export function toPdf(data: QrData, options?: PrintOptions): Uint8Array<ArrayBuffer>;
export function toPdf(data: QrData, options?: PrintOptions | PrintDesign): Uint8Array<ArrayBuffer>;
export function toPdf(data: QrData, options?: PrintOptions | PrintDesign): Uint8Array<ArrayBuffer> {
  return print(data, options, "pdf", pdfOf);
}

/** Returns an EPS file (PostScript level 3) with the QR code for `data`, like {@link toPdf}.
 *  @example await writeFile("code.eps", toEps("https://example.com", { width: "40mm" }));
 *  @throws {QrError} like {@link toPdf}. */
export function toEps(data: QrData, options?: PrintOptions): string;
export function toEps(data: QrData, options?: PrintOptions | PrintDesign): string;
export function toEps(data: QrData, options?: PrintOptions | PrintDesign): string {
  return print(data, options, "eps", epsOf);
}

function print<Body>(
  data: QrData,
  given: PrintOptions | PrintDesign | undefined,
  format: "pdf" | "eps",
  write: Parameters<typeof paintPrint<Body>>[3],
): Body {
  const options = optionsIn(given);
  const designs = (options as Partial<Design>)[DESIGN] as DesignCode | undefined;
  const known = { ...svgTable, ...printTable };
  const fault =
    (designs ? undefined : unknownIn({ ...options }, known)) ??
    otherFormat({ ...options }, format, "draw()") ??
    bothSizes({ ...options });
  if (fault) throw fault;
  const { width, dpi } = checkValues(printTable, options);
  const logo = logoOf(options);
  const own = { ...ownOptions(options), width: undefined, dpi: undefined, format: undefined };
  const sized =
    width === undefined ? own : { ...own, size: settlePrinted({ width, dpi, format, size: 0 }, sizeRow).size };
  const input = logo === undefined ? sized : { ...sized, ec: levelOf(options.ec, logo) };
  const settings = designs ? designs.check(input, data) : checkValues(svgTable, input, data);
  const image = logo === undefined ? undefined : openLogo(logo);
  const layOut =
    image && ((code: typeof settings) => (designs?.layOut ?? layOutLogo)(vectorSurface, code, image.aspect));
  const plan = planSized(settings, layOut, designs);
  return paintPrint({ ...plan, code: { ...plan.code, width } }, image?.art ?? {}, designs, write);
}

/** Returns a logo: the file of a JPEG, or the pixels of a PNG. @throws {QrError} LOGO_INVALID or NOT_SUPPORTED. */
function openLogo(logo: unknown): { readonly aspect: number; readonly art: Art } {
  const { aspect, href, orientation } = embedLogo(logo);
  if (href.startsWith("data:image/jpeg")) {
    // CMYK is inverted in some files, which only a decoder can tell.
    const components = jpegIn(href)?.components;
    if (components === 1 || components === 3) return { aspect, art: { href, orientation } };
  }
  const isPng = href.startsWith("data:image/png");
  const pixels = isPng
    ? readPngNow(bytesOfUri(href), (parts, length) => unzlibSync(joinBytes(parts), { out: new Uint8Array(length) }))
    : undefined;
  if (!pixels) throw new QrError("NOT_SUPPORTED", { field: "logo", rule: PRINT_LOGO });
  return { aspect, art: { pixels } };
}
