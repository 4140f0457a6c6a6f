import type { Design, DesignDrawing } from "../design.ts";
import { QrError } from "../errors.ts";
import { DESIGN, symbolTable } from "../options/table.ts";
import { strangersIn, unknownIn } from "../options/unknown-names.ts";

/** Returns the drawing functions of a design. Without them, rejects unknown options and those that need a design. */
export function drawingOf(options: Partial<Design>, rows: object): DesignDrawing | undefined {
  const drawing = options[DESIGN];
  const [stranger] = drawing ? [] : strangersIn(options, rows);
  if (stranger) throw new QrError("NOT_SUPPORTED", 501, "is unknown or needs design()", stranger);
  return drawing;
}

/** Rejects a logo and unknown options of functions that draw no images. Other options of images are ignored. */
export function rejectUnknown(options: object = {}): void {
  if (logoOf(options) !== undefined) throw unsupported("needs toSvg() or draw()", "logo");
  const unknown = unknownIn({ ...options }, symbolTable);
  if (unknown) throw new QrError("INVALID_OPTION", 400, "is unknown: check its name", unknown);
}

export function unsupported(rule: string, option: string): QrError {
  return new QrError("NOT_SUPPORTED", 501, rule, option);
}

/** Returns the logo in `options`, if there is one. JavaScript callers may pass a logo to functions that do not support
 *  logos, which must not ignore it. They may also pass it as `logoData`, its name in the other interfaces. */
export function logoOf(options: object): unknown {
  const { logo, logoData } = options as { readonly logo?: unknown; readonly logoData?: unknown };
  return logo ?? logoData;
}
