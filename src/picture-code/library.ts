import type { PictureCode } from "../api.ts";
import { isBytes } from "../core/data.ts";
import { dataMissing, QrError } from "../errors.ts";
import { anyString } from "../messages/developer-rules.ts";
import { checkValues } from "../options/kinds.ts";
import { type PictureInput, pictureTable } from "../options/picture-table.ts";
import { optionsIn, unknownIn } from "../options/unknown-names.ts";
import type { HeavyWork } from "../ports.ts";
import { drawPictureCode } from "./picture-code.ts";

export const PICTURE_BYTES = "{field} must be a Uint8Array with the bytes of an image file";

/** Options of `toPictureCode`. */
export interface PictureCodeOptions extends PictureInput {
  /** The bytes of a PNG, JPEG, WebP or SVG file of at most 2 MB and 40 megapixels. The code shows its middle, on white if it
   *  is transparent. Of an animation, it shows the first frame. */
  readonly picture: Uint8Array;
}

/** Checks the arguments of `toPictureCode`, and resolves to its result. `open` creates the functions of the host. */
export async function drawForLibrary(
  data: string,
  options: PictureCodeOptions,
  open: () => HeavyWork,
): Promise<PictureCode> {
  const { picture, ...others } = optionsIn(options);
  if (typeof data !== "string") throw new QrError("INVALID_OPTION", { field: "data", rule: anyString });
  if (data === "") throw dataMissing();
  if (!isBytes(picture)) {
    throw new QrError("INVALID_OPTION", { field: "picture", rule: PICTURE_BYTES });
  }
  const fault = unknownIn(others, pictureTable);
  if (fault) throw fault;
  return drawPictureCode(data, new Uint8Array(picture), checkValues(pictureTable, others), open());
}
