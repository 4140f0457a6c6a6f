import { logoLayoutOf } from "../logo/placement.ts";
import { type FormatRow, formats } from "../options/formats.ts";
import { insideFrame } from "../options/frames.ts";
import type { OwnRows } from "../options/parse.ts";
import { type QrOptions, size as sizeRow } from "../options/table.ts";
import { settleSize } from "./module-size.ts";
import { type Designs, type Plan, planOf } from "./plan.ts";

/** Returns `options` with the size of the picture, if they set `moduleSize`. `rows` replace those of the HTTP API, which has a
 *  smaller largest size. Throws like `settleSize`. */
export function settlePicture(options: QrOptions, aspect?: number, rows: OwnRows = {}): QrOptions {
  const { image } = formats[options.format] as FormatRow;
  if (!image) return { ...options, moduleSize: undefined };
  // The whole table would be in the bundles of pages.
  const { max } = (rows.size ?? { max: sizeRow.served }) as { readonly max: number };
  return settleSize(options, insideFrame, aspect === undefined ? undefined : (code) => logoLayoutOf(code, aspect), max);
}

/** Returns the plan of a picture in any format. `aspect` is the aspect ratio (width / height) of its logo, and `rows` are
 *  those of `settlePicture`.
 *  @throws {QrError} DATA_TOO_LONG, unless drawing the plan throws it. */
export function planPicture(
  options: QrOptions,
  aspect?: number,
  designs?: Pick<Designs, "plan">,
  rows?: OwnRows,
): Plan {
  const { image } = formats[options.format] as FormatRow;
  // The files of logos are not part of plans, because they are large.
  const code = { ...settlePicture(options, aspect, rows), logo: undefined, logoData: undefined };
  if (!image) return planOf(code);
  return planOf(code, aspect === undefined ? undefined : (inside) => logoLayoutOf(inside, aspect), designs);
}
