import type { LogoLayout } from "../logo/budget.ts";
import { formats } from "../options/formats.ts";
import type { QrOptions } from "../options/table.ts";
import type { Picture } from "../picture.ts";
import type { HeavyWork, Pixels } from "../ports.ts";
import { artBox, drawLogoPicture } from "../render/formats.ts";
import type { Logo } from "./logo.ts";

/** Pixels that are drawn while everybody waits: one to four milliseconds of them. */
export const MOST_AT_ONCE = 512 * 512;

/** The picture that `options` ask for with `logo` on it. Large ones are drawn by `heavy` where it can: with the colours of a
 *  photograph, 2048 pixels square take tens of milliseconds. Rejects as HeavyWork does. */
export async function drawWithLogo(
  options: QrOptions,
  layout: LogoLayout,
  logo: Logo,
  heavy: HeavyWork | undefined,
): Promise<Picture> {
  const art = await logo.draw(artBox(options, layout));
  if (!heavy?.jobs.has("drawPicture") || pixelsOf(options, art) <= MOST_AT_ONCE)
    return drawLogoPicture(options, layout, art);
  const words = { ...options, logo: undefined, logoData: undefined };
  const input = { words, aspect: logo.header.width / logo.header.height, art };
  const body = await heavy.run({ name: "drawPicture", input });
  return { contentType: formats[options.format].contentType, body };
}

/** Returns the number of pixels to encode: those of the picture, or of the logo in a vector format. */
function pixelsOf({ format, size }: QrOptions, art: Pixels): number {
  return formats[format].vector ? art.width * art.height : size * size;
}
