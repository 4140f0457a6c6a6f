import type { LogoJob } from "../ports.ts";
import { logoFault, logoTooLarge } from "./logo-fault.ts";
import { readJpegHeader } from "./logo-jpeg.ts";
import { MAX_LOGO_BYTES, MAX_LOGO_SIDE } from "./logo-limits.ts";
import { isJpeg, isPng, isSvg, isWebp, readPngSize, type Size } from "./logo-raster.ts";
import { readSvgSize } from "./logo-svg.ts";
import { readWebpSize } from "./logo-webp.ts";

/** What a logo is, read from its bytes; of an SVG the size is in user units, which may be fractions. */
export interface LogoHeader extends Size {
  readonly kind: Exclude<LogoJob["kind"], "gif">;
  /** How the pixels of a JPEG stand, by EXIF's numbers; width and height are those of the upright picture. */
  readonly orientation?: number;
}

/** What `bytes` are by their own account, whatever type they were sent as. Nothing is decoded, so nothing can explode:
 *  what passes is safe to decode, an SVG once it is checked as well.
 *  @throws {QrError} LOGO_INVALID for what is no such picture, is broken, or has too many pixels; LOGO_TOO_LARGE. */
export function readLogoHeader(bytes: Uint8Array): LogoHeader {
  if (bytes.length > MAX_LOGO_BYTES) throw logoTooLarge();
  const header = recognise(bytes);
  const { kind, width, height } = header;
  if (kind !== "svg" && Math.max(width, height) > MAX_LOGO_SIDE) {
    throw logoFault(`is ${width} x ${height} pixels: at most ${MAX_LOGO_SIDE} x ${MAX_LOGO_SIDE} are allowed`);
  }
  return header;
}

function recognise(bytes: Uint8Array): LogoHeader {
  if (isPng(bytes)) return { kind: "png", ...readPngSize(bytes) };
  if (isJpeg(bytes)) return { kind: "jpeg", ...readJpegHeader(bytes) };
  if (isWebp(bytes)) return { kind: "webp", ...readWebpSize(bytes) };
  if (isSvg(bytes)) return { kind: "svg", ...readSvgSize(bytes) };
  throw logoFault("is not a picture that can be drawn: send a PNG, JPEG, WebP or SVG file");
}
