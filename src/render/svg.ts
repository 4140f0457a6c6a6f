import { encodeOutline, encodeSymbol, type Outline } from "../core/core.ts";
import type { QrData } from "../core/data.ts";
import type { Frame, QrSymbol } from "../core/symbol.ts";
import type { LogoLayout, Rect } from "../logo/budget.ts";
import type { PngSettings, SvgSettings } from "../options/table.ts";
import { node, type SvgDocument, type SvgNode } from "../svg.ts";
import { drawOutline } from "./outline.ts";
import { MODULE_UNITS } from "./styles.ts";

/** Draws an SVG document whose view box is options.size x options.size. @throws {QrError} DATA_TOO_LONG. */
export function drawSvg(options: SvgSettings<QrData>): SvgDocument {
  return outlinedSvg(outlineOf(options), options);
}

/** Returns the document that shows an outline, and then `image`. */
export function outlinedSvg(
  { path, units }: Outline,
  { size, color, bg, title }: Frame & Pick<SvgDocument, "title">,
  image?: SvgNode,
): SvgDocument {
  const fill = color === "000000" ? undefined : hexColor(color);
  const modules = node("path", { fill, "fill-rule": "evenodd", transform: scaleOf(size, units), d: path });
  const code = image ? [modules, image] : [modules];
  const body = bg === "transparent" ? code : [node("path", { fill: hexColor(bg), d: squareOf(size) }), ...code];
  return { width: size, height: size, title, defs: [], body };
}

/** Returns the outline of a background of this size. */
export function squareOf(size: number): string {
  return `M0 0h${size}v${size}H0`;
}

/** Returns the transform of an outline. The scale has six significant digits, so even in a picture of 2048 pixels, positions
 *  are exact to a hundredth of a pixel. */
export function scaleOf(size: number, units: number): string {
  return `scale(${Number((size / units).toPrecision(6))})`;
}

/** Returns the shortest CSS notation for a colour of six hex digits. */
export function hexColor(hex: string): string {
  const isShort = hex[0] === hex[1] && hex[2] === hex[3] && hex[4] === hex[5];
  return `#${isShort ? `${hex[0]}${hex[2]}${hex[4]}` : hex}`;
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
export function drawSvgWithImage(options: SvgSettings<QrData>, layout: LogoLayout, href: string): SvgDocument {
  const outline = outlineOf({ ...options, version: layout.symbol.version }, layout);
  return outlinedSvg(outline, options, node("image", { ...boxOf(layout.plate.art), href }));
}

export function boxOf({ left, top, right, bottom }: Rect) {
  const [x, y, width, height] = [left, top, right - left, bottom - top].map(thousandths);
  return { x, y, width, height };
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
): SvgDocument {
  const settings = options as SvgSettings<QrData>;
  return logo ? drawSvgWithImage(settings, logo.layout, logo.href) : drawSvg(settings);
}
