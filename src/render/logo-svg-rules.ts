import { decodeBase64 } from "./base64.ts";
import { logoFault } from "./logo-fault.ts";
import { isJpeg, isPng, readJpegSize, readPngSize } from "./logo-raster.ts";
import type { SvgElement } from "./svg-elements.ts";
import { addressesOf, targetsIn } from "./svg-references.ts";

/** What an SVG logo may have in it. */

/** What one cannot draw is refused, for a logo with something missing is worse than none. */
const REFUSED: Readonly<Record<string, string>> = {
  text: "has text, which needs fonts: convert it to paths",
  foreignObject: "has a foreignObject, which is not drawn: convert it to SVG shapes",
  marker: "has markers, which are not drawn: convert them to paths",
  feMorphology: "has a feMorphology filter, which can take for ever: use a simpler picture",
  feTurbulence: "has a feTurbulence filter, which can take for ever: use a simpler picture",
  feConvolveMatrix: "has a feConvolveMatrix filter, which can take for ever: use a simpler picture",
};

/** Pixels that all pictures inside an SVG may have together. */
const MOST_PIXELS = 4096 * 4096;

/** Larger numbers overflow in the middle of drawing. */
const LARGEST_NUMBER = 1e6;

/** Attributes that are names and addresses, or an editor's own. */
const NO_NUMBERS = /^(?:id|class|href|xmlns|data-.*|aria-.*|.*:.*)$/;

/** Numbers with an exponent or many digits; not colours, and not what stands behind a decimal point. */
const LONG_NUMBER = /(?<![\w.#])(?:\d+(?:\.\d*)?|\.\d+)e\+?\d+|(?<![\w.#])\d{7,}/gi;

/** @throws {QrError} LOGO_INVALID for what cannot be drawn, or would have to be fetched. */
export function checkElement(element: SvgElement): void {
  const refusal = REFUSED[element.name];
  if (refusal) throw logoFault(`is an SVG that ${refusal}`);
  if (/@import\b/i.test(element.text)) throw external();
  for (const value of [...element.attributes.values(), element.text]) {
    if (targetsIn(value).some((target) => !target.startsWith("#"))) throw external();
  }
  for (const [name, value] of element.attributes) if (!NO_NUMBERS.test(name)) checkNumbers(value);
  checkNumbers(element.text);
  if (element.name === "a" || element.name === "script") return;
  for (const address of addressesOf(element)) {
    const embedded = element.name === "image" && /^data:/i.test(address);
    if (!embedded && !address.startsWith("#")) throw external();
  }
}

function checkNumbers(value: string): void {
  for (const [number] of value.matchAll(LONG_NUMBER)) {
    if (Number(number) > LARGEST_NUMBER)
      throw logoFault(`is an SVG with numbers above ${LARGEST_NUMBER}: scale it down`);
  }
}

/** Checks that the pictures inside are of kinds that are drawn, and not too large together.
 *  @throws {QrError} LOGO_INVALID. */
export function checkPictures(elements: readonly SvgElement[]): void {
  let pixels = 0;
  const images = elements.filter(({ name }) => name === "image");
  for (const address of images.flatMap(addressesOf)) {
    const base64 = /^data:[^,]*;base64,([\s\S]*)$/i.exec(address)?.[1];
    const bytes = decodeBase64(base64 ?? "");
    if (!isPng(bytes) && !isJpeg(bytes)) throw logoFault("is an SVG with a picture in it that is no PNG or JPEG");
    const { width, height } = isPng(bytes) ? readPngSize(bytes) : readJpegSize(bytes);
    pixels += width * height;
  }
  if (pixels > MOST_PIXELS) throw logoFault("is an SVG with pictures in it that are too large: use smaller ones");
}

function external() {
  return logoFault("is an SVG that refers to other files, which are not fetched: embed them");
}
