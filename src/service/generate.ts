import { encodeBase64 } from "../base64.ts";
import type { LogoLayout } from "../logo/budget.ts";
import { settleBudget } from "../logo/placement.ts";
import { type FormatRow, formats } from "../options/formats.ts";
import { checkOptions, type RawOptions } from "../options/parse.ts";
import type { QrOptions } from "../options/table.ts";
import type { Picture } from "../picture.ts";
import type { Caption } from "../ports.ts";
import { costOf } from "../render/cost.ts";
import { artBox, createPictures, type Pictures, plainCode } from "../render/pictures.ts";
import { isPlain } from "../render/styles.ts";
import { textOf } from "../svg.ts";
import { drawCaption } from "./caption.ts";
import { type DrawingParts, drawHere, drawWithoutLogo, drawWithPixels } from "./drawing.ts";
import { type Logo, type ReadLogo, readLogo } from "./logo.ts";

export interface GeneratingParts extends DrawingParts {
  /** Returns the functions that draw looks. Workers load them when they are first needed. */
  readonly pictures: () => Pictures | Promise<Pictures>;
}

const plainPictures = /* @__PURE__ */ createPictures(plainCode);

/** Draws the picture described by `words`. Without a logo and looks, it is drawn synchronously. Rejects with a QrError if
 *  the options or the logo are invalid, or the data or the caption is too long, and like HeavyWork. */
export async function generate(words: RawOptions, parts: GeneratingParts, read: ReadLogo = readLogo): Promise<Picture> {
  const options = checkOptions(words, parts.rows);
  const logo = read(options, parts);
  const opened = logo && (await logo);
  const pictures = isPlain(options) ? plainPictures : await parts.pictures();
  const lettering = drawCaption(pictures.captionJobOf(options), parts.heavy);
  const caption = lettering && (await lettering);
  if (!opened) return drawWithoutLogo(options, caption, pictures, parts);
  const layout = settleBudget(pictures.codeInside(options), opened.header.width / opened.header.height);
  return drawWithLogo(options, layout, opened, caption, pictures, parts);
}

/** Draws the picture with `logo`. An SVG picture contains an inert SVG logo unchanged, so that the logo stays sharp at
 *  every size. Such a logo is also rasterized, to check that it can be drawn. Rejects like HeavyWork. */
async function drawWithLogo(
  options: QrOptions,
  layout: LogoLayout,
  logo: Logo,
  caption: Caption | undefined,
  pictures: Pictures,
  parts: GeneratingParts,
): Promise<Picture> {
  const { contentType, vector } = formats[options.format] as FormatRow;
  if (!vector || !logo.header.isInert) return drawWithPixels(options, layout, logo, caption, pictures, parts);
  await logo.draw(artBox(options, layout));
  const draw = () => {
    const href = `data:image/svg+xml;base64,${encodeBase64(logo.bytes)}`;
    return { contentType, body: textOf(pictures.drawSvgDesign(options, { layout, href }, caption)) };
  };
  return drawHere(
    costOf(options, layout.symbol.side, { logo: { pixels: 0, bytes: logo.bytes.length }, caption }),
    draw,
    parts,
  );
}
