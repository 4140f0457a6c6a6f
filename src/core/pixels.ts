import type { ImageExports } from "./abi.ts";
import { compile, parts, theEncoder } from "./core.ts";
import type { QrData } from "./data.ts";
import { packedImage } from "./generated/image.ts";
import { type PixelSource, pixelsOf, pngOf, type TakeBytes } from "./image-writer.ts";
import type { Frame, SymbolSettings } from "./symbol.ts";

/** Returns a PNG of size x size pixels with the symbol of `data`, on the grid that `pngGrid` returns. `take` copies its
 *  bytes out of the core's memory, by default to a new array. Throws like `encodeSymbol`. */
export function encodePng(
  data: QrData,
  settings: SymbolSettings,
  frame: Frame,
  take?: TakeBytes,
): Uint8Array<ArrayBuffer> {
  return pngOf(theEncoder(), theImageWriter(), data, settings, frame, take);
}

/** Encodes any picture of up to 16384 pixels per line as a PNG with 1, 2, 4 or 8 bits per pixel, or in true colour. */
export function encodePixels(source: PixelSource): Uint8Array<ArrayBuffer> {
  return pixelsOf(theImageWriter(), source);
}

function theImageWriter(): ImageExports {
  parts.imageWriter ??= parts.load?.() ?? compile<ImageExports>(packedImage);
  return parts.imageWriter;
}
