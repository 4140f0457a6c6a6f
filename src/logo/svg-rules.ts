import { decodeBase64 } from "../base64.ts";
import { logoFault } from "./errors.ts";
import { readJpegHeader } from "./jpeg.ts";
import { isJpeg, isPng, readPngSize, type Size } from "./raster.ts";
import { type SvgElement, valuesOf } from "./svg-elements.ts";
import { addressesOf, targetsIn } from "./svg-styles.ts";

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

/** Stops that a gradient may have. */
const MOST_STOPS = 100;

/** Larger numbers overflow in the middle of drawing. */
const LARGEST_NUMBER = 1e6;

/** Attributes that are names and addresses. */
const NO_NUMBERS = /^(?:id|class|href|xmlns|data-.*|aria-.*)$/;

/** Numbers with an exponent or many digits; not colours, and not what stands behind a decimal point. */
const LONG_NUMBER = /(?<![\w.#])(?:\d+(?:\.\d*)?|\.\d+)e\+?\d+|(?<![\w.#])\d{7,}/gi;

/** @throws {QrError} LOGO_INVALID for what cannot be drawn, or would have to be fetched. */
export function checkElement(element: SvgElement): void {
  const refusal = REFUSED[element.name];
  if (refusal) throw logoFault(`is an SVG that ${refusal}`);
  if (/@import\b/i.test(element.text)) throw external();
  for (const value of [...element.attributes.map(([, value]) => value), element.text]) {
    if (targetsIn(value).some((target) => !target.startsWith("#"))) throw external();
  }
  for (const [name, value] of element.attributes) if (!NO_NUMBERS.test(name)) checkNumbers(value);
  checkNumbers(element.text);
  checkPaint(element);
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

/** Gradients are looked up stop by stop. A pattern is drawn into pixels of its own size, which only that of a shape
 *  bounds: what design tools write for a picture that fills a shape. */
function checkPaint(element: SvgElement): void {
  const { name, children } = element;
  if (name.endsWith("Gradient") && children.length > MOST_STOPS) {
    throw logoFault(`is an SVG with a gradient of more than ${MOST_STOPS} stops: use fewer`);
  }
  if (name !== "pattern") return;
  const sides = ["width", "height"].flatMap((side) => valuesOf(element, side));
  const odd = element.attributes.some(([one]) => /^(?:patternTransform|viewBox|href|style|transform)$/.test(one));
  const units = valuesOf(element, "patternUnits").some((unit) => unit !== "objectBoundingBox");
  if (odd || units || !sides.every((side) => share(side) <= 1)) {
    throw logoFault("is an SVG with patterns, which can take for ever: convert them to paths, or save it as a PNG");
  }
}

function share(side: string): number {
  return side.endsWith("%") ? Number(side.slice(0, -1)) / 100 : Number(side);
}

/** The pixels of the pictures inside, which must be of kinds that are drawn, and not too large together.
 *  @throws {QrError} LOGO_INVALID. */
export function readPictures(elements: readonly SvgElement[]): ReadonlyMap<SvgElement, number> {
  const pixels = new Map<SvgElement, number>();
  let all = 0;
  for (const element of elements) {
    if (element.name !== "image") continue;
    for (const address of addressesOf(element)) {
      const { width, height } = sizeOfPicture(address);
      pixels.set(element, (pixels.get(element) ?? 0) + width * height);
      all += width * height;
    }
  }
  if (all > MOST_PIXELS) throw logoFault("is an SVG with pictures in it that are too large: use smaller ones");
  return pixels;
}

/** Reads no data URI but such as everybody reads in the same way. */
function sizeOfPicture(address: string): Size {
  const [head] = /^data:image\/(?:png|jpe?g)(?:;charset=[\w-]+)?;base64,/i.exec(address) ?? [];
  const base64 = address.slice(head?.length ?? 0);
  const bytes = decodeBase64(head === undefined || /[^\w+/=\s]/.test(base64) ? "" : base64);
  if (isPng(bytes)) return readPngSize(bytes);
  if (isJpeg(bytes)) return readJpegHeader(bytes);
  throw logoFault("is an SVG with a picture in it that is no PNG or JPEG: embed it as one of these, or as shapes");
}

function external() {
  return logoFault("is an SVG that refers to other files, which are not fetched: embed them");
}
