import { drawCaption } from "../drawing/caption.ts";
import { type DrawingParts, drawPlan } from "../drawing/draw-plan.ts";
import { aspectOf, type Logo, type ReadLogo, readLogo } from "../drawing/logo.ts";
import { embedLogo } from "../logo/embed.ts";
import { type FormatRow, formats } from "../options/formats.ts";
import { checkOptions, type RawOptions } from "../options/parse.ts";
import type { QrOptions } from "../options/table.ts";
import type { Picture } from "../picture.ts";
import type { Caption } from "../ports.ts";
import { jpegIn } from "../print/jpeg.ts";
import { designs } from "../render/formats.ts";
import { captionJobOf } from "../render/frame-svg.ts";
import { artBox } from "../render/pictures.ts";
import type { Art, Plan } from "../render/plan.ts";
import { planPicture } from "../render/plan-picture.ts";
import { settleForPrint } from "../render/printed-size.ts";
import { encodeBase64 } from "../text/base64.ts";

/** Draws the picture that `input` describes, synchronously unless it has a logo or a caption. Rejects like HeavyWork, and
 *  with a QrError if the options or the logo are invalid, or if the data or the caption is too long. */
export async function generate(input: RawOptions, parts: DrawingParts, read: ReadLogo = readLogo): Promise<Picture> {
  const prepared = prepare(checkOptions(input, parts.rows), parts, read);
  const { plan, art } = "plan" in prepared ? prepared : await prepared;
  return drawPlan(plan, art, parts);
}

/** What a picture is painted from. */
export interface Prepared {
  readonly plan: Plan;
  readonly art: Art;
}

/** Returns the plan of a picture and its art, as a promise if it has a logo or a caption. Rejects like `generate`. */
export function prepare(
  options: QrOptions,
  parts: DrawingParts,
  read: ReadLogo = readLogo,
): Prepared | Promise<Prepared> {
  const settled = settleForPrint(options, parts.rows);
  const opening = read(settled, parts);
  if (opening) return opening.then((logo) => prepareArt(settled, parts, logo));
  return prepareArt(settled, parts);
}

function prepareArt(options: QrOptions, parts: DrawingParts, logo?: Logo): Prepared | Promise<Prepared> {
  const plan = planPicture(options, logo && aspectOf(logo), designs, parts.rows);
  const { vector = false } = formats[options.format] as FormatRow;
  const lettering = drawCaption(captionJobOf(plan, vector), parts.heavy);
  if (!lettering && !logo) return { plan, art: {} };
  return finishArt(plan, vector, lettering, logo);
}

/** Returns the file of a JPEG logo, which files for print contain unchanged; undefined for other logos. Inks of JPEGs have no
 *  standard, so a host turns them into pixels. */
function printedJpeg({ header, file }: Logo): Pick<Art, "href" | "orientation"> | undefined {
  if (header.kind !== "jpeg") return undefined;
  const { href, orientation } = embedLogo(file);
  return jpegIn(href)?.components === 3 ? { href, orientation } : undefined;
}

async function finishArt(
  plan: Plan,
  vector: boolean,
  lettering: Promise<Caption> | undefined,
  logo: Logo | undefined,
): Promise<Prepared> {
  const caption = await lettering;
  const box = artBox(plan);
  if (!logo || !box) return { plan, art: { caption } };
  // By default, an SVG contains an inert SVG logo unchanged, so that it stays sharp at every size. The logo is still
  // rasterized, to check that it can be drawn.
  const pixels = await logo.draw(box);
  if ((formats[plan.code.format] as FormatRow).print) return { plan, art: { pixels, caption, ...printedJpeg(logo) } };
  const isSharp = vector && logo.header.isInert && plan.code.logoFormat === "auto";
  const href = isSharp ? `data:image/svg+xml;base64,${encodeBase64(logo.bytes)}` : undefined;
  return { plan, art: { pixels, href, caption } };
}
