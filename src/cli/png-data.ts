import { createInflate } from "node:zlib";
import type { PictureSize } from "./picture-size.ts";

/** Bytes of a signature, and of a chunk beside its data: length, type and CRC. W3C PNG, 5.2 and 5.3. */
const SIGNATURE = 8;
const CHUNK = 12;

/** Samples of a pixel by colour type. W3C PNG, 11.2.1. */
const CHANNELS: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };

/** Resolves to whether the image data of a PNG inflate to no more bytes than a picture of this size has; always true for other
 *  files. The decoder inflates all of them before it looks, and a megabyte can inflate to a gigabyte.
 *  Broken data count as fitting: the decoder refuses them. */
export async function fitsPngData(bytes: Uint8Array, { width, height }: PictureSize): Promise<boolean> {
  const [depth = 0, type = 0] = bytes.subarray(24, 26);
  const row = Math.ceil((width * depth * (CHANNELS[type] ?? 0)) / 8);
  // Every row has a byte for its filter. An interlaced picture has up to twice as many rows, each rounded up to a byte.
  const most = row * height + 4 * height + 64;
  const inflate = createInflate();
  let length = 0;
  for (const part of imageData(bytes)) inflate.write(part);
  inflate.end();
  try {
    for await (const part of inflate) {
      length += part.length;
      if (length > most) return false;
    }
  } catch {
    // Data that are cut short or damaged.
  }
  return true;
}

/** The data of the IDAT chunks of a PNG; none for other files. */
function* imageData(bytes: Uint8Array): Generator<Uint8Array> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (view.byteLength < SIGNATURE || view.getUint32(0) !== 0x89504e47) return;
  for (let at = SIGNATURE; at + CHUNK <= bytes.length; at += CHUNK + view.getUint32(at)) {
    const from = at + 8;
    if (view.getUint32(at + 4) === 0x49444154) yield bytes.subarray(from, from + view.getUint32(at));
  }
}
