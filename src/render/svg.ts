import { encodeOutline, type Outline } from "../core/core.ts";
import type { Frame } from "../core/symbol.ts";
import type { Rect } from "../logo/budget.ts";
import { node, type SvgDocument, type SvgNode, thousandths } from "../svg.ts";
import { createPen, drawOutline, type Pen } from "./outline.ts";
import type { Art, Designs, Plan, PngOptions, SvgOptions } from "./plan.ts";
import { type DotStyle, MODULE_UNITS } from "./styles.ts";

/** Draws an SVG document whose view box is as large as the picture. An image, as which an SVG shows its logo, cannot run
 *  scripts or fetch files. @throws {QrError} DATA_TOO_LONG. */
export function paintSvg(plan: Plan<SvgOptions>, art: Art = {}, designs?: Pick<Designs, "svg">): SvgDocument {
  if (plan.look && designs) return designs.svg(plan, art);
  const { code, symbol, logo } = plan;
  const lines = code.dotStyle === "dots" && symbol && symbol.side >= LARGE ? createPen(code.margin) : undefined;
  return outlinedSvg(outlineOf(plan, lines), code, logo && imageOf(logo.plate.art, art), lines?.path());
}

/** From this number of modules per side on, dots are lines with round ends, whose path has a quarter of the length. */
const LARGE = 97;

/** Returns the document that shows an outline, then dots at the points of `lines`, and then `image`. */
export function outlinedSvg(
  { path, units }: Outline,
  { size, color, bg, title }: Frame & Pick<SvgDocument, "title">,
  image?: SvgNode,
  lines?: string,
): SvgDocument {
  const stroke = hexColor(color);
  const fill = color === "000000" ? undefined : stroke;
  const transform = scaleOf(size, units);
  const body = [node("path", { fill, "fill-rule": "evenodd", transform, d: path })];
  if (bg !== "transparent") body.unshift(node("path", { fill: hexColor(bg), d: squareOf(size) }));
  if (lines) {
    body.push(node("path", { stroke, "stroke-width": MODULE_UNITS, "stroke-linecap": "round", transform, d: lines }));
  }
  if (image) body.push(image);
  return { width: size, height: size, title, defs: [], body };
}

/** Returns the outline of a background of this size. */
export function squareOf(size: number): string {
  return `M0 0h${size}v${size}H0`;
}

/** Returns the transform of an outline. The scale has six significant digits, so even in a picture of 16384 pixels, positions
 *  are exact to a fiftieth of a pixel. */
export function scaleOf(size: number, units: number): string {
  return `scale(${Number((size / units).toPrecision(6))})`;
}

/** Returns the shortest CSS notation for a colour of six hex digits. */
export function hexColor(hex: string): string {
  const isShort = hex[0] === hex[1] && hex[2] === hex[3] && hex[4] === hex[5];
  return `#${isShort ? `${hex[0]}${hex[2]}${hex[4]}` : hex}`;
}

/** Returns the outline of a plan without a look. With a pen for `lines`, dots are only points there.
 *  @throws {QrError} DATA_TOO_LONG. */
export function outlineOf({ code, symbol, logo }: Plan<PngOptions>, lines?: Pen): Outline {
  const { data, margin, dotStyle } = code;
  if (symbol && dotStyle !== "square") {
    return {
      path: drawOutline(symbol, dotStyle as DotStyle, margin, lines),
      units: (symbol.side + 2 * margin) * MODULE_UNITS,
    };
  }
  // A known mask saves the search for the best one.
  return encodeOutline(data, symbol ? { ...code, ...symbol } : code, margin, logo?.cleared[0]);
}

/** Returns the element that shows the logo of `art` in a box. A transform applies the EXIF orientation, which is no longer
 *  in the file, because only browsers would apply that. */
export function imageOf(box: Rect, { href, orientation = 1 }: Art): SvgNode {
  const { x, y, width, height } = boxOf(box);
  if (orientation < 2) return node("image", { x, y, width, height, href });
  // The directions in which the columns and the rows of the shown image run. EXIF 2.32, 4.6.4.
  const across = orientation & 2 ? -1 : 1;
  const down = (orientation - 1) & 2 ? -1 : 1;
  const from = [across < 0 ? box.right : box.left, down < 0 ? box.bottom : box.top].map(thousandths);
  const [stored, turn] =
    orientation > 4
      ? [{ width: height, height: width }, [0, down, across, 0]]
      : [{ width, height }, [across, 0, 0, down]];
  return node("image", { ...stored, transform: `matrix(${[...turn, ...from].join(" ")})`, href });
}

export function boxOf({ left, top, right, bottom }: Rect) {
  const [x, y, width, height] = [left, top, right - left, bottom - top].map(thousandths);
  return { x, y, width, height };
}

/** Returns a part of the ids in an SVG, computed from the modules of its symbol or from other bytes. Different codes in a
 *  page have different ids: if the first of several elements with the same id is hidden, browsers do not draw what refers
 *  to the others. */
export function idOf(bytes: Uint8Array): string {
  // FNV-1a, 32 bits.
  const hash = bytes.reduce((sum, byte) => Math.imul(sum ^ byte, 0x01000193), 0x811c9dc5 | 0);
  return (hash >>> 0).toString(36);
}
