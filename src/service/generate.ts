import { drawCaption } from "../drawing/caption.ts";
import { type DrawingParts, drawPlan } from "../drawing/draw-plan.ts";
import { aspectOf, type ReadLogo, readLogo } from "../drawing/logo.ts";
import { type FormatRow, formats } from "../options/formats.ts";
import { checkOptions, type RawOptions } from "../options/parse.ts";
import type { Picture } from "../picture.ts";
import { designs } from "../render/formats.ts";
import { captionJobOf } from "../render/frame-svg.ts";
import { artBox } from "../render/pictures.ts";
import { planPicture } from "../render/plan-picture.ts";
import { encodeBase64 } from "../text/base64.ts";

/** Draws the picture that `input` describes, synchronously unless it has a logo or a caption. Rejects like HeavyWork, and
 *  with a QrError if the options or the logo are invalid, or if the data or the caption is too long. */
export async function generate(input: RawOptions, parts: DrawingParts, read: ReadLogo = readLogo): Promise<Picture> {
  const options = checkOptions(input, parts.rows);
  const opening = read(options, parts);
  const logo = opening && (await opening);
  const plan = planPicture(options, logo && aspectOf(logo), designs, parts.rows);
  const { vector = false } = formats[options.format] as FormatRow;
  const lettering = drawCaption(captionJobOf(plan, vector), parts.heavy);
  const caption = lettering && (await lettering);
  const box = artBox(plan);
  if (!logo || !box) return drawPlan(plan, { caption }, parts);
  // By default, an SVG contains an inert SVG logo unchanged, so that it stays sharp at every size. The logo is still
  // rasterized, to check that it can be drawn.
  const pixels = await logo.draw(box);
  const isSharp = vector && logo.header.isInert && options.logoFormat === "auto";
  const href = isSharp ? `data:image/svg+xml;base64,${encodeBase64(logo.bytes)}` : undefined;
  return drawPlan(plan, { pixels, href, caption }, parts);
}
