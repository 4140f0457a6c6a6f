import { isBytes } from "../core/data.ts";
import { logoFault } from "./errors.ts";
import { MAX_LOGO_BYTES, MOST_MARKUP } from "./limits.ts";

// Reads logos for the library's synchronous functions. This code is part of every page that draws an SVG, so it is much
// smaller than the checks for services. Browsers run no scripts and fetch no files for an SVG in an image element. A
// file is a string with one character per byte, as for atob and btoa.

/** Matches forbidden content in an SVG: encodings other than UTF-8, scripts, imports, and references to anything except
 *  parts of the SVG and embedded pixels. */
const REFUSED =
  /encoding\s*=(?!\s*["']utf-8)|<[^<>\s]*(?:script|foreignObject)\b|[\s"']on\w+\s*=|@import|(?:(?:href|src)\s*=|url\()(?!(?:["'\s]|&quot;)*(?:#|data:image\/(?:png|jpe?g);base64,))/i;

/** Matches everything before the root element. XML does not allow two hyphens in a comment, so a comment matches in only
 *  one way. */
const PROLOG = /^(?:\xef\xbb\xbf)?(?:\s|<\?[^>]*>|<!--(?:[^-]|-[^-])*-->)*(?=<svg\s)/;

/** Matches a tag, or a part of the content between tags. Captures whether the tag ends an element, the element's name,
 *  its attributes, and whether it is empty. Document types do not match. */
const PART =
  /[^<&]+|&(?:#\w+|amp|lt|gt|quot|apos);|<\?[^>]*>|<!(?:--|\[).*?(?:--|]])>|<(\/?)([\w:.-]+)((?:\s+[\w:.-]+\s*=\s*(?:"[^"<]*"|'[^'<]*'))*)\s*(\/?)>/gsy;

/** Captures the name and the value of an attribute. */
const ATTRIBUTE = /\s([\w:-]+)\s*=\s*["']([^"']*)/g;

/** The subtype of the MIME type, such as "png", and the size in pixels or, for an SVG, in user units. */
type Measured = readonly [subtype?: string, width?: number, height?: number];

/** Returns the aspect ratio (width / height) of `logo`, which is a data URI or the bytes of a file, and a data URI with
 *  the same bytes. Detects the type from the bytes.
 *  @throws {QrError} LOGO_INVALID. */
export function embedLogo(logo: unknown): { readonly aspect: number; readonly href: string } {
  let measured: Measured = [];
  try {
    const file = fileOf(logo);
    if (file.length <= MAX_LOGO_BYTES) measured = measure(file);
    const [type, width = 0, height = 0] = measured;
    if (width > 0 && height > 0) return { aspect: width / height, href: `data:image/${type};base64,${btoa(file)}` };
  } catch {
    // The data URI has invalid base64 or percent-encoding, or the file is neither a supported image nor UTF-8.
  }
  throw logoFault(
    measured[0] === "svg+xml"
      ? `must be a well-formed SVG of at most ${MOST_MARKUP >> 10} KB with xmlns and a size, without DOCTYPE, scripts or references to other files`
      : "must be a data URI or the bytes of a PNG, JPEG, WebP or SVG file of at most 2 MB: for other logos, use draw()",
  );
}

/** Returns the bytes of a data URI. @throws {QrError} LOGO_INVALID. */
export function bytesOfUri(uri: string): Uint8Array<ArrayBuffer> {
  try {
    return Uint8Array.from(fileOf(uri), (byte) => byte.charCodeAt(0));
  } catch (cause) {
    throw logoFault("must be a valid data URI", { cause });
  }
}

function fileOf(logo: unknown): string {
  // An empty file is rejected with the same message as one that is too large.
  if (isBytes(logo) && logo.length > MAX_LOGO_BYTES) return "";
  if (isBytes(logo)) return logo.reduce((file, byte) => file + String.fromCharCode(byte), "");
  const [, type = "", content = ""] = /^data:([^,]*),(.*)/is.exec(logo as string) ?? [];
  const text = decodeURIComponent(content);
  return /base64$/i.test(type) ? atob(text) : unescape(encodeURIComponent(text));
}

/** Returns the type and size of `file`, or an empty list if it is damaged or not supported. For an SVG that is not
 *  accepted, returns only the type. */
function measure(file: string): Measured {
  const byte = (at: number) => file.charCodeAt(at);
  const big = (at: number) => 256 * byte(at) + byte(at + 1);
  const little = (at: number) => byte(at) + 256 * byte(at + 1);
  if (/^\x89PNG.*IEND/s.test(file)) return ["png", big(18), big(22)];
  // RFC 6386, 9.1; RFC 9649, 2.5 to 2.7.
  const [, webp] = /^RIFF.{4}WEBPVP8(.)/s.exec(file) ?? [];
  if (webp && little(4) + 65536 * byte(6) + 8 > file.length) return [];
  if (webp === "X") return ["webp", 1 + little(24), 1 + little(27)];
  if (webp === "L") return ["webp", 1 + (little(21) & 0x3fff), 1 + ((little(22) >> 6) | ((byte(24) & 15) << 10))];
  if (webp) return ["webp", little(26) & 0x3fff, little(28) & 0x3fff];
  if (file.startsWith("\xff\xd8")) return measureJpeg(file, big);
  // Throws if the file is not UTF-8.
  decodeURIComponent(escape(file));
  if (!file.includes("<svg")) return [];
  if (file.length > MOST_MARKUP) return ["svg+xml"];
  const {
    xmlns,
    width,
    height,
    viewBox = "",
  } = Object.fromEntries([...rootOf(file).matchAll(ATTRIBUTE)].map(([, name, value]) => [name, value]));
  const [, , across, along] = viewBox.trim().split(/[\s,]+/);
  const isSafe = xmlns === "http://www.w3.org/2000/svg" && !REFUSED.test(file);
  return isSafe ? ["svg+xml", lengthOf(width, across), lengthOf(height, along)] : ["svg+xml"];
}

/** Returns the attributes of the root element, or "" if the file is not well-formed or has elements outside of the
 *  root. Does not check prefixes and repeated attributes. XML 1.0, 2.1. */
function rootOf(file: string): string {
  const open: string[] = [];
  let root = "";
  let at = PROLOG.exec(file)?.[0].length ?? Number.POSITIVE_INFINITY;
  for (const [part, end, name, attributes = "", isEmpty] of file.slice(at).matchAll(PART)) {
    at += part.length;
    if (name && (end ? open.pop() !== name : root && !open.length)) return "";
    root ||= attributes;
    if (name && !end && !isEmpty) open.push(name);
  }
  return at < file.length || open.length ? "" : root;
}

/** Reads the size of a JPEG. ITU-T T.81, Annex B. */
function measureJpeg(file: string, big: (at: number) => number): Measured {
  // Lengths beyond the end of the file are NaN.
  for (let at = 2; at < file.length && big(at) > 0xffbf; at += 2 + big(at + 2)) {
    if (big(at) > 0xffc2 || file.lastIndexOf("\xff\xd9") < at) continue;
    const [height, width] = [big(at + 5), big(at + 7)];
    return isTurned(file.slice(0, at)) ? ["jpeg", height, width] : ["jpeg", width, height];
  }
  return [];
}

/** Returns whether an EXIF orientation, in either byte order, swaps width and height. EXIF 2.32, 4.6.4. */
function isTurned(file: string): boolean {
  return ["\x05", "\x06", "\x07", "\x08"].some(
    (turn) => file.includes(`\x01\x12\0\x03\0\0\0\x01\0${turn}`) || file.includes(`\x12\x01\x03\0\x01\0\0\0${turn}\0`),
  );
}

/** Returns a length of the root element; `other` if the length is missing or a percentage. SVG 2, 8.2. */
function lengthOf(length = "%", other = ""): number {
  return Number.parseFloat(length.includes("%") ? other : length);
}
