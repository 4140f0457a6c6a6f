import type { PixelSource } from "../core/image-writer.ts";
import type { PngSettings } from "../options/table.ts";

/** The number of colours from which a palette has 8 bits per pixel. */
const EIGHT_BITS = 17;

/** Returns `source` with the colours that the option asks for, without changing what it shows, except that "gray" has no
 *  hues. With "auto", transparent pictures have at least 8 bits per pixel: PDFKit draws smaller indices into a palette with
 *  alpha as eight tiny copies. The files remain 1.1 to 8 times as large as with fewer bits, whereas RGBA would make them 2.5
 *  to 47 times as large. */
export function recolored(
  source: PixelSource,
  pngColor: PngSettings<unknown>["pngColor"] | undefined = "auto",
): PixelSource {
  const { width, palette, channels = 3, row } = source;
  if (pngColor === "auto") {
    const isSmall = palette && channels === 4 && palette.length < 4 * EIGHT_BITS;
    return isSmall ? { ...source, palette: padded(palette) } : source;
  }
  const isGray = pngColor === "gray";
  const bytes = isGray ? (channels === 4 ? 2 : 1) : 4;
  const convert = (from: Uint8Array, into: Uint8Array) => {
    for (let at = 0, to = 0; to < into.length; at += channels, to += bytes) {
      const [red = 0, green = 0, blue = 0, alpha = 255] = from.subarray(at, at + channels);
      if (isGray) into[to] = (306 * red + 601 * green + 117 * blue + 512) >> 10;
      else into.set([red, green, blue], to);
      if (bytes % 2 === 0) into[to + bytes - 1] = alpha;
    }
    return into;
  };
  const colors = palette && convert(palette, new Uint8Array((palette.length / channels) * bytes));
  const line = new Uint8Array(width * (palette ? 1 : channels));
  const last = new Uint8Array(line.length);
  let drawn: Uint8Array | undefined;
  return {
    ...source,
    palette: undefined,
    channels: bytes,
    row(into, y) {
      row(line, y);
      // Most scanlines of a code equal the one above.
      if (!drawn || line.some((value, at) => value !== last[at])) {
        last.set(line);
        drawn ??= new Uint8Array(into.length);
        if (colors) lookUp(line, colors, bytes, drawn);
        else convert(line, drawn);
      }
      into.set(drawn);
    },
  };
}

/** Returns `palette` with more colours, so that it needs 8 bits per pixel. */
function padded(palette: Uint8Array): Uint8Array {
  // The added colours are opaque, because their alpha values would be written.
  const all = new Uint8Array(4 * EIGHT_BITS).fill(255);
  all.set(palette);
  return all;
}

/** Writes the colours of `indices`, which have `bytes` bytes in `palette`, to `colors`. */
export function lookUp(indices: Uint8Array, palette: Uint8Array, bytes: number, colors: Uint8Array): void {
  for (let i = 0, at = 0; i < indices.length; i++) {
    const entry = (indices[i] as number) * bytes;
    for (let channel = 0; channel < bytes; channel++, at++) colors[at] = palette[entry + channel] as number;
  }
}
