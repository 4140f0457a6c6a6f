import { QrError } from "../errors.ts";
import { printedRange } from "../messages/option-rules.ts";
import { type FormatRow, formats } from "../options/formats.ts";
import { millimetresOf } from "../options/lengths.ts";
import type { OwnRows } from "../options/parse.ts";
import { type QrOptions, size as sizeRow } from "../options/table.ts";
import type { SvgDocument } from "../svg.ts";

/** Dots per inch of a picture whose width is a length, unless `dpi` is set. Office printers have 300 to 600. */
export const DEFAULT_DPI = 300;

const MM_PER_INCH = 25.4;

type Printed = Pick<QrOptions, "width" | "dpi">;

/** Returns whether a picture has a length in print, or a format for it. Programs that draw only plain codes leave it to the
 *  service. */
export function isPrinted({ width, dpi, format }: Printed & Pick<QrOptions, "format">): boolean {
  return width !== undefined || dpi !== undefined || (formats[format] as FormatRow).print === true;
}

/** Returns the dots per inch that a PNG states; undefined if it states none. */
export function densityOf({ width, dpi }: Printed): number | undefined {
  return dpi ?? (width === undefined ? undefined : DEFAULT_DPI);
}

/** Returns the number of dots in `millimetres`. */
export function dotsIn(millimetres: number, dpi: number): number {
  return (millimetres / MM_PER_INCH) * dpi;
}

/** Returns the length of `dots` in millimetres. */
export function millimetresIn(dots: number, dpi: number): number {
  return (dots / dpi) * MM_PER_INCH;
}

/** Returns `options` with the size in pixels that follows from `width`, from `min` to `max`. Vector formats have the size of
 *  the PNG where possible, so that other lengths in pixels, such as `logoMargin`, mean the same in all formats.
 *  @throws {QrError} INVALID_OPTION if a PNG would have too few or too many pixels. */
export function settlePrinted<Options extends Printed & Pick<QrOptions, "format" | "size">>(
  options: Options,
  { min, max }: { readonly min: number; readonly max: number },
): Options {
  const { width, dpi = DEFAULT_DPI, format } = options;
  if (width === undefined) return options;
  const size = Math.round(dotsIn(millimetresOf(width), dpi));
  const nearest = Math.min(max, Math.max(min, size));
  if (size !== nearest && !(formats[format] as FormatRow).vector) {
    const [least, most] = [Math.ceil(millimetresIn(min, dpi)), Math.floor(millimetresIn(max, dpi))];
    const values = { min: least, max: most, dpi, option: { option: "dpi" } };
    throw new QrError("INVALID_OPTION", { field: "width", rule: printedRange, values });
  }
  return { ...options, size: nearest };
}

/** Returns checked options of the HTTP API like `settlePrinted`, and without lengths in print for formats that are not images.
 *  `rows` replace those of the API. Services call it before they plan a picture; pages have no such lengths. */
export function settleForPrint(options: QrOptions, rows: OwnRows = {}): QrOptions {
  if (options.width === undefined) return options;
  if (!(formats[options.format] as FormatRow).image) return { ...options, width: undefined };
  const { max } = (rows.size ?? { max: sizeRow.served }) as { readonly max: number };
  return settlePrinted(options, { min: sizeRow.min, max });
}

/** Returns `svg` with the width in millimetres, if `width` is set. The view box stays. */
export function inMillimetres(svg: SvgDocument, width: string | undefined): SvgDocument {
  if (width === undefined) return svg;
  const across = millimetresOf(width);
  const text = (length: number) => `${Math.round(length * 10_000) / 10_000}mm`;
  return { ...svg, shown: [text(across), text((across * svg.height) / svg.width)] };
}
