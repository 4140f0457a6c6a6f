import type { Corners, LogoLayout } from "../logo/budget.ts";
import type { Pixels } from "../ports.ts";
import { coverageOf } from "./fill.ts";
import { idOf, thousandths } from "./svg.ts";

/** Distance of the control points of a quarter of an ellipse from its corner, as a share of its radius. */
const CORNER = 0.4477;

/** Returns `svg`, whose last image is a logo, with rounded corners on the logo. */
export function clipImage(svg: string, { symbol, plate, corners }: LogoLayout): string {
  if (!corners) return svg;
  const { left, top, right, bottom } = plate.art;
  const numbers = [left, top, right - left, bottom - top, corners.across, corners.down].map(thousandths);
  const [x, y, width, height, rx, ry] = numbers;
  const id = `isoqr-${idOf(symbol)}-clip-${numbers.join("-")}`;
  const rect = `<rect x="${x}" y="${y}" width="${width}" height="${height}" rx="${rx}" ry="${ry}"/>`;
  const at = svg.lastIndexOf("<image ");
  return `${svg.slice(0, at)}<clipPath id="${id}">${rect}</clipPath><image clip-path="url(#${id})"${svg.slice(at + 6)}`;
}

/** Returns `art` with rounded corners, which are antialiased. The radii are in pixels. */
export function clipPixels({ width, height, data }: Pixels, { across, down }: Corners): Pixels {
  const [cx, cy] = [across * CORNER, down * CORNER];
  const [wide, tall] = [width - 2 * across, height - 2 * down];
  const path =
    `M${across} 0h${wide}c${across - cx} 0 ${across} ${cy} ${across} ${down}v${tall}` +
    `c0 ${down - cy} ${-cx} ${down} ${-across} ${down}h${-wide}` +
    `c${cx - across} 0 ${-across} ${-cy} ${-across} ${-down}v${-tall}` +
    `c0 ${cy - down} ${cx} ${-down} ${across} ${-down}z`;
  const shares = coverageOf(path, width, height, 1);
  const clipped = data.slice();
  for (let at = 0; at < shares.length; at++) {
    clipped[4 * at + 3] = Math.round((data[4 * at + 3] as number) * (shares[at] as number));
  }
  return { width, height, data: clipped };
}
