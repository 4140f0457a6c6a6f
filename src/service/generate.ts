import { checkOptions, type RawOptions } from "../options/parse.ts";
import type { Picture } from "../picture.ts";
import { drawPicture } from "../render/picture.ts";

/** Words to picture: judged once, drawn once. */
export async function generate(words: RawOptions): Promise<Picture> {
  return drawPicture(checkOptions(words));
}
