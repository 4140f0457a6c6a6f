import { encodePixels } from "../core/core.ts";
import type { Pixels } from "../ports.ts";
import { choosePalette } from "./palette.ts";

/** Opaque `pixels` as a PNG: with a palette where a few colours make up the picture, else in true colour. */
export function writePng({ width, height, data }: Pixels): Uint8Array<ArrayBuffer> {
  const chosen = choosePalette(data);
  if (chosen) {
    const { palette, indices } = chosen;
    return encodePixels({
      width,
      height,
      palette,
      row: (into, y) => into.set(indices.subarray(y * width, (y + 1) * width)),
    });
  }
  return encodePixels({
    width,
    height,
    row(into, y) {
      for (let from = y * width * 4, to = 0; to < 3 * width; from += 4, to += 3) {
        into[to] = data[from] as number;
        into[to + 1] = data[from + 1] as number;
        into[to + 2] = data[from + 2] as number;
      }
    },
  });
}
