import type { LogoLayout } from "../logo/budget.ts";
import type { Pixels } from "../ports.ts";
import { clipPixels } from "./clip.ts";
import { over } from "./flatten.ts";
import type { PaintLogo } from "./look-png.ts";
import { inkPixels } from "./png.ts";

/** Returns the function that draws a logo, with its corners, onto the pixels of a design. */
export function logoPainter({ plate, corners }: LogoLayout, pixels: Pixels): PaintLogo {
  const box = plate.art;
  const art = corners ? clipPixels(pixels, corners) : pixels;
  return (drawn, background) => {
    const { width, channels = 3, palette, row } = drawn;
    if (palette) return inkPixels(width, { palette, row }, background as string, { box, art });
    return {
      ...drawn,
      row(into, y) {
        row(into, y);
        if (y >= box.top && y < box.bottom)
          addArt(into.subarray(channels * box.left), channels as 3 | 4, art, y - box.top);
      },
    };
  };
}

/** Composites row `row` of `art` onto the start of a scanline, which has the background's colours or is transparent there. */
function addArt(into: Uint8Array, width: 3 | 4, { data, width: columns }: Pixels, row: number): void {
  for (let x = 0; x < columns; x++) {
    const from = 4 * (row * columns + x);
    const to = width * x;
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
