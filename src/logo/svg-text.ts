import { latin1 } from "../text/bytes.ts";
import { svgFault } from "./errors.ts";

/** Matches the start of UTF-16 text: a byte order mark, or a `<` with a zero byte. XML 1.0, Appendix F.1. */
const LITTLE = /^(?:\xff\xfe|<\0)/;
const BIG = /^(?:\xfe\xff|\0<)/;

/** Captures the encoding in an XML declaration. Ignores UTF-16 there: programs that convert a file to UTF-8 often keep the
 *  declaration, and the start of the file shows whether it is UTF-16. */
const DECLARED = /^<\?xml\s[^?>]*?encoding\s*=\s*["'](?!utf-?16|[\w.:-]*(?:ucs|unicode))([\w.:-]+)["']/i;

/** Number of bytes in which an XML declaration must end. */
const HEAD = 256;

/** Returns the first `length` bytes of an SVG as text.
 *  @throws {QrError} LOGO_INVALID if they are not text. */
export function decodeSvg(bytes: Uint8Array, length?: number): string {
  try {
    return decodeXml(bytes, length);
  } catch {
    throw svgFault("that is not UTF-8: save it as UTF-8");
  }
}

/** Returns an SVG as text, without the XML declaration, whose encoding may differ from that of the text.
 *  @throws {QrError} LOGO_INVALID if it is not text. */
export function markupOf(bytes: Uint8Array): string {
  return decodeSvg(bytes).replace(/^<\?xml\s[^?]*\?>/, "");
}

/** Returns the first `length` bytes of an XML file as text, without a byte order mark. The encoding is that of the mark, of
 *  zero bytes, or of the XML declaration, in this order; the default is UTF-8. Omits a character that is cut off at the end.
 *  @throws {TypeError} if the bytes are not valid in this encoding. */
export function decodeXml(bytes: Uint8Array, length = bytes.length): string {
  const head = latin1(bytes.subarray(0, HEAD));
  const label = LITTLE.test(head) ? "utf-16le" : BIG.test(head) ? "utf-16be" : DECLARED.exec(head)?.[1];
  return decoderFor(label).decode(bytes.subarray(0, length), { stream: length < bytes.length });
}

/** Returns a decoder for the encoding `label`, or for UTF-8 if the host does not support the encoding. */
function decoderFor(label?: string): TextDecoder {
  try {
    return new TextDecoder(label, { fatal: true });
  } catch {
    return decoderFor();
  }
}
