import { decodeBase64 } from "../base64.ts";
import { logoFault } from "./errors.ts";
import { isJpeg, isPng, readPngSize, type Size } from "./file.ts";
import { readJpegHeader } from "./jpeg.ts";
import { checkCost } from "./svg-cost.ts";
import { elementsIn, SVG_NAMESPACE, type SvgElement, valuesOf } from "./svg-elements.ts";
import { addressesOf, targetsIn } from "./svg-styles.ts";

/** Bytes within which the attributes of the root element must end. */
const HEAD = 64 * 1024;

/** Elements that are not drawn everywhere: a logo with a part missing is worse than none. */
const REFUSED: ReadonlyMap<string, string> = new Map(
  Object.entries({
    text: "has text, which needs fonts: convert it to paths",
    foreignObject: "has a foreignObject, which is not drawn: convert it to SVG shapes",
    marker: "has markers, which are not drawn: convert them to paths",
    feMorphology: "has a feMorphology filter, which can take for ever: use a simpler picture",
    feTurbulence: "has a feTurbulence filter, which can take for ever: use a simpler picture",
    feConvolveMatrix: "has a feConvolveMatrix filter, which can take for ever: use a simpler picture",
  }),
);

/** Pixels of all embedded pictures together. */
export const MOST_PIXELS = 4096 * 4096;

/** Stops of a gradient. */
export const MOST_STOPS = 100;

/** Larger numbers overflow while drawing. */
export const LARGEST_NUMBER = 1e6;

/** Attributes that hold names and addresses. */
const NO_NUMBERS = /^(?:id|class|href|xmlns|data-.*|aria-.*)$/;

/** Numbers with an exponent or many digits; not colours, and not the digits of a decimal fraction. */
const LONG_NUMBER = /(?<![\w.#])(?:\d+(?:\.\d*)?|\.\d+)e\+?\d+|(?<![\w.#])\d{7,}/gi;

/** CSS pixels per unit. CSS Values 4, 6.2. */
const UNITS: ReadonlyMap<string, number> = new Map(
  Object.entries({
    "": 1,
    px: 1,
    pt: 96 / 72,
    pc: 16,
    mm: 96 / 25.4,
    cm: 96 / 2.54,
    in: 96,
  }),
);

/** No two parts match the same digits: `\d*\.?\d+` would backtrack over every way to divide them. */
const LENGTH = /^\s*((?:\d+(?:\.\d+)?|\.\d+)(?:e[+-]?\d+)?)([a-z]*)\s*$/i;

/** Returns the size of an SVG in user units, from its root element and without reading the rest.
 *  @throws {QrError} LOGO_INVALID with what to change. */
export function readSvgSize(bytes: Uint8Array): Size {
  const { value: root } = elementsIn(decode(bytes, HEAD)).next();
  if (root?.name !== "svg") throw logoFault("is not an SVG file: its outermost element must be svg");
  return sizeOf(root);
}

/** Checks a whole SVG, in some tens of milliseconds: what passes draws in bounded time and memory, and fetches nothing.
 *  @throws {QrError} LOGO_INVALID with what to change. */
export function checkSvg(bytes: Uint8Array): void {
  const text = decode(bytes);
  const elements = [...elementsIn(text)];
  // SVGs copied from HTML, where it is implied, lack it.
  if (!text.includes(SVG_NAMESPACE)) throw logoFault(`is an SVG without xmlns: write <svg xmlns="${SVG_NAMESPACE}"`);
  for (const element of elements) checkElement(element);
  checkCost(elements, readPictures(elements));
}

/** Returns the text of the first `length` bytes. */
function decode(bytes: Uint8Array, length = bytes.length): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes.subarray(0, length), {
      stream: length < bytes.length,
    });
  } catch {
    throw logoFault("is an SVG that is not UTF-8: save it as UTF-8");
  }
}

/** Returns the width and height of the root element, or else those of its view box. SVG 2, 8.2. */
function sizeOf(root: SvgElement): Size {
  const [, , across, along] = (valuesOf(root, "viewBox")[0] ?? "")
    .trim()
    .split(/[\s,]+/)
    .map(Number);
  const width = lengthOf(valuesOf(root, "width")[0]) ?? across;
  const height = lengthOf(valuesOf(root, "height")[0]) ?? along;
  if (!(width && height && width > 0 && height > 0 && width / height < 1e4 && height / width < 1e4)) {
    throw logoFault("is an SVG without a size: give its svg element a viewBox, or width and height");
  }
  return { width, height };
}

function lengthOf(text: string | undefined): number | undefined {
  const [, number, unit = ""] = LENGTH.exec(text ?? "") ?? [];
  const factor = UNITS.get(unit.toLowerCase());
  return number === undefined || factor === undefined ? undefined : Number(number) * factor;
}

/** @throws {QrError} LOGO_INVALID for an element that cannot be drawn, or refers to another file. */
function checkElement(element: SvgElement): void {
  const refusal = REFUSED.get(element.name);
  if (refusal) throw logoFault(`is an SVG that ${refusal}`);
  if (/@import\b/i.test(element.text)) throw external();
  const values = [...element.attributes, ["", element.text] as const];
  if (values.some(([, value]) => targetsIn(value).some((target) => !target.startsWith("#")))) throw external();
  for (const [name, value] of values) if (!NO_NUMBERS.test(name)) checkNumbers(value);
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

/** Checks gradients, which are looked up stop by stop, and patterns. A pattern is drawn into pixels of its own size, so
 *  only one that is no larger than its shape passes: what design tools write for a picture that fills a shape. */
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

/** Returns the pixels of each image element.
 *  @throws {QrError} LOGO_INVALID if a picture is not supported, or all together are too large. */
function readPictures(elements: readonly SvgElement[]): ReadonlyMap<SvgElement, number> {
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

/** Reads only data URIs that every reader understands in the same way. */
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
