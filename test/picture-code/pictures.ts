import { encodePixels } from "../../src/core/pixels.ts";
import type { Pixels } from "../../src/ports.ts";
import { drawPortrait } from "./portrait.ts";

export function encode({ width, height, data }: Pixels): Uint8Array<ArrayBuffer> {
  const row = (into: Uint8Array, y: number) => into.set(data.subarray(4 * y * width, 4 * (y + 1) * width));
  return encodePixels({ width, height, channels: 4, row });
}

export const portrait = encode(drawPortrait());

/** Returns the header of a PNG with this size, and no pixels. */
export function emptyPng(width: number, height: number): Uint8Array {
  const bytes = encode({ width: 1, height: 1, data: new Uint8Array(4) });
  const view = new DataView(bytes.buffer);
  view.setUint32(16, width);
  view.setUint32(20, height);
  return bytes;
}
