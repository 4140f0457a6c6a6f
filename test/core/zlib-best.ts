import { deflateSync } from "node:zlib";
import type { PngImage } from "../decoders/png-reader.ts";

/** Returns the size in bytes of a 1-bit PNG of these pixels without filters, compressed by zlib at level 9. */
export function zlibBestSize({ width, height, data }: PngImage): number {
  const rowBytes = Math.ceil(width / 8);
  const rows = Buffer.alloc((rowBytes + 1) * height);
  const background = data.slice(0, 3).join();
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const at = (y * width + x) * 4;
      if (data.slice(at, at + 3).join() === background) continue;
      const byte = y * (rowBytes + 1) + 1 + (x >> 3);
      rows[byte] = (rows[byte] ?? 0) | (128 >> (x & 7));
    }
  }
  const [signature, header, palette, end, chunkFrame] = [8, 25, 18, 12, 12];
  const packed = deflateSync(rows, { level: 9 });
  return signature + header + palette + chunkFrame + packed.length + end;
}
