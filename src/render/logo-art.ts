import type { Pixels } from "../ports.ts";
import { over } from "./flatten.ts";
import type { PaintedLogo } from "./look-png.ts";
import type { PngLogo } from "./pictures.ts";
import { inkPixels } from "./png.ts";

/** Returns a logo that can be drawn onto the pixels of a design. */
export function paintedLogo({ layout, art }: PngLogo): PaintedLogo {
  const box = layout.plate.art;
  return {
    layout,
    paint(pixels, ground) {
      const { width, channels = 3, palette, row } = pixels;
      if (palette) return inkPixels(width, { palette, row }, ground as string, box, art);
      return {
        ...pixels,
        row(into, y) {
          row(into, y);
          if (y >= box.top && y < box.bottom) addArt(into, channels, art, box.left, y - box.top);
        },
      };
    },
  };
}

/** Composites row `row` of `art` onto a scanline, which has the background's colours or is transparent there. */
function addArt(into: Uint8Array, width: 3 | 4, { data, width: columns }: Pixels, left: number, row: number): void {
  for (let x = 0; x < columns; x++) {
    const from = 4 * (row * columns + x);
    const to = width * (left + x);
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
