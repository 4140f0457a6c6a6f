import { checkOptions, type RawOptions } from "../options/parse.ts";
import type { Picture } from "../picture.ts";
import { settleBudget } from "../render/budget.ts";
import { drawPicture } from "../render/picture.ts";
import { type LogoParts, readLogo } from "./logo.ts";
import { drawWithLogo } from "./with-logo.ts";

/** Words to picture: judged once, drawn once. */
export async function generate(words: RawOptions, parts: LogoParts = {}): Promise<Picture> {
  const options = checkOptions(words);
  const logo = await readLogo(options, parts);
  if (!logo) return drawPicture(options);
  const layout = settleBudget(options, logo.header.width / logo.header.height);
  return drawWithLogo(options, layout, logo, parts.heavy);
}
