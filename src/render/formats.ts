import { encodeSymbol, type TakeBytes } from "../core/core.ts";
import type { LogoLayout } from "../logo/budget.ts";
import { type BodyOf, type Format, formats, type ImageFormat } from "../options/formats.ts";
import type { QrOptions } from "../options/table.ts";
import type { Picture } from "../picture.ts";
import type { Pixels } from "../ports.ts";
import { drawBlocks } from "./blocks.ts";
import { drawMatrix } from "./matrix.ts";
import { drawPng, drawPngWithLogo } from "./png.ts";
import { drawSvg, drawSvgWithLogo } from "./svg.ts";

/** How pictures of one format are drawn. */
interface Writer<Body> {
  /** Draws the code without a logo. `take` may take over the bytes where the core wrote them. Throws QrError DATA_TOO_LONG. */
  draw(options: QrOptions, take?: TakeBytes): Body;
  /** Draws the code with a logo, whose pixels fill the plate of `layout`. Images must have it. */
  drawWithLogo?(options: QrOptions, layout: LogoLayout, art: Pixels): Body;
  /** Returns the options of the picture that decoders read to prove a code of this format: a PNG or an SVG. */
  scanned(options: QrOptions): QrOptions;
}

/** Which writer the row of a format in options/formats.ts asks for. */
type WriterOf<Name extends Format> = (typeof formats)[Name] extends { image: true }
  ? Required<Writer<BodyOf<Name>>>
  : Omit<Writer<BodyOf<Name>>, "drawWithLogo">;

const itself = (options: QrOptions) => options;
/** A format that shows modules only is proven by a plain PNG of the same symbol. */
const plainPng = (options: QrOptions): QrOptions => ({ ...options, format: "png", dotStyle: "square" });

const png: WriterOf<"png"> = { draw: drawPng, drawWithLogo: drawPngWithLogo, scanned: itself };
const svg: WriterOf<"svg"> = { draw: drawSvg, drawWithLogo: drawSvgWithLogo, scanned: itself };
const json: WriterOf<"json"> = {
  draw: (options) => JSON.stringify(drawMatrix(encodeSymbol(options.data, options))),
  scanned: plainPng,
};

const txt: WriterOf<"txt"> = {
  draw: (options) => drawBlocks(encodeSymbol(options.data, options), options.margin, "light"),
  scanned: plainPng,
};

/** The writers of images alone, for pages that draw nothing else. */
export const imageWriters: { readonly [Name in ImageFormat]: WriterOf<Name> } = { png, svg };

const writers: { readonly [Name in Format]: WriterOf<Name> } = { png, svg, json, txt };

function writerFor({ format }: QrOptions): Writer<Picture["body"]> {
  return writers[format];
}

/** Draws the picture that `options` ask for, without its logo. `take` may take over the bytes of a plain PNG where the core
 *  wrote them. @throws {QrError} DATA_TOO_LONG. */
export function drawPicture(options: QrOptions, take?: TakeBytes): Picture {
  const { contentType } = formats[options.format];
  return { contentType, body: writerFor(options).draw(options, take) };
}

/** Draws the picture with `art`, the pixels of a logo. Formats that take no logo are drawn without it. */
export function drawLogoPicture(options: QrOptions, layout: LogoLayout, art: Pixels): Picture {
  const { contentType } = formats[options.format];
  const writer = writerFor(options);
  return { contentType, body: writer.drawWithLogo?.(options, layout, art) ?? writer.draw(options) };
}

/** Returns the options of the picture that decoders read to prove the one that `options` ask for. */
export function scannedOptions(options: QrOptions): QrOptions {
  return writerFor(options).scanned(options);
}

/** How much larger a logo is drawn for a vector format than on a screen with one pixel a unit, and its longest side. */
const VECTOR_ZOOM = 3;
const VECTOR_SIDE = 1024;

/** Returns the size in pixels at which the logo is drawn, before the picture is. */
export function artBox({ format }: QrOptions, { plate }: LogoLayout): { width: number; height: number } {
  const [width, height] = [plate.art.right - plate.art.left, plate.art.bottom - plate.art.top];
  const zoom = formats[format].vector ? Math.min(VECTOR_ZOOM, VECTOR_SIDE / Math.max(width, height)) : 1;
  return { width: Math.max(1, Math.round(width * zoom)), height: Math.max(1, Math.round(height * zoom)) };
}
