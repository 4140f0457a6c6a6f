import { viewOf } from "../core/png-reader.ts";
import { jpegProcess, saveEightBits } from "../messages/logo-rules.ts";
import { brokenFile, jpegFault, logoFault } from "./errors.ts";
import { type Size, sizeOrBroken } from "./file.ts";
import { MAX_COEFFICIENTS, MAX_SCANS } from "./limits.ts";

/** The size after applying the orientation. */
export interface JpegHeader extends Size {
  /** The EXIF orientation, 1 to 8. */
  readonly orientation: number;
  /** Whether the file has four components, for inks instead of colours. */
  readonly isCmyk?: boolean;
}

interface Frame {
  readonly size: Omit<JpegHeader, "orientation">;
  /** Number of components in a scan that contains the whole image; 0 if no scan does. */
  readonly whole: number;
  /** Approximate number of coefficients. Without a scan that contains the whole image, all are in memory at once. */
  readonly coefficients: number;
}

const [SOF0, SOF2, DHT, EOI, SOS, DQT, DRI, COM] = [0xc0, 0xc2, 0xc4, 0xd9, 0xda, 0xdb, 0xdd, 0xfe] as const;
const [APP0, APP1, APP15] = [0xe0, 0xe1, 0xef] as const;
const PLAIN: readonly number[] = [DHT, DQT, DRI, SOS, COM];

/** Reads every marker in the file (ITU-T T.81, Annex B). Rejects a file with misplaced markers, because decoders
 *  disagree about which frame it shows.
 *  @throws {QrError} LOGO_INVALID. */
export function readJpegHeader(bytes: Uint8Array): JpegHeader {
  const view = viewOf(bytes);
  let frame: Frame | undefined;
  let [orientation, scans] = [1, 0];
  for (let at = 2; at + 4 <= bytes.length; ) {
    const marker = bytes[at + 1] as number;
    if (bytes[at] !== 0xff) throw brokenFile("JPEG");
    if (marker === 0xff) {
      at++; // skips a fill byte
      continue;
    }
    if (marker === EOI) break;
    const length = view.getUint16(at + 2);
    const end = at + 2 + length;
    if (length < 2 || (end > bytes.length && marker !== SOS)) throw brokenFile("JPEG");
    const isFrame = marker >= SOF0 && marker <= 0xcf && marker !== DHT;
    if (isFrame) {
      if (frame) throw brokenFile("JPEG");
      frame = readFrame(view, at, marker);
    } else if (!PLAIN.includes(marker) && (marker < APP0 || marker > APP15)) throw brokenFile("JPEG");
    if (marker === APP1 && orientation === 1) orientation = readOrientation(bytes.subarray(at + 4, end));
    at = end;
    if (marker !== SOS) continue;
    if (!frame) throw brokenFile("JPEG");
    // The first byte of a scan's header is its number of components.
    if (++scans === 1 && bytes[end - length + 2] !== frame.whole && frame.coefficients > MAX_COEFFICIENTS) {
      throw jpegFault("several scans and too many pixels");
    }
    if (scans > MAX_SCANS) throw jpegFault(`over ${MAX_SCANS} scans`);
    at = afterScan(bytes, end);
  }
  if (!frame) throw brokenFile("JPEG");
  const { size } = frame;
  const { width, height } = size;
  return orientation > 4 ? { ...size, width: height, height: width, orientation } : { ...size, orientation };
}

/** Returns the offset of the next marker after entropy-coded data. Within the data, 0xff is followed by 0, by
 *  another 0xff, or by the second byte of a restart marker. B.1.1.5. */
function afterScan(bytes: Uint8Array, from: number): number {
  for (let at = bytes.indexOf(0xff, from); at >= 0; at = bytes.indexOf(0xff, at + 1)) {
    const next = bytes[at + 1] ?? 0;
    if (next !== 0 && next !== 0xff && (next < 0xd0 || next > 0xd7)) return at;
  }
  return bytes.length;
}

function readFrame(view: DataView, at: number, marker: number): Frame {
  const components = at + 10 > view.byteLength ? 0 : view.getUint8(at + 9);
  if (at + 10 + 3 * components > view.byteLength) throw brokenFile("JPEG");
  if (marker > SOF2) throw logoFault(jpegProcess);
  if (view.getUint8(at + 4) !== 8) throw jpegFault("more than 8 bits per channel", saveEightBits);
  if (components !== 1 && components !== 3 && components !== 4) throw brokenFile("JPEG");
  const { width, height } = sizeOrBroken({ width: view.getUint16(at + 7), height: view.getUint16(at + 5) }, "JPEG");
  const samples = Array.from({ length: components }, (_, i) => view.getUint8(at + 11 + 3 * i)).map(
    (factors) => (factors >> 4) * (factors & 15),
  );
  const coefficients = (width * height * samples.reduce((sum, one) => sum + one)) / Math.max(...samples, 1);
  const size = components === 4 ? { width, height, isCmyk: true } : { width, height };
  return { size, whole: marker === SOF2 ? 0 : components, coefficients };
}

const EXIF = [0x45, 0x78, 0x69, 0x66, 0, 0];
const ORIENTATION = 0x0112;

/** Returns the EXIF orientation in an APP1 segment: 1 to 8, default 1. EXIF 2.32, 4.5.2 and 4.6.4; TIFF 6.0, 2. */
function readOrientation(segment: Uint8Array): number {
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
