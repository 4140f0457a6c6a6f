import type { Corners, LogoLayout } from "../logo/budget.ts";
import type { Pixels } from "../ports.ts";
import { node, type SvgNode, thousandths } from "../svg.ts";
import { coverageOf } from "./fill.ts";
import { boxOf, idOf } from "./svg.ts";

/** Distance of the control points of a quarter of an ellipse from its corner, as a share of its radius. */
const CORNER = 0.4477;

/** Returns the elements that show the logo at `href`, a data URI, with its corners. */
export function logoNodes({ symbol, plate, corners }: LogoLayout, href?: string): readonly SvgNode[] {
  const image = { ...boxOf(plate.art), href };
  if (!corners) return [node("image", image)];
  const clip = { ...boxOf(plate.art), rx: thousandths(corners.across), ry: thousandths(corners.down) };
  const id = `isoqr-${idOf(symbol)}-clip-${Object.values(clip).join("-")}`;
  return [node("clipPath", { id }, [node("rect", clip)]), node("image", { "clip-path": `url(#${id})`, ...image })];
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
