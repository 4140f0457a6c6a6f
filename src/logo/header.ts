import type { LogoHeader } from "../ports.ts";
import { readJpegHeader } from "./jpeg.ts";
import { checkKind, checkSide, readPngSize, type Size } from "./raster.ts";
import { readSvgSize } from "./svg-check.ts";
import { readWebpSize } from "./webp.ts";

const READERS: Readonly<Record<LogoHeader["kind"], (bytes: Uint8Array) => Size>> = {
  png: readPngSize,
  jpeg: readJpegHeader,
  webp: readWebpSize,
  svg: readSvgSize,
};

/** What `bytes` are by their own account, whatever type they were sent as. Nothing is decoded, so nothing can explode:
 *  what passes is safe to decode, an SVG once it is checked as well.
 *  @throws {QrError} LOGO_INVALID for what is no such picture, is broken, or has too many pixels; LOGO_TOO_LARGE. */
export function readLogoHeader(bytes: Uint8Array): LogoHeader {
  const kind = checkKind(bytes);
  return checkSide({ kind, ...READERS[kind](bytes) });
}
