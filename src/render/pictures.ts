import { encodeBase64 } from "../base64.ts";
import { encodeSymbol } from "../core/core.ts";
import type { QrData } from "../core/data.ts";
import type { TakeBytes } from "../core/image-writer.ts";
import type { LogoLayout } from "../logo/budget.ts";
import { type BodyOf, type Format, formats } from "../options/formats.ts";
import type { FrameSettings } from "../options/frames.ts";
import type { LookSettings, PngSettings, QrOptions, SvgSettings } from "../options/table.ts";
import type { Picture } from "../picture.ts";
import type { Caption, CaptionJob, Pixels } from "../ports.ts";
import { type SvgDocument, textOf } from "../svg.ts";
import { drawBlocks } from "./blocks.ts";
import { drawMatrix } from "./matrix.ts";
import { drawPng, drawPngWithLogo, encodeArt } from "./png.ts";
import { drawPlainSvg } from "./svg.ts";

/** The checked options of a picture in any design. */
export type SvgDesign = Omit<SvgSettings<QrData>, "dotStyle"> & LookSettings;
export type PngDesign = Omit<PngSettings<QrData>, "dotStyle"> & LookSettings;

/** A logo as a data URI or as pixels. Its layout refers to the code inside the frame. */
export interface SvgLogo {
  readonly layout: LogoLayout;
  readonly href: string;
}
export interface PngLogo {
  readonly layout: LogoLayout;
  readonly art: Pixels;
}

/** The options that decide how a caption looks. */
export type CaptionSettings = PngDesign & { readonly format: string };

/** The functions of design.ts that draw pictures. `take` is as in `drawPng`. They throw DATA_TOO_LONG. */
export interface DesignCode {
  drawSvgDesign(options: SvgDesign, logo?: SvgLogo, caption?: Caption): SvgDocument;
  drawPngDesign(options: PngDesign, logo?: PngLogo, take?: TakeBytes, caption?: Caption): Uint8Array<ArrayBuffer>;
  codeInside<Options extends FrameSettings>(options: Options): Options;
  /** Returns the job that draws the caption of a picture; undefined if it has none. */
  captionJobOf(options: CaptionSettings): CaptionJob | undefined;
}

/** Draws a PNG without looks, like `drawPngDesign`. */
export const drawPlainPng: DesignCode["drawPngDesign"] = (options, logo, take) => {
  const settings = options as PngSettings<QrData>;
  return logo ? drawPngWithLogo(settings, logo.layout, logo.art) : drawPng(settings, take);
};

/** The functions for options without looks. Pages load design.ts only for options that need it. */
export const plainCode: DesignCode = {
  drawSvgDesign: drawPlainSvg,
  drawPngDesign: drawPlainPng,
  codeInside: (options) => options,
  captionJobOf: () => undefined,
};

interface Writer<Body> {
  /** Draws the code without a logo. `take` is as in `drawPicture`. @throws {QrError} DATA_TOO_LONG. */
  draw(options: QrOptions, take?: TakeBytes, caption?: Caption): Body;
  /** Draws the code with `art`, the pixels of a logo. Required for images. */
  drawWithLogo?(options: QrOptions, layout: LogoLayout, art: Pixels, caption?: Caption): Body;
}

/** The type of the writer for a format, according to its row in options/formats.ts. */
type WriterOf<Name extends Format> = (typeof formats)[Name] extends { image: true }
  ? Required<Writer<BodyOf<Name>>>
  : Omit<Writer<BodyOf<Name>>, "drawWithLogo">;

/** Functions that draw pictures in any format. */
export interface Pictures extends DesignCode {
  /** Draws the picture that `options` describe, without its logo. `take` copies the bytes of a plain PNG out of the
   *  core's memory, by default to a new array. @throws {QrError} DATA_TOO_LONG, or NOT_SUPPORTED if
   *  the options have a caption, but `caption` is missing. */
  drawPicture(options: QrOptions, take?: TakeBytes, caption?: Caption): Picture;
  /** Draws the picture with `art`, the pixels of a logo. `layout` refers to the code inside the frame. If the format
   *  does not support logos, draws the picture without `art`. */
  drawLogoPicture(options: QrOptions, layout: LogoLayout, art: Pixels, caption?: Caption): Picture;
}

/** Returns the pixels of a logo as a data URI for an SVG. */
export function artUrl({ bg, bgGradient }: QrOptions, art: Pixels): string {
  // A gradient is visible through the logo.
  return `data:image/png;base64,${encodeBase64(encodeArt(art, bgGradient ? "transparent" : bg))}`;
}

/** Creates the functions that draw pictures with the functions in `code`. */
export function createPictures(code: DesignCode): Pictures {
  const { drawSvgDesign, drawPngDesign } = code;
  const writers: { readonly [Name in Format]: WriterOf<Name> } = {
    png: {
      draw: (options, take, caption) => drawPngDesign(options, undefined, take, caption),
      drawWithLogo: (options, layout, art, caption) => drawPngDesign(options, { layout, art }, undefined, caption),
    },
    svg: {
      draw: (options, _take, caption) => textOf(drawSvgDesign(options, undefined, caption)),
      drawWithLogo: (options, layout, art, caption) =>
        textOf(drawSvgDesign(options, { layout, href: artUrl(options, art) }, caption)),
    },
    json: { draw: (options) => JSON.stringify(drawMatrix(encodeSymbol(options.data, options))) },
    txt: { draw: (options) => drawBlocks(encodeSymbol(options.data, options), options.margin, "light") },
  };
  const writerFor = ({ format }: QrOptions): Writer<Picture["body"]> => writers[format];
  return {
    ...code,
    drawPicture(options, take, caption) {
      const { contentType } = formats[options.format];
      return { contentType, body: writerFor(options).draw(options, take, caption) };
    },
    drawLogoPicture(options, layout, art, caption) {
      const { contentType } = formats[options.format];
      const writer = writerFor(options);
      const body = writer.drawWithLogo?.(options, layout, art, caption) ?? writer.draw(options);
      return { contentType, body };
    },
  };
}

/** In a vector format, a logo is rasterized at VECTOR_ZOOM pixels per unit. The number is lower if the longer side of
 *  the logo would have more than VECTOR_SIDE pixels. */
const VECTOR_ZOOM = 3;
const VECTOR_SIDE = 1024;

/** Returns the size in pixels at which to rasterize the logo. */
export function artBox({ format }: QrOptions, { plate }: LogoLayout): { width: number; height: number } {
  const [width, height] = [plate.art.right - plate.art.left, plate.art.bottom - plate.art.top];
  const zoom = formats[format].vector ? Math.min(VECTOR_ZOOM, VECTOR_SIDE / Math.max(width, height)) : 1;
  return { width: Math.max(1, Math.round(width * zoom)), height: Math.max(1, Math.round(height * zoom)) };
}
