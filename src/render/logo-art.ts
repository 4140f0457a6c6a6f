import type { LogoLayout } from "../logo/budget.ts";
import type { Pixels } from "../ports.ts";
import { clipPixels } from "./clip.ts";
import { over } from "./flatten.ts";
import type { PaintLogo } from "./look-png.ts";
import { artRows, inkPixels } from "./png.ts";

/** Returns the function that draws a logo, with its corners, onto the pixels of a design. */
export function logoPainter({ plate, corners }: LogoLayout, pixels: Pixels): PaintLogo {
  const box = plate.art;
  const zoom = pixels.width / (box.right - box.left);
  const art = corners ? clipPixels(pixels, { across: corners.across * zoom, down: corners.down * zoom }) : pixels;
  const pixelsAt = artRows(art.data, 4, art, box);
  return (drawn, background) => {
    const { width, channels = 3, palette, row } = drawn;
    if (palette) return inkPixels(width, { palette, row }, background as string, { box, art });
    return {
      ...drawn,
      row(into, y) {
        row(into, y);
        if (y >= box.top && y < box.bottom) {
          addArt(into.subarray(channels * box.left), channels as 3 | 4, pixelsAt(y));
        }
      },
    };
  };
}

/** Composites a row of a logo onto the start of a scanline, which has the background's colours or is transparent there. */
function addArt(into: Uint8Array, width: 3 | 4, data: Uint8Array): void {
  for (let from = 0; from < data.length; from += 4) {
    const to = (width * from) / 4;
    if (data[from + 3] === 0) continue;
    if (width === 4) {
      into.set(data.subarray(from, from + 4), to);
      continue;
    }
    const alpha = data[from + 3] as number;
    for (let channel = 0; channel < 3; channel++) {
      into[to + channel] = over(data[from + channel] as number, into[to + channel] as number, alpha);
    }
  }
}
