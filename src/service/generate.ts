import { encodeBase64 } from "../base64.ts";
import type { TakeBytes } from "../core/image-writer.ts";
import type { LogoLayout } from "../logo/budget.ts";
import { settleBudget } from "../logo/placement.ts";
import { type FormatRow, formats } from "../options/formats.ts";
import { checkOptions, type RawOptions } from "../options/parse.ts";
import type { QrOptions } from "../options/table.ts";
import type { Picture } from "../picture.ts";
import type { Caption, HeavyWork, PictureJob, Pixels } from "../ports.ts";
import { artBox, createPictures, type Pictures, plainCode } from "../render/pictures.ts";
import { isPlain } from "../render/styles.ts";
import { drawCaption } from "./caption.ts";
import { type Logo, type LogoParts, type ReadLogo, readLogo } from "./logo.ts";

export interface DrawingParts extends LogoParts {
  /** Copies PNGs out of the core's memory. */
  readonly take?: TakeBytes | undefined;
  /** Returns the functions that draw looks. Workers load them when they are first needed. */
  readonly pictures: () => Pictures | Promise<Pictures>;
}

const plainPictures = /* @__PURE__ */ createPictures(plainCode);

/** Draws the picture described by `words`. Without a logo and looks, it is drawn synchronously. Rejects with a QrError if
 *  the options or the logo are invalid, or the data or the caption is too long, and like HeavyWork. */
export async function generate(words: RawOptions, parts: DrawingParts, read: ReadLogo = readLogo): Promise<Picture> {
  const options = checkOptions(words, parts.rows);
  const logo = read(options, parts);
  const opened = logo && (await logo);
  const pictures = isPlain(options) ? plainPictures : await parts.pictures();
  const lettering = drawCaption(pictures.captionJobOf(options), parts.heavy);
  const caption = lettering && (await lettering);
  if (!opened) return drawWithoutLogo(options, caption, parts.heavy, pictures, parts.take);
  const layout = settleBudget(pictures.codeInside(options), opened.header.width / opened.header.height);
  return drawWithLogo(options, layout, opened, caption, parts.heavy, pictures);
}

/** Maximum number of pixels in a picture with a logo or a design that is drawn in this thread. It is lower with gradients,
 *  because many of them need true colour, and then a pixel takes five times as long. Drawing usually takes one to eight
 *  milliseconds. */
export const MOST_AT_ONCE = 512 * 512;
export const MOST_WITH_GRADIENTS = 300 * 300;
/** The same for pictures in a style that needs no design, such as `rounded`. Squares have no limit, because they take about
 *  a millisecond in every size. */
export const MOST_IN_STYLE = 1024 * 1024;

/** Draws a picture that has no logo. Large PNGs with gradients, shapes or frames are drawn by `heavy` if it supports them,
 *  because 2048 x 2048 pixels with two gradients take hundreds of milliseconds, and round modules tens. `take` is as
 *  in `drawPicture`. Rejects like HeavyWork. */
export function drawWithoutLogo(
  options: QrOptions,
  caption: Caption | undefined,
  heavy: HeavyWork | undefined,
  pictures: Pictures,
  take?: TakeBytes,
): Picture | Promise<Picture> {
  const pixels = options.format === "png" ? options.size ** 2 : 0;
  return drawElsewhere(options, pixels, { caption }, heavy) ?? pictures.drawPicture(options, take, caption);
}

/** Returns the maximum number of pixels that this thread draws. A logo takes as much time as a design. */
function mostHere(options: QrOptions): number {
  const { gradient, eyeGradient, bgGradient, logo, logoData } = options;
  if ((gradient ?? eyeGradient ?? bgGradient) !== undefined) return MOST_WITH_GRADIENTS;
  if (!isPlain(options) || (logo ?? logoData) !== undefined) return MOST_AT_ONCE;
  return options.dotStyle === "square" ? Number.POSITIVE_INFINITY : MOST_IN_STYLE;
}

/** Draws a picture with `heavy`. Returns undefined if it has few enough `pixels` for this thread, or `heavy` does not support
 *  pictures. */
function drawElsewhere(
  options: QrOptions,
  pixels: number,
  parts: Omit<PictureJob, "words">,
  heavy: HeavyWork | undefined,
): Promise<Picture> | undefined {
  if (pixels <= mostHere(options) || !heavy?.jobs.has("drawPicture")) return undefined;
  const words = { ...options, logo: undefined, logoData: undefined };
  const drawn = heavy.run({ name: "drawPicture", input: { words, ...parts } });
  return drawn.then((body) => ({ contentType: formats[options.format].contentType, body }));
}

/** Draws the picture with `logo`. An SVG picture contains an inert SVG logo unchanged, so that the logo stays sharp at
 *  every size. Such a logo is also rasterized, to check that it can be drawn. Rejects like HeavyWork. */
async function drawWithLogo(
  options: QrOptions,
  layout: LogoLayout,
  logo: Logo,
  caption: Caption | undefined,
  heavy: HeavyWork | undefined,
  pictures: Pictures,
): Promise<Picture> {
  const { contentType, vector } = formats[options.format] as FormatRow;
  if (!vector || !logo.header.isInert) return drawWithPixels(options, layout, logo, caption, heavy, pictures);
  await logo.draw(artBox(options, layout));
  const href = `data:image/svg+xml;base64,${encodeBase64(logo.bytes)}`;
  return { contentType, body: pictures.drawSvgDesign(options, { layout, href }, caption) };
}

/** Draws the picture with the pixels of `logo`, even in an SVG, as scanning requires. Large pictures are drawn by
 *  `heavy` if it supports them, because a picture of 2048 x 2048 pixels with a photo takes tens of milliseconds.
 *  Rejects like HeavyWork. */
export async function drawWithPixels(
  options: QrOptions,
  layout: LogoLayout,
  logo: Logo,
  caption: Caption | undefined,
  heavy: HeavyWork | undefined,
  pictures: Pictures,
): Promise<Picture> {
  const art = await logo.draw(artBox(options, layout));
  const parts = { logo: { aspect: logo.header.width / logo.header.height, art }, caption };
  return (
    drawElsewhere(options, pixelsOf(options, art), parts, heavy) ??
    pictures.drawLogoPicture(options, layout, art, caption)
  );
}

/** Returns the number of pixels to encode: those of the picture or, in a vector format, those of the logo. */
function pixelsOf({ format, size }: QrOptions, art: Pixels): number {
  return formats[format].vector ? art.width * art.height : size * size;
}
