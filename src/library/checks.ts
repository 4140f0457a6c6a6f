import type { Design, DesignDrawing } from "../design.ts";
import { QrError } from "../errors.ts";
import { unknownOption } from "../messages/developer-rules.ts";
import type { Rule } from "../messages/message.ts";
import { DESIGN, symbolTable } from "../options/table.ts";
import { strangersIn, unknownIn } from "../options/unknown-names.ts";

const NEEDS_DESIGN = "{field} is unknown or needs design()";
const NO_LOGO = "{field} needs toSvg() or draw()";

/** Returns the drawing functions of a design. Without them, rejects unknown options and those that need a design. */
export function drawingOf(options: Partial<Design>, rows: object): DesignDrawing | undefined {
  const drawing = options[DESIGN];
  const [stranger] = drawing ? [] : strangersIn(options, rows);
  if (stranger) throw unsupported(NEEDS_DESIGN, stranger);
  return drawing;
}

/** Rejects a logo and unknown options of functions that draw no images. Other options of images are ignored. */
export function rejectUnknown(options: object = {}): void {
  if (logoOf(options) !== undefined) throw unsupported(NO_LOGO, "logo");
  const unknown = unknownIn({ ...options }, symbolTable);
  if (unknown) throw new QrError("INVALID_OPTION", { field: unknown, rule: unknownOption });
}

export function unsupported(rule: Rule, field: string): QrError {
  return new QrError("NOT_SUPPORTED", { field, rule });
}

/** Returns the logo in `options`, if there is one. JavaScript callers may pass a logo to functions that do not support
 *  logos, which must not ignore it. They may also pass it as `logoData`, its name in the other interfaces. */
export function logoOf(options: object): unknown {
  const { logo, logoData } = options as { readonly logo?: unknown; readonly logoData?: unknown };
  return logo ?? logoData;
}
