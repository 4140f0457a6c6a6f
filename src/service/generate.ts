import type { TakeBytes } from "../core/core.ts";
import { settleBudget } from "../logo/budget.ts";
import { checkOptions, type RawOptions } from "../options/parse.ts";
import type { Picture } from "../picture.ts";
import { drawPicture } from "../render/formats.ts";
import { type LogoParts, type ReadLogo, readLogo } from "./logo.ts";
import { drawWithLogo } from "./with-logo.ts";

/** Words to picture: judged once, drawn once. */
export async function generate(
  words: RawOptions,
  parts: LogoParts & { readonly take?: TakeBytes | undefined } = {},
  read: ReadLogo = readLogo,
): Promise<Picture> {
  const options = checkOptions(words);
  const logo = read(options, parts);
  // Nothing is waited for where there is nothing to wait for.
  if (!logo) return drawPicture(options, parts.take);
  const opened = await logo;
  const layout = settleBudget(options, opened.header.width / opened.header.height);
  return drawWithLogo(options, layout, opened, parts.heavy);
}
