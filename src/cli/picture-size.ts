import { QrError } from "../errors.ts";
import { readWebpSize } from "../logo/webp.ts";

/** The size of an image in pixels, as given in the header of its file. */
export interface PictureSize {
  readonly width: number;
  readonly height: number;
}

type Reader = (view: DataView) => PictureSize | undefined;

/** RFC 9649, 2.4. */
const WEBP = /^RIFF.{4}WEBP/s;

/** The first bytes of each format, and how to read its size. W3C PNG 11.2.1, GIF89a 18, BITMAPINFOHEADER. */
const READERS: readonly (readonly [start: RegExp, read: Reader])[] = [
  [/^\x89PNG\r\n/, (view) => ({ width: view.getUint32(16), height: view.getUint32(20) })],
  [/^GIF8[79]a/, (view) => ({ width: view.getUint16(6, true), height: view.getUint16(8, true) })],
  [/^BM/, readBmp],
  [/^\xff\xd8\xff/, readJpeg],
  [WEBP, ({ buffer, byteOffset, byteLength }) => readWebpSize(new Uint8Array(buffer, byteOffset, byteLength))],
];

/** Returns whether a file starts like a PNG, JPEG, GIF, BMP or WebP, even if it is broken. */
export function isPictureFile(bytes: Uint8Array): boolean {
  return /^(?:\x89PNG|\xff\xd8|GIF8|BM)/.test(startOf(bytes)) || isWebp(bytes);
}

export function isWebp(bytes: Uint8Array): boolean {
  return WEBP.test(startOf(bytes));
}

const startOf = (bytes: Uint8Array) => String.fromCharCode(...bytes.subarray(0, 12));

/** Returns the size of a PNG, JPEG, GIF, BMP or WebP; undefined for other and truncated files. */
export function readPictureSize(bytes: Uint8Array): PictureSize | undefined {
  const start = startOf(bytes);
  const read = READERS.find(([form]) => form.test(start))?.[1];
  try {
    return read?.(new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength));
  } catch (error) {
    if (error instanceof RangeError || error instanceof QrError) return undefined;
    throw error;
  }
}

/** Reads a BMP header. A negative height means that rows go from top to bottom. The oldest header has 16-bit sizes. */
function readBmp(view: DataView): PictureSize {
  if (view.getUint32(14, true) === 12) return { width: view.getUint16(18, true), height: view.getUint16(20, true) };
  return { width: Math.abs(view.getInt32(18, true)), height: Math.abs(view.getInt32(22, true)) };
}

/** Returns the size of the largest frame, because decoders choose different frames. ITU-T T.81, B.1 and B.2.2. */
function readJpeg(view: DataView): PictureSize | undefined {
  let largest: PictureSize | undefined;
  for (let at = 2; at + 4 <= view.byteLength; ) {
    const marker = view.getUint8(at + 1);
    if (view.getUint8(at) !== 0xff || marker === 0x00 || marker === 0xff) {
      at++; // skips a byte of entropy-coded data, or a fill byte
      continue;
    }
    const isAlone = marker === 0x01 || (marker >= 0xd0 && marker <= 0xd9);
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (isFrame) {
      const size = { width: view.getUint16(at + 7), height: view.getUint16(at + 5) };
      if (!largest || size.width * size.height > largest.width * largest.height) largest = size;
    }
    at += isAlone ? 2 : 2 + view.getUint16(at + 2);
  }
  return largest;
}
