import { svgFault } from "./errors.ts";

/** Matches the start of UTF-16 text: a byte order mark, or a `<` with a zero byte. XML 1.0, Appendix F.1. */
const LITTLE = /^(?:\xff\xfe|<\0)/;
const BIG = /^(?:\xfe\xff|\0<)/;

/** Captures the encoding in an XML declaration. Skips UTF-16, because the bytes are not UTF-16 even if the file declares it:
 *  programs that convert a file often keep the declaration. */
const DECLARED = /^<\?xml\s[^?>]*?encoding\s*=\s*["'](?!utf-?16|[\w.:-]*(?:ucs|unicode))([\w.:-]+)["']/i;

/** The start of a file, in which an XML declaration ends. */
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

/** Returns an SVG as text, without the XML declaration, which may name another encoding than that of the text.
 *  @throws {QrError} LOGO_INVALID if it is not text. */
export function markupOf(bytes: Uint8Array): string {
  return decodeSvg(bytes).replace(/^<\?xml\s[^?]*\?>/, "");
}

/** Returns the first `length` bytes of an XML file as text, without a byte order mark. A mark decides the encoding, then
 *  zero bytes, then the XML declaration; the default is UTF-8. Characters that the end cuts off are left out.
 *  @throws {TypeError} if the bytes are not valid in this encoding. */
export function decodeXml(bytes: Uint8Array, length = bytes.length): string {
  const head = new TextDecoder("latin1").decode(bytes.subarray(0, HEAD));
  const label = LITTLE.test(head) ? "utf-16le" : BIG.test(head) ? "utf-16be" : DECLARED.exec(head)?.[1];
  return decoderFor(label).decode(bytes.subarray(0, length), { stream: length < bytes.length });
}

/** Returns a decoder, for UTF-8 if the host does not know the encoding. */
function decoderFor(label?: string): TextDecoder {
  try {
    return new TextDecoder(label, { fatal: true });
  } catch {
    return decoderFor();
  }
}
