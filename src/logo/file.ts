import { readPngHeader } from "../core/png-reader.ts";
import { logoPixels, logoSides, logoUnknownFormat } from "../messages/logo-rules.ts";
import type { LogoHeader } from "../ports.ts";
import { decodeBase64 } from "../text/base64.ts";
import { latin1 } from "../text/bytes.ts";
import { brokenFile, logoFault, logoTooLarge } from "./errors.ts";
import { MAX_LOGO_BYTES, MAX_LOGO_PIXELS, MAX_LOGO_SIDE, MAX_ROW } from "./limits.ts";

/** Width and height in pixels. */
export interface Size {
  readonly width: number;
  readonly height: number;
}

/** Returns the bytes of a logo given as base64 or as a data URI; undefined if it is too long to decode. The maximum length
 *  leaves space for whitespace. The type in a data URI is ignored, like any other declared type. */
export function decodeLogo(logoData: string): Uint8Array<ArrayBuffer> | undefined {
  const from = textStart(logoData);
  return logoData.length - from > 2 * MAX_LOGO_BYTES ? undefined : decodeBase64(logoData.slice(from));
}

/** Returns the index at which the base64 begins. */
export function textStart(logoData: string): number {
  return logoData.slice(0, 256).indexOf(",") + 1;
}

const startsWith = (bytes: Uint8Array, signature: readonly number[]) =>
  signature.every((byte, at) => bytes[at] === byte);

export function tagAt(bytes: Uint8Array, at: number): string {
  return String.fromCharCode(...bytes.subarray(at, at + 4));
}

export function isPng(bytes: Uint8Array): boolean {
  return startsWith(bytes, [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
}

export function isJpeg(bytes: Uint8Array): boolean {
  return startsWith(bytes, [0xff, 0xd8, 0xff]);
}

/** Returns whether `bytes` begin like an SVG document. */
export function isSvg(bytes: Uint8Array): boolean {
  // In UTF-16, each ASCII character of the patterns below has a zero byte before or after it.
  const start = latin1(bytes.subarray(0, 4096)).replaceAll("\0", "");
  return /^(?:\xEF\xBB\xBF|\xFF\xFE|\xFE\xFF)?\s*(?:<\?xml\b|<!--|<!DOCTYPE\s+(?:\w+:)?svg\b|<(?:\w+:)?svg[\s>])/i.test(
    start,
  );
}

/** Matches the start of a text element, with or without a prefix. UTF-16 has a zero byte before or after each character. */
const TEXT = /<\0?(?:(?:[\w.-]\0?)+:\0?)?t\0?e\0?x\0?t\0?[\s/>]/;

/** Returns whether a file is an SVG that may contain text, without parsing it. */
export function mayHaveText(bytes: Uint8Array): boolean {
  if (bytes.length > MAX_LOGO_BYTES || !isSvg(bytes)) return false;
  return TEXT.test(latin1(bytes));
}

/** Detects the type of `bytes` from their signature; returns undefined if it is not supported. */
export function kindOf(bytes: Uint8Array): LogoHeader["kind"] | undefined {
  if (isPng(bytes)) return "png";
  if (isJpeg(bytes)) return "jpeg";
  if (tagAt(bytes, 0) === "RIFF" && tagAt(bytes, 8) === "WEBP") return "webp";
  return isSvg(bytes) ? "svg" : undefined;
}

/** Returns the type of `bytes` after checking only their length and first bytes.
 *  @throws {QrError} LOGO_INVALID if it is not supported; LOGO_TOO_LARGE. */
export function checkKind(bytes: Uint8Array): LogoHeader["kind"] {
  if (bytes.length > MAX_LOGO_BYTES) throw logoTooLarge();
  const kind = kindOf(bytes);
  if (kind) return kind;
  throw logoFault(logoUnknownFormat);
}

/** Returns `header`. @throws {QrError} LOGO_INVALID if the image or a side has too many pixels. */
export function checkSide(header: LogoHeader): LogoHeader {
  const { kind, width, height } = header;
  if (kind === "svg") return header;
  const most = kind === "webp" ? MAX_LOGO_SIDE : MAX_ROW;
  if (Math.max(width, height) > most) {
    throw logoFault(logoSides, { max: most, max2: most, width, height });
  }
  if (width * height <= MAX_LOGO_PIXELS) return header;
  throw logoFault(logoPixels, { max: MAX_LOGO_PIXELS / 1e6, width, height });
}

/** Returns the size of a PNG. For an animated PNG, this is the size of its default image.
 *  @throws {QrError} LOGO_INVALID if the file is damaged. */
export function readPngSize(bytes: Uint8Array): Size {
  const { width = 0, height = 0 } = readPngHeader(bytes) ?? {};
  return sizeOrBroken({ width, height }, "PNG");
}

/** Returns `size`. @throws {QrError} LOGO_INVALID if a side is zero. */
export function sizeOrBroken(size: Size, kind: string): Size {
  if (size.width === 0 || size.height === 0) throw brokenFile(kind);
  return size;
}
