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
  const id = `isoqr-${idOf(symbol.modules)}-clip-${Object.values(clip).join("-")}`;
  const clipped = { "clip-path": `url(#${id})` };
  return [
    node("clipPath", { id }, [node("rect", clip)]),
    // A transform would also apply to the path.
    image.attrs.transform ? node("g", clipped, [image]) : node("image", { ...clipped, ...image.attrs }),
  ];
}

/** Number of rows that are clipped at a time, so that large logos need little memory. */
const AT_ONCE = 1024;

/** Returns `art` with rounded corners, which are antialiased. The radii are in pixels. */
export function clipPixels({ width, height, data }: Pixels, { across, down }: Corners): Pixels {
  const [cx, cy] = [across * CORNER, down * CORNER];
  const [wide, tall] = [width - 2 * across, height - 2 * down];
  const path =
    `M${across} 0h${wide}c${across - cx} 0 ${across} ${cy} ${across} ${down}v${tall}` +
    `c0 ${down - cy} ${-cx} ${down} ${-across} ${down}h${-wide}` +
    `c${cx - across} 0 ${-across} ${-cy} ${-across} ${-down}v${-tall}` +
    `c0 ${cy - down} ${cx} ${-down} ${across} ${-down}z`;
  const clipped = data.slice();
  for (let top = 0; top < height; top += AT_ONCE) {
    const shares = coverageOf(path, 1, { top, width, height: Math.min(AT_ONCE, height - top) });
    for (let at = 0, to = 4 * top * width + 3; at < shares.length; at++, to += 4) {
      clipped[to] = Math.round((data[to] as number) * (shares[at] as number));
    }
  }
  return { width, height, data: clipped };
}
