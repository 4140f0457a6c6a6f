import type { QrData } from "../core/data.ts";
import type { TakeBytes } from "../core/image-writer.ts";
import type { LogoLayout } from "../logo/budget.ts";
import type { LookSettings, PngSettings, SvgSettings } from "../options/table.ts";
import type { Pixels } from "../ports.ts";
import { lookOf } from "./look.ts";
import { drawLookPng } from "./look-png.ts";
import { drawLookSvg } from "./look-svg.ts";
import { drawPng, drawPngWithLogo } from "./png.ts";
import { isPlain } from "./styles.ts";
import { drawSvg, drawSvgWithImage } from "./svg.ts";

/** The checked options of a picture in any design. */
export type SvgDesign = Omit<SvgSettings<QrData>, "dotStyle"> & LookSettings;
export type PngDesign = Omit<PngSettings<QrData>, "dotStyle"> & LookSettings;

/** Draws an SVG in any design. With a logo, `href` is a data URI. @throws {QrError} DATA_TOO_LONG. */
export function drawSvgDesign(
  options: SvgDesign,
  logo?: { readonly layout: LogoLayout; readonly href: string },
): string {
  if (!isPlain(options)) return drawLookSvg(options, lookOf(options), logo);
  return logo ? drawSvgWithImage(options, logo.layout, logo.href) : drawSvg(options);
}

/** Draws a PNG in any design. With a logo, `art` has its pixels. `take` is as in `drawPng`.
 *  @throws {QrError} DATA_TOO_LONG. */
export function drawPngDesign(
  options: PngDesign,
  logo?: { readonly layout: LogoLayout; readonly art: Pixels },
  take?: TakeBytes,
): Uint8Array<ArrayBuffer> {
  if (!isPlain(options)) return drawLookPng(options, lookOf(options), logo);
  return logo ? drawPngWithLogo(options, logo.layout, logo.art) : drawPng(options, take);
}
