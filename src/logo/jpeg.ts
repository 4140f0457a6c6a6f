import { logoFault } from "./errors.ts";
import { readOrientation } from "./exif.ts";
import { MOST_SCANS } from "./limits.ts";
import { brokenFile, type Size, sizeOrBroken, viewOf } from "./raster.ts";

/** What a JPEG is by its markers. ITU-T T.81, Annex B. */

/** The picture's size as it is to be seen, and what must be done to the pixels for that: EXIF's number, 1 to 8. */
export interface JpegHeader extends Size {
  readonly orientation: number;
}

const [SOF0, SOF2, DHT, EOI, SOS, DQT, DRI, APP0, APP1, COM] = [
  0xc0, 0xc2, 0xc4, 0xd9, 0xda, 0xdb, 0xdd, 0xe0, 0xe1, 0xfe,
];
const APP15 = 0xef;
const PLAIN = new Set([DHT, DQT, DRI, SOS, COM]);

/** Goes from marker to marker through all of the file. Decoders differ about markers that have no place where they stand,
 *  and so about which frame counts: such files are refused.
 *  @throws {QrError} LOGO_INVALID. */
export function readJpegHeader(bytes: Uint8Array): JpegHeader {
  const view = viewOf(bytes);
  let size: Size | undefined;
  let [orientation, scans] = [1, 0];
  for (let at = 2; at + 4 <= bytes.length; ) {
    const marker = bytes[at + 1] as number;
    if (bytes[at] !== 0xff) throw brokenFile("JPEG");
    if (marker === 0xff) {
      at++; // a fill byte
      continue;
    }
    if (marker === EOI) break;
    const length = view.getUint16(at + 2);
    const end = at + 2 + length;
    if (length < 2 || (end > bytes.length && marker !== SOS)) throw brokenFile("JPEG");
    const isFrame = marker >= SOF0 && marker <= 0xcf && marker !== DHT;
    if (isFrame) {
      if (size) throw brokenFile("JPEG");
      size = readFrame(view, at, marker);
    } else if (!PLAIN.has(marker) && (marker < APP0 || marker > APP15)) throw brokenFile("JPEG");
    if (marker === APP1 && orientation === 1) orientation = readOrientation(bytes.subarray(at + 4, end));
    at = end;
    if (marker !== SOS) continue;
    if (!size) throw brokenFile("JPEG");
    if (++scans > MOST_SCANS) throw logoFault(`is a JPEG of more than ${MOST_SCANS} scans: save it as a baseline JPEG`);
    at = afterScan(bytes, end);
  }
  if (!size) throw brokenFile("JPEG");
  const { width, height } = size;
  return orientation > 4 ? { width: height, height: width, orientation } : { width, height, orientation };
}

/** The place of the next marker behind coded data, in which zeros and restart markers follow the byte. B.1.1.5. */
function afterScan(bytes: Uint8Array, from: number): number {
  for (let at = bytes.indexOf(0xff, from); at >= 0; at = bytes.indexOf(0xff, at + 1)) {
    const next = bytes[at + 1] ?? 0;
    if (next !== 0 && next !== 0xff && (next < 0xd0 || next > 0xd7)) return at;
  }
  return bytes.length;
}

function readFrame(view: DataView, at: number, marker: number): Size {
  if (at + 10 > view.byteLength) throw brokenFile("JPEG");
  if (marker > SOF2)
    throw logoFault("is a JPEG of a rare kind: save it as a baseline or progressive JPEG, or as a PNG");
  if (view.getUint8(at + 4) !== 8) throw logoFault("is a JPEG with more than 8 bits a colour: save it with 8 bits");
  const components = view.getUint8(at + 9);
  if (components === 4) throw logoFault("is a JPEG in CMYK colours: save it in RGB");
  if (components !== 1 && components !== 3) throw brokenFile("JPEG");
  return sizeOrBroken({ width: view.getUint16(at + 7), height: view.getUint16(at + 5) }, "JPEG");
}
