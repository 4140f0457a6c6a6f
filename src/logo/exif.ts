import { viewOf } from "./raster.ts";

const EXIF = [0x45, 0x78, 0x69, 0x66, 0, 0];
const ORIENTATION = 0x0112;

/** How a picture stands by the EXIF data in `segment`, the body of an APP1 segment: 1, the way it should, to 8; 1 for what
 *  is no EXIF data or says nothing of it. EXIF 2.32, 4.5.2 and 4.6.4; TIFF 6.0, section 2. */
export function readOrientation(segment: Uint8Array): number {
  if (segment.length < 14 || EXIF.some((byte, at) => segment[at] !== byte)) return 1;
  const tiff = viewOf(segment.subarray(EXIF.length));
  const little = tiff.getUint16(0) === 0x4949;
  const directory = tiff.getUint32(4, little);
  if (directory + 2 > tiff.byteLength) return 1;
  const entries = tiff.getUint16(directory, little);
  for (let i = 0, at = directory + 2; i < entries && at + 12 <= tiff.byteLength; i++, at += 12) {
    if (tiff.getUint16(at, little) !== ORIENTATION) continue;
    const value = tiff.getUint16(at + 8, little);
    return value >= 1 && value <= 8 ? value : 1;
  }
  return 1;
}
