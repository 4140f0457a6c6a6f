import { encodeBase64 } from "../base64.ts";
import type { Plate, Rect } from "../logo/budget.ts";
import type { QrOptions } from "../options/table.ts";

/** `svg`, a whole SVG file, with a logo on its plate at the end of what is drawn. The logo is pixels, whatever it was, so that nothing
 *  in it can run or be fetched. */
export function embedLogo(svg: string, { bg }: QrOptions, { ground, art }: Plate, png: Uint8Array): string {
  const end = svg.lastIndexOf("</svg>");
  const { left, top, right, bottom } = ground;
  const plate = `<path fill="#${bg}" d="M${digits(left)} ${digits(top)}H${digits(right)}V${digits(bottom)}H${digits(left)}"/>`;
  const image = `<image ${boxOf(art)} preserveAspectRatio="none" href="data:image/png;base64,${encodeBase64(png)}"/>`;
  return `${svg.slice(0, end)}${plate}${image}</svg>`;
}

function boxOf({ left, top, right, bottom }: Rect): string {
  return `x="${digits(left)}" y="${digits(top)}" width="${digits(right - left)}" height="${digits(bottom - top)}"`;
}

/** Thousandths of a pixel. */
function digits(value: number): number {
  return Math.round(value * 1000) / 1000;
}
