import type { ServedPictureCode } from "../api.ts";
import type { RawOptions } from "../options/parse.ts";
import { checkPictureRequest } from "../options/picture-request.ts";
import { drawPictureCode } from "../picture-code/picture-code.ts";
import type { HeavyWork } from "../ports.ts";

/** Draws the picture code that `input` describes. Rejects like `QrApi.drawPictureCode`. */
export async function drawRequestedPicture(input: RawOptions, heavy: HeavyWork): Promise<ServedPictureCode> {
  const { data, picture, ...settings } = checkPictureRequest(input);
  return drawPictureCode(data, picture, settings, heavy);
}
