import { encodeOutline, encodeSymbol } from "../core/core.ts";
import type { QrData } from "../core/data.ts";
import { type Outline, svgDocument } from "../core/svg-document.ts";
import type { QrSymbol } from "../core/symbol.ts";
import type { LogoLayout, Rect } from "../logo/budget.ts";
import type { PngSettings, SvgSettings } from "../options/table.ts";
import { drawOutline } from "./outline.ts";
import { MODULE_UNITS } from "./styles.ts";

/** Draws an SVG document whose view box is options.size x options.size. @throws {QrError} DATA_TOO_LONG. */
export function drawSvg(options: SvgSettings<QrData>): string {
  return svgDocument(outlineOf(options), options, options.title);
}

/** Returns the outline that the document shows, without the modules that the logo in `layout` replaces.
 *  @throws {QrError} DATA_TOO_LONG. */
export function outlineOf(options: PngSettings<QrData>, layout?: LogoLayout): Outline {
  const { data, margin, dotStyle } = options;
  if (dotStyle === "square") return encodeOutline(data, options, margin, layout?.cleared[0]);
  const symbol = layout?.symbol ?? encodeSymbol(data, options);
  return { path: drawOutline(symbol, dotStyle, margin), units: (symbol.side + 2 * margin) * MODULE_UNITS };
}

/** Draws the code with the image at `href`, a data URI. An image cannot run scripts or fetch files. */
export function drawSvgWithImage(options: SvgSettings<QrData>, layout: LogoLayout, href: string): string {
  const outline = outlineOf({ ...options, version: layout.symbol.version }, layout);
  return svgDocument(outline, options, options.title, imageElement(layout, href));
}

export function imageElement({ plate }: LogoLayout, href: string): string {
  return `<image ${boxOf(plate.art)} href="${href}"/>`;
}

function boxOf({ left, top, right, bottom }: Rect): string {
  return `x="${thousandths(left)}" y="${thousandths(top)}" width="${thousandths(right - left)}" height="${thousandths(bottom - top)}"`;
}

/** Returns a part of the ids in the SVG of `symbol`. Different codes in a page have different ids: if the first of several
 *  elements with the same id is hidden, browsers do not draw what refers to the others. */
export function idOf({ modules }: QrSymbol): string {
  // FNV-1a, 32 bits.
  const hash = modules.reduce((sum, module) => Math.imul(sum ^ module, 0x01000193), 0x811c9dc5 | 0);
  return (hash >>> 0).toString(36);
}

/** Rounds to thousandths of a pixel. */
export function thousandths(value: number): number {
  return Math.round(value * 1000) / 1000;
}

/** Draws an SVG without looks, like `drawSvgDesign`. `options.dotStyle` must be plain. */
export function drawPlainSvg(
  options: Omit<SvgSettings<QrData>, "dotStyle">,
  logo?: { readonly layout: LogoLayout; readonly href: string },
): string {
  const settings = options as SvgSettings<QrData>;
  return logo ? drawSvgWithImage(settings, logo.layout, logo.href) : drawSvg(settings);
}
