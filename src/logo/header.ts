import type { LogoHeader } from "../ports.ts";
import { encodeBase64 } from "../text/base64.ts";
import { textEncoder } from "../text/bytes.ts";
import { embedLogo } from "./embed.ts";
import { checkKind, checkSide, readPngSize, type Size } from "./file.ts";
import { readJpegHeader } from "./jpeg.ts";
import { MAX_MARKUP } from "./limits.ts";
import { checkSvg, readSvgSize } from "./svg-check.ts";
import { readWebpSize } from "./webp.ts";

const READERS: Readonly<Record<LogoHeader["kind"], (bytes: Uint8Array) => Size>> = {
  png: readPngSize,
  jpeg: readJpegHeader,
  webp: readWebpSize,
  svg: readSvgSize,
};

/** Returns the type and size of a logo. Detects the type from the bytes and ignores declared types. Decodes nothing, so
 *  a decompression bomb does no harm. Afterwards, any logo except an SVG is safe to decode; an SVG also needs
 *  `checkSvg`.
 *  @throws {QrError} LOGO_INVALID if the file is not supported, damaged, or has too many pixels; LOGO_TOO_LARGE. */
export function readLogoHeader(bytes: Uint8Array): LogoHeader {
  const kind = checkKind(bytes);
  const header = checkSide({ kind, ...READERS[kind](bytes) });
  return kind === "svg" && isInert(bytes) ? { ...header, isInert: true } : header;
}

/** Returns whether an SVG also passes the strict check of the library. */
function isInert(bytes: Uint8Array): boolean {
  if (bytes.length > MAX_MARKUP) return false;
  try {
    embedLogo(bytes);
    return true;
  } catch {
    return false;
  }
}

export interface CheckedLogo extends LogoHeader {
  /** For an SVG, returns a data URI that every browser parses like the checked text: an inert file is unchanged, and any
   *  other is UTF-8. */
  readonly href?: () => string;
}

/** Checks that a logo is safe to draw, and returns its header.
 *  @throws {QrError} LOGO_INVALID, whose message says how to fix the logo, or LOGO_TOO_LARGE. */
export function checkLogo(bytes: Uint8Array): CheckedLogo {
  const header = readLogoHeader(bytes);
  if (header.kind !== "svg") return header;
  const text = checkSvg(bytes);
  const href = () => {
    const [charset, file] = header.isInert ? ["", bytes] : [";charset=utf-8", textEncoder().encode(text)];
    return `data:image/svg+xml${charset};base64,${encodeBase64(file)}`;
  };
  return { ...header, href };
}
