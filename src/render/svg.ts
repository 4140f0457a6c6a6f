import { encodeBase64 } from "../base64.ts";
import { encodeOutline, encodeSymbol } from "../core/core.ts";
import { type Outline, svgDocument } from "../core/svg-document.ts";
import type { LogoLayout, Rect } from "../logo/budget.ts";
import type { PngSettings, QrOptions, SvgSettings } from "../options/table.ts";
import type { Pixels } from "../ports.ts";
import { drawOutline, MODULE_UNITS } from "./outline.ts";
import { encodeArt } from "./png.ts";

/** Draws an SVG document whose view box is options.size x options.size. @throws {QrError} DATA_TOO_LONG. */
export function drawSvg(options: SvgSettings): string {
  return svgDocument(outlineOf(options), options, options.title);
}

/** Returns the outline that the document shows. @throws {QrError} DATA_TOO_LONG. */
export function outlineOf(options: PngSettings): Outline {
  const { data, margin, dotStyle } = options;
  if (dotStyle === "square") return encodeOutline(data, options, margin);
  const symbol = encodeSymbol(data, options);
  return { path: drawOutline(symbol, dotStyle, margin), units: (symbol.side + 2 * margin) * MODULE_UNITS };
}

/** Draws the code with the plate and `art` on top. The logo is embedded as pixels, so it cannot run or fetch
 *  anything. */
export function drawSvgWithLogo(options: QrOptions, { symbol, plate }: LogoLayout, art: Pixels): string {
  const svg = drawSvg({ ...options, version: symbol.version });
  const { left, top, right, bottom } = plate.ground;
  const ground = `<path fill="#${options.bg}" d="M${digits(left)} ${digits(top)}H${digits(right)}V${digits(bottom)}H${digits(left)}"/>`;
  const png = encodeBase64(encodeArt(art, options.bg));
  const image = `<image ${boxOf(plate.art)} preserveAspectRatio="none" href="data:image/png;base64,${png}"/>`;
  return `${svg.slice(0, svg.lastIndexOf("</svg>"))}${ground}${image}</svg>`;
}

function boxOf({ left, top, right, bottom }: Rect): string {
  return `x="${digits(left)}" y="${digits(top)}" width="${digits(right - left)}" height="${digits(bottom - top)}"`;
}

/** Rounds to thousandths of a pixel. */
function digits(value: number): number {
  return Math.round(value * 1000) / 1000;
}
