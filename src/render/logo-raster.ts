import { logoFault } from "./logo-fault.ts";

/** Types and sizes of raster files, read from their headers. */

/** Width and height in pixels. */
export interface Size {
  readonly width: number;
  readonly height: number;
}

const startsWith = (bytes: Uint8Array, signature: readonly number[], at = 0) =>
  signature.every((byte, i) => bytes[at + i] === byte);

const tag = (name: string) => Array.from(name, (character) => character.charCodeAt(0));
const [RIFF, WEBP, IHDR, ANMF] = [tag("RIFF"), tag("WEBP"), tag("IHDR"), tag("ANMF")];

export function isPng(bytes: Uint8Array): boolean {
  return startsWith(bytes, [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
}

export function isJpeg(bytes: Uint8Array): boolean {
  return startsWith(bytes, [0xff, 0xd8, 0xff]);
}

export function isWebp(bytes: Uint8Array): boolean {
  return startsWith(bytes, RIFF) && startsWith(bytes, WEBP, 8);
}

/** W3C PNG, third edition, 11.2.1: IHDR comes first. An animated PNG shows its default picture. */
export function readPngSize(bytes: Uint8Array): Size {
  if (bytes.length < 33 || !startsWith(bytes, IHDR, 12)) throw broken("PNG");
  const view = viewOf(bytes);
  return checked({ width: view.getUint32(16), height: view.getUint32(20) }, "PNG");
}

/** Goes from marker to marker until the frame header. ITU-T T.81, Annex B. */
export function readJpegSize(bytes: Uint8Array): Size {
  const view = viewOf(bytes);
  let at = 2;
  while (at + 4 <= bytes.length && bytes[at] === 0xff) {
    const marker = bytes[at + 1] as number;
    if (marker === 0xff) {
      at++; // a fill byte
      continue;
    }
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (isFrame) return readFrame(view, at, marker);
    const length = view.getUint16(at + 2);
    if (length < 2) break;
    at += 2 + length;
  }
  throw broken("JPEG");
}

function readFrame(view: DataView, at: number, marker: number): Size {
  if (at + 10 > view.byteLength) throw broken("JPEG");
  if (marker > 0xc2)
    throw logoFault("is a JPEG of a rare kind: save it as a baseline or progressive JPEG, or as a PNG");
  if (view.getUint8(at + 4) !== 8) throw logoFault("is a JPEG with more than 8 bits a colour: save it with 8 bits");
  const components = view.getUint8(at + 9);
  if (components === 4) throw logoFault("is a JPEG in CMYK colours: save it in RGB");
  if (components !== 1 && components !== 3) throw broken("JPEG");
  return checked({ width: view.getUint16(at + 7), height: view.getUint16(at + 5) }, "JPEG");
}

/** RFC 9649, 2.5 to 2.7: the first chunk tells which of three layouts it is. */
export function readWebpSize(bytes: Uint8Array): Size {
  if (bytes.length < 30) throw broken("WebP");
  const view = viewOf(bytes);
  const kind = chunkName(bytes, 12);
  if (kind === "VP8X") return { width: 1 + uint24(view, 24), height: 1 + uint24(view, 27) };
  if (kind === "VP8L" && bytes[20] === 0x2f) {
    const bits = view.getUint32(21, true);
    return { width: 1 + (bits & 0x3fff), height: 1 + ((bits >> 14) & 0x3fff) };
  }
  if (kind === "VP8 " && startsWith(bytes, [0x9d, 0x01, 0x2a], 23)) {
    const size = { width: view.getUint16(26, true) & 0x3fff, height: view.getUint16(28, true) & 0x3fff };
    return checked(size, "WebP");
  }
  throw broken("WebP");
}

/** The first frame of an animated WebP as a file of its own, and where it stands on the canvas; undefined for a still
 *  picture. RFC 9649, 2.7.1.1. */
export function firstWebpFrame(bytes: Uint8Array): { file: Uint8Array; x: number; y: number } | undefined {
  const animated = chunkName(bytes, 12) === "VP8X" && ((bytes[20] as number) & 2) !== 0;
  if (!animated) return undefined;
  const view = viewOf(bytes);
  for (let at = 12; at + 8 <= bytes.length; ) {
    const length = view.getUint32(at + 4, true);
    const end = at + 8 + length;
    if (end > bytes.length) break;
    if (startsWith(bytes, ANMF, at) && length > 24) {
      const x = 2 * uint24(view, at + 8);
      const y = 2 * uint24(view, at + 11);
      return { file: wrapFrame(bytes.subarray(at + 14, at + 20), bytes.subarray(at + 24, end)), x, y };
    }
    at = end + (length & 1);
  }
  throw broken("WebP");
}

/** A still file with the chunks of a frame; `size` is the frame's six bytes of width and height. */
function wrapFrame(size: Uint8Array, chunks: Uint8Array): Uint8Array {
  const file = new Uint8Array(30 + chunks.length);
  const view = viewOf(file);
  file.set(RIFF);
  view.setUint32(4, file.length - 8, true);
  file.set([...WEBP, ...tag("VP8X"), 10, 0, 0, 0], 8);
  file[20] = 0x10; // there may be an alpha channel
  file.set(size, 24);
  file.set(chunks, 30);
  return file;
}

function chunkName(bytes: Uint8Array, at: number): string {
  return String.fromCharCode(...bytes.subarray(at, at + 4));
}

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

function uint24(view: DataView, at: number): number {
  return view.getUint16(at, true) | (view.getUint8(at + 2) << 16);
}

function checked(size: Size, kind: string): Size {
  if (size.width === 0 || size.height === 0) throw broken(kind);
  return size;
}

function broken(kind: string) {
  return logoFault(`is a broken ${kind} file: save it anew`);
}
