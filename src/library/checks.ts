import type { Design } from "../design.ts";
import { logoOf } from "../options/logo.ts";
import { DESIGN, symbolTable } from "../options/table.ts";
import { needing, optionsIn, otherFormat, unknownIn } from "../options/unknown-names.ts";
import type { DesignCode } from "../render/design.ts";

/** Returns the code for designs that `options` contain. Without it, rejects unknown options, and those that need a design or
 *  another function. Rejects every format except the one that the function draws. */
export function designsOf(
  options: Partial<Design>,
  rows: object,
  ...format: [only: "svg" | "png", other: string]
): DesignCode | undefined {
  const designs = options[DESIGN] as DesignCode | undefined;
  const fault = (designs ? undefined : unknownIn(options, rows)) ?? otherFormat(options, ...format);
  if (fault) throw fault;
  return designs;
}

/** Returns `options` of a function that draws no images. Rejects a logo and unknown options, and ignores other options of
 *  images. */
export function symbolOptions<Options extends object>(given: Options | null | undefined): Options {
  const options = optionsIn(given);
  if (logoOf(options) !== undefined) throw needing("logo", "toSvg() or draw()");
  const fault = unknownIn(options as object, symbolTable, true);
  if (fault) throw fault;
  return options;
}
