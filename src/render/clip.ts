import type { Corners, LogoLayout } from "../logo/budget.ts";
import type { Pixels } from "../ports.ts";
import { node, type SvgNode, thousandths } from "../svg.ts";
import { coverageOf } from "./fill.ts";
import type { Art } from "./plan.ts";
import { boxOf, idOf, imageOf } from "./svg.ts";

/** Distance of the control points of a quarter of an ellipse from its corner, as a share of its radius. */
const CORNER = 0.4477;

/** Returns the elements that show the logo of `art` with its corners. */
export function logoNodes({ symbol, plate, corners }: LogoLayout, art: Art): readonly SvgNode[] {
  const image = imageOf(plate.art, art);
  if (!corners) return [image];
  const clip = { ...boxOf(plate.art), rx: thousandths(corners.across), ry: thousandths(corners.down) };
  const id = `isoqr-${idOf(symbol)}-clip-${Object.values(clip).join("-")}`;
  const clipped = { "clip-path": `url(#${id})` };
  return [
    node("clipPath", { id }, [node("rect", clip)]),
    // A transform would also apply to the path.
    image.attrs.transform ? node("g", clipped, [image]) : node("image", { ...clipped, ...image.attrs }),
  ];
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
