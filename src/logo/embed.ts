import { isBytes } from "../core/data.ts";
import { FORBIDDEN } from "../svg.ts";
import { logoFault, logoTooLarge } from "./errors.ts";
import { MAX_LOGO_BYTES, MAX_MARKUP } from "./limits.ts";

export const STRICT_SVG =
  "{field} must be a well-formed SVG of at most {max} KB with xmlns and a size, without DOCTYPE, scripts or links to other files";
export const EMBEDDED =
  "{field} must be a data URI or the bytes of a PNG, JPEG, WebP or SVG file of at most 2 MB: use draw() for other logos";
export const DATA_URI = "{field} must be a valid data URI";

// Reads logos for the library's synchronous functions. These checks are much smaller than those of services, because every page
// that draws an SVG loads them. They can be, because browsers run no scripts and fetch no files for an SVG in an image element.
// A file is a string with one character per byte, as for atob and btoa.

/** Matches forbidden content in an SVG: encodings other than UTF-8, an XML declaration after the start, scripts, imports,
 *  and references to anything except parts of the SVG and embedded pixels. */
const REFUSED =
  /[^\ufeff]<\?xml\s|encoding\s*=(?!\s*["']utf-8)|<[^<>\s]*(?:script|foreignObject)\b|[\s"']on\w+\s*=|@import|(?:(?:href|src)\s*=|url\()(?!(?:["'\s]|&quot;)*(?:#|data:image\/(?:png|jpe?g);base64,))/i;

/** Matches a tag, or a part of the content between tags. Captures whether the tag ends an element, the element's name,
 *  its attributes, and whether it is empty. Document types do not match. */
const PART =
  /[^<&]+|&(?:#\w+|amp|lt|gt|quot|apos);|<\?.*?\?>|<!--(?:-?[^-])*-->|<!\[CDATA\[.*?]]>|<(\/?)([a-z_][\w:.-]*)((?:\s+[a-z_][\w:.-]*\s*=\s*(?:"(?:[^"<&]|&(?:#\w+|amp|lt|gt|quot|apos);)*"|'(?:[^'<&]|&(?:#\w+|amp|lt|gt|quot|apos);)*'))*)\s*(\/?)>/gisy;

/** Captures the name and the value of an attribute. */
const ATTRIBUTE = /\s([\w:-]+)\s*=\s*["']([^"']*)/g;

/** The subtype of the MIME type, such as "png", and the size in pixels or, for an SVG, in user units. For a JPEG with an
 *  orientation, also the orientation, and the file without it. */
type Measured = readonly [subtype?: string, width?: number, height?: number, orientation?: number, upright?: string];

interface Embedded {
  /** Width / height, after applying the orientation. */
  readonly aspect: number;
  readonly href: string;
  /** The EXIF orientation, 2 to 8, which is removed from the JPEG in `href`. */
  readonly orientation?: number | undefined;
}

/** Returns the logo for an SVG. `logo` is a data URI or the bytes of a file. Changes nothing in the file, except that it
 *  removes the orientation of a JPEG. Detects the type from the bytes.
 *  @throws {QrError} LOGO_INVALID. */
export function embedLogo(logo: unknown): Embedded {
  let file = "";
  try {
    file = fileOf(logo);
    const [type, width = 0, height = 0, orientation, upright = file] =
      file.length > MAX_LOGO_BYTES ? [] : measure(file);
    const aspect = width / height;
    if (Math.abs(Math.log(aspect)) < 9 && width > 0) {
      return { aspect, href: `data:image/${type};base64,${btoa(upright)}`, orientation };
    }
  } catch {
    // The data URI has invalid base64 or percent-encoding, or the file is neither a supported image nor UTF-8.
  }
  throw file.includes("<svg") ? logoFault(STRICT_SVG, { max: MAX_MARKUP >> 10 }) : logoFault(EMBEDDED);
}

/** Returns the bytes of a data URI. @throws {QrError} LOGO_INVALID, or LOGO_TOO_LARGE before decoding it. */
export function bytesOfUri(uri: string): Uint8Array<ArrayBuffer> {
  // Base64 takes fewer than two characters per byte, which leaves space for whitespace. Percent-encoding takes up to four.
  if (uri.length > (uri.includes("%") ? 4 : 2) * MAX_LOGO_BYTES) throw logoTooLarge();
  try {
    return Uint8Array.from(fileOf(uri), (byte) => byte.charCodeAt(0));
  } catch (cause) {
    throw logoFault(DATA_URI, undefined, cause);
  }
}

function fileOf(logo: unknown): string {
  if (isBytes(logo)) {
    // An empty file is rejected with the same message as one that is too large.
    return logo.length > MAX_LOGO_BYTES ? "" : logo.reduce((file, byte) => file + String.fromCharCode(byte), "");
  }
  const [, type = "", content = ""] = /^data:([^,]*),(.*)/is.exec(logo as string) ?? [];
  const text = decodeURIComponent(content);
  return /base64$/i.test(type) ? atob(text) : unescape(encodeURIComponent(text));
}

/** Returns the type and size of `file`, or an empty list if it is damaged or not supported. */
function measure(file: string): Measured {
  const byte = (at: number) => file.charCodeAt(at);
  const big = (at: number) => 256 * byte(at) + byte(at + 1);
  const little = (at: number) => byte(at) + 256 * byte(at + 1);
  if (/^\x89PNG\r\n\cZ\n.*IDAT/s.test(file) && file.includes("IEND")) return ["png", big(18), big(22)];
  // RFC 6386, 9.1; RFC 9649, 2.5 to 2.7.
  const [, webp = ""] = /^RIFF.{4}WEBPVP8( .{7}\x9d\cA\*|L.{4}\/|X.*VP8[ L])/s.exec(file) ?? [];
  if (webp && little(4) + 65536 * byte(6) + 8 > file.length) return [];
  if (webp[0] === "X") return ["webp", 1 + little(24), 1 + little(27)];
  if (webp[0] === "L") return ["webp", 1 + (little(21) & 0x3fff), 1 + ((little(22) >> 6) | ((byte(24) & 15) << 10))];
  if (webp) return ["webp", little(26) & 0x3fff, little(28) & 0x3fff];
  if (file.startsWith("\xff\xd8")) {
    // The last scan before the end of the image. Lengths beyond the end of the file are NaN. ITU-T T.81, Annex B.
    const scan = file.lastIndexOf("\xff\xda", file.lastIndexOf("\xff\xd9"));
    for (let at = 2; at < scan && big(at) > 0xffbf; at += 2 + big(at + 2)) {
      if (big(at) > 0xffc2) continue;
      const [height, width] = [big(at + 5), big(at + 7)];
      const head = file.slice(0, at);
      const [tag = ""] = head.match(ORIENTATION) ?? [];
      const orientation = tag.charCodeAt(tag.length - 1);
      if (!(orientation > 1)) return ["jpeg", width, height];
      const upright = head.replace(ORIENTATION, (all) => `${all.slice(0, -1)}\x01`) + file.slice(at);
      const isTurned = orientation > 4;
      return ["jpeg", isTurned ? height : width, isTurned ? width : height, orientation, upright];
    }
  }
  if (file.length > MAX_MARKUP) return [];
  const text = decodeURIComponent(escape(file));
  const {
    xmlns,
    width,
    height,
    viewBox = "",
  } = Object.fromEntries([...rootOf(text).matchAll(ATTRIBUTE)].map(([, name, value]) => [name, value]));
  const [, , across, along] = viewBox.trim().split(/[\s,]+/);
  const isSafe = xmlns === "http://www.w3.org/2000/svg" && !REFUSED.test(text) && text.search(FORBIDDEN) < 0;
  return isSafe ? ["svg+xml", lengthOf(width, across), lengthOf(height, along)] : [];
}

/** Returns the attributes of the root element, or "" if `text` is not well-formed or has text or elements outside of the
 *  root. Does not check prefixes and repeated attributes. XML 1.0, 2.1. */
function rootOf(text: string): string {
  const open: string[] = [];
  let root = "";
  let at = 0;
  for (const [part, end, name, attributes = "", isEmpty] of text.matchAll(PART)) {
    at += part.length;
    if (end ? open.pop() !== name : !open.length && ((root && name) || /^\s*[^\s<]|^<(?!svg\s|\W)/.test(part)))
      return "";
    root ||= attributes;
    if (name && !end && !isEmpty) open.push(name);
  }
  return at < text.length || open.length ? "" : root;
}

/** Matches EXIF orientations, in either byte order, up to their value. `\cA` is the byte 1, and `\cR` is 18. The first match
 *  is the orientation of the image, and any others are those of thumbnails. EXIF 2.32, 4.6.4. */
const ORIENTATION = /(?:\cA\cR\0\cC\0\0\0\cA\0|\cR\cA\cC\0\cA\0\0\0)[\cA-\cH]/g;

/** Returns a length of the root element; `other` if the length is missing or a percentage. SVG 2, 8.2. */
function lengthOf(length = "%", other = ""): number {
  return Number.parseFloat(length.includes("%") ? other : length);
}
