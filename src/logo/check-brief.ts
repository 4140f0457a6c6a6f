import { checkNamespace, logoFault } from "./errors.ts";
import { MAX_LOGO_SIDE, MOST_ELEMENTS, MOST_MARKUP, MOST_SCANS } from "./limits.ts";
import { isJpeg, isPng, isSvg, isWebp, viewOf } from "./raster.ts";

/** A judge of logos who understands little and takes little room. Of an SVG words are counted, wherever they stand, and
 *  what could hide them is refused. What passes is drawn in bounded time and memory; some SVGs that the service draws do
 *  not pass. */

/** What parsers leave out, and the text in CDATA; without its end it goes to that of the file, so that none of it is looked
 *  at twice. */
const UNSEEN =
  /<!--[\s\S]*?(?:-->|$)|<\?[\s\S]*?(?:\?>|$)|<!\[CDATA\[([\s\S]*?)(?:\]\]>|$)|<!DOCTYPE(?:[^<>"'[]|"[^"<>]*"|'[^'<>]*')*>/g;

/** What hides words, from other parts of XML and of style sheets; and what is not drawn alike everywhere, has pictures
 *  inside, moves, or takes more time than could be told. */
const REFUSED =
  /<!|&#|\\|\/\*|(?:var|element)\(|<(?:[^\s<>:]+:)?(?:image|pattern|marker|mask|text|foreignObject|set|animate|fe[A-Z])|filter["'\s]*[:=]|dasharray(?!["'\s:=]+(?:none|0)["';}])/i;

/** References through which anything may be drawn: all but colours. Of k of them chains can make three to the power of k/3
 *  at the most. */
const LINK = /<(?:[^\s<>:]+:)?use\b|(?<!(?:fill|stroke)["'\s:=]+)url\(/i;
const LAYER = /(?<![\w-])(?:opacity|mix-blend-mode|isolation)\b/i;

/** Work in characters of paths, all of which a browser draws in about a second, and of what needs a layer. */
const MOST_WORK = 8e6;
const LAYER_WORK = 2e4;

/** @throws {QrError} LOGO_INVALID. */
export function judgeLogo(bytes: Uint8Array): void {
  if (isSvg(bytes)) judgeSvg(new TextDecoder().decode(bytes).replace(UNSEEN, "$1"));
  else if (!(sideOf(bytes) <= MAX_LOGO_SIDE)) {
    throw logoFault(`is no PNG, JPEG, WebP or SVG file of at most ${MAX_LOGO_SIDE} x ${MAX_LOGO_SIDE} pixels`);
  }
}

function judgeSvg(text: string): void {
  checkNamespace(text);
  const elements = text.split(/<\w/).length;
  // What stands in a sheet may be for all elements.
  const times = /<[^\s<>]*style/i.test(text) ? elements : 1;
  const count = (word: RegExp) => (text.split(word).length - 1) * times;
  const links = count(LINK);
  const work = (text.length + LAYER_WORK * (links + count(LAYER))) * 3 ** (links / 3);
  if (text.length > MOST_MARKUP || elements > MOST_ELEMENTS || work > MOST_WORK || REFUSED.test(text)) {
    throw logoFault("is an SVG of more than plain shapes, or of too many: use a simpler one, or a PNG");
  }
}

/** The longer side of a picture in pixels, by what its own head says; NaN for what is none. */
function sideOf(bytes: Uint8Array): number {
  if (bytes.length < 30) return Number.NaN;
  const view = viewOf(bytes);
  if (isPng(bytes)) return Math.max(view.getUint32(16), view.getUint32(20));
  if (isJpeg(bytes)) return sideOfJpeg(view);
  if (!isWebp(bytes)) return Number.NaN;
  // The last letter of VP8X, VP8L and "VP8 ". RFC 9649, 2.5 to 2.7.
  const kind = view.getUint8(15);
  if (kind === 0x58) return 1 + Math.max(view.getUint32(24, true) & 0xffffff, view.getUint32(26, true) >>> 8);
  const [width, height] = kind === 0x4c ? [view.getUint32(21, true), view.getUint32(21, true) >> 14] : [0, 0];
  if (kind === 0x4c) return 1 + Math.max(width & 0x3fff, height & 0x3fff);
  return Math.max(view.getUint16(26, true) & 0x3fff, view.getUint16(28, true) & 0x3fff);
}

/** Goes from marker to marker, and over all that is none, as decoders do. ITU-T T.81, Annex B. */
function sideOfJpeg(view: DataView): number {
  let [side, scans] = [0, 0];
  for (let at = 2; at + 9 <= view.byteLength; ) {
    const marker = view.getUint16(at);
    // 0xff00 and the restarts are inside coded data.
    if (marker <= 0xff01 || marker === 0xffff || (marker >= 0xffd0 && marker <= 0xffd9)) {
      at++;
      continue;
    }
    if (marker >= 0xffc0 && marker <= 0xffcf && ![0xffc4, 0xffc8, 0xffcc].includes(marker)) {
      side = Math.max(side, view.getUint16(at + 5), view.getUint16(at + 7));
    }
    if (marker === 0xffda && ++scans > MOST_SCANS) return Number.NaN;
    at += 2 + view.getUint16(at + 2);
  }
  return side || Number.NaN;
}
