import type { Design } from "../design.ts";
import { QrError } from "../errors.ts";
import { unknownOption } from "../messages/developer-rules.ts";
import type { Rule } from "../messages/message.ts";
import { logoOf } from "../options/logo.ts";
import { DESIGN, symbolTable } from "../options/table.ts";
import { unknownIn, unknownOptionsIn } from "../options/unknown-names.ts";
import type { DesignCode } from "../render/design.ts";

const NEEDS_DESIGN = "{field} is unknown or needs design()";
const NO_LOGO = "{field} needs toSvg() or draw()";

/** Returns the code for designs that `options` carry. Without it, rejects unknown options and those that need a design. */
export function designsOf(options: Partial<Design>, rows: object): DesignCode | undefined {
  const designs = options[DESIGN] as DesignCode | undefined;
  const [stranger] = designs ? [] : unknownOptionsIn(options, rows);
  if (stranger) throw unsupported(NEEDS_DESIGN, stranger);
  return designs;
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
