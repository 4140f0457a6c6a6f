import type { PictureCode } from "../api.ts";
import { dataMissing, QrError } from "../errors.ts";
import { anyString } from "../messages/developer-rules.ts";
import { checkValues } from "../options/kinds.ts";
import { type PictureInput, pictureTable } from "../options/picture-table.ts";
import { optionsIn, unknownIn } from "../options/unknown-names.ts";
import { drawPictureCode } from "../picture-code/picture-code.ts";
import type { HeavyWork } from "../ports.ts";
import { createHeavyWork } from "./heavy-work.ts";

export type { PictureCode, PictureScan } from "../api.ts";
export { QrError, type QrErrorCode } from "../errors.ts";

export const PICTURE_BYTES = "{field} must be a Uint8Array with the bytes of an image file";

/** Options of {@link toPictureCode}. */
export interface PictureCodeOptions extends PictureInput {
  /** The bytes of a PNG, JPEG, WebP or SVG file of at most 2 MB and 40 megapixels. The code shows its middle, on white if it
   *  is transparent. Of an animation, it shows the first frame. */
  readonly picture: Uint8Array;
}

let work: HeavyWork | undefined;

/** Resolves to a QR code for `data` that shows a picture, with its grade. The picture decides the free bits of the code, so
 *  that most modules are dark where it is dark, and the other modules become dots. Blocks the thread for a few seconds, and longer at large sizes.
 *  Requires the packages zxing-wasm and @undecaf/zbar-wasm for the grade, @resvg/resvg-wasm for JPEG and SVG files, and
 *  @jsquash/webp for WebP files.
 *  @example const { png } = await toPictureCode("https://example.com", { picture: await readFile("photo.jpg") });
 *  @throws {QrError} DATA_MISSING, DATA_TOO_LONG; INVALID_OPTION, also if the strength leaves no readable code; LOGO_INVALID
 *  or LOGO_TOO_LARGE if the picture cannot be used; NOT_SUPPORTED if a package is missing. */
export async function toPictureCode(data: string, options: PictureCodeOptions): Promise<PictureCode> {
  const { picture, ...others } = optionsIn(options);
  if (typeof data !== "string") throw new QrError("INVALID_OPTION", { field: "data", rule: anyString });
  if (data === "") throw dataMissing();
  if (!(picture instanceof Uint8Array)) {
    throw new QrError("INVALID_OPTION", { field: "picture", rule: PICTURE_BYTES });
  }
  const fault = unknownIn(others, pictureTable);
  if (fault) throw fault;
  work ??= createHeavyWork();
  return drawPictureCode(data, picture, checkValues(pictureTable, others), work);
}
