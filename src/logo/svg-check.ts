import { decodeBase64 } from "../base64.ts";
import { logoFault } from "./errors.ts";
import { isJpeg, isPng, readPngSize, type Size } from "./file.ts";
import { readJpegHeader } from "./jpeg.ts";
import { checkCost } from "./svg-cost.ts";
import { elementsIn, SVG_NAMESPACE, type SvgElement, valuesOf } from "./svg-elements.ts";
import { addressesOf, targetsIn } from "./svg-styles.ts";

/** The start tag of the root element must end within this many bytes. */
const HEAD = 64 * 1024;

/** Rejected elements, with the reasons. Some renderers skip some of these elements, so a part of the logo would be
 *  missing. The other elements are too slow to draw. */
const REFUSED: ReadonlyMap<string, string> = new Map(
  Object.entries({
    text: "text, which needs fonts: convert the text to paths",
    foreignObject: "a foreignObject, which is not supported: convert it to SVG shapes",
    marker: "markers, which are not supported: convert them to paths",
    feMorphology: "a feMorphology filter, which can be too slow: remove it",
    feTurbulence: "a feTurbulence filter, which can be too slow: remove it",
    feConvolveMatrix: "a feConvolveMatrix filter, which can be too slow: remove it",
  }),
);

/** Maximum number of pixels in all embedded images together. */
export const MOST_PIXELS = 4096 * 4096;
/** Maximum number of stops in a gradient. */
export const MOST_STOPS = 100;
/** Maximum absolute value of a number. Larger numbers overflow while drawing. */
export const LARGEST_NUMBER = 1e6;

/** Attributes whose values are names or URLs. */
const NO_NUMBERS = /^(?:id|class|href|xmlns|data-.*|aria-.*)$/;

/** Matches numbers with an exponent or many digits, but not colours, and not the digits after a decimal point. */
const LONG_NUMBER = /(?<![\w.#])(?:\d+(?:\.\d*)?|\.\d+)e\+?\d+|(?<![\w.#])\d{7,}/gi;

/** CSS pixels per unit. CSS Values 4, 6.2. */
const UNITS: ReadonlyMap<string, number> = new Map(
  Object.entries({ "": 1, px: 1, pt: 96 / 72, pc: 16, mm: 96 / 25.4, cm: 96 / 2.54, in: 96 }),
);

/** Different parts of the pattern never match the same digits: `\d*\.?\d+` would backtrack over every way to split
 *  them. */
const LENGTH = /^\s*((?:\d+(?:\.\d+)?|\.\d+)(?:e[+-]?\d+)?)([a-z]*)\s*$/i;

/** Returns the size of an SVG in user units. Reads only its root element.
 *  @throws {QrError} LOGO_INVALID, whose message says how to change the SVG. */
export function readSvgSize(bytes: Uint8Array): Size {
  const { value: root } = elementsIn(decode(bytes, HEAD)).next();
  if (root?.name !== "svg") throw logoFault("is not an SVG file: its root element must be svg");
  return sizeOf(root);
}

/** Checks a whole SVG in at most tens of milliseconds. An SVG that passes can be drawn in bounded time and memory, and
 *  fetches nothing.
 *  @throws {QrError} LOGO_INVALID, whose message says how to change the SVG. */
export function checkSvg(bytes: Uint8Array): void {
  const text = decode(bytes);
  const elements = [...elementsIn(text)];
  // SVGs copied from HTML lack the namespace, because HTML implies it.
  if (!text.includes(SVG_NAMESPACE)) throw logoFault(`is an SVG without xmlns: write <svg xmlns="${SVG_NAMESPACE}"`);
  for (const element of elements) checkElement(element);
  checkCost(elements, readPictures(elements));
}

/** Returns the text of the first `length` bytes. */
function decode(bytes: Uint8Array, length = bytes.length): string {
  const stream = length < bytes.length;
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes.subarray(0, length), { stream });
  } catch {
    throw logoFault("is an SVG that is not UTF-8: save it as UTF-8");
  }
}

/** Returns the width and height of the root element; defaults to those of its view box. SVG 2, 8.2. */
function sizeOf(root: SvgElement): Size {
  const viewBox = valuesOf(root, "viewBox")[0] ?? "";
  const [, , across, along] = viewBox
    .trim()
    .split(/[\s,]+/)
    .map(Number);
  const width = lengthOf(valuesOf(root, "width")[0]) ?? across;
  const height = lengthOf(valuesOf(root, "height")[0]) ?? along;
  if (!(width && height && width > 0 && height > 0 && width / height < 1e4 && height / width < 1e4)) {
    throw logoFault("is an SVG without a size: add a viewBox, or width and height, to its svg element");
  }
  return { width, height };
}

function lengthOf(text: string | undefined): number | undefined {
  const [, number, unit = ""] = LENGTH.exec(text ?? "") ?? [];
  const factor = UNITS.get(unit.toLowerCase());
  return number === undefined || factor === undefined ? undefined : Number(number) * factor;
}

/** Checks a single element. @throws {QrError} LOGO_INVALID if it cannot be drawn, or refers to another file. */
function checkElement(element: SvgElement): void {
  const refusal = REFUSED.get(element.name);
  if (refusal) throw logoFault(`is an SVG with ${refusal}`);
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

/** Checks gradients and patterns. Each stop of a gradient takes time to draw. A pattern is first drawn at its own size,
 *  so it must not be larger than the shape that it fills. Design tools use patterns to fill a shape with an image. */
function checkPaint(element: SvgElement): void {
  const { name, children } = element;
  if (name.endsWith("Gradient") && children.length > MOST_STOPS) {
    throw logoFault(`is an SVG with more than ${MOST_STOPS} stops in a gradient: use fewer`);
  }
  if (name !== "pattern") return;
  const sides = ["width", "height"].flatMap((side) => valuesOf(element, side));
  const odd = element.attributes.some(([one]) => /^(?:patternTransform|viewBox|href|style|transform)$/.test(one));
  const units = valuesOf(element, "patternUnits").some((unit) => unit !== "objectBoundingBox");
  if (odd || units || !sides.every((side) => share(side) <= 1)) {
    throw logoFault(
      "is an SVG with a pattern that can be too slow to draw: convert the pattern to paths, or use a PNG",
    );
  }
}

function share(side: string): number {
  return side.endsWith("%") ? Number(side.slice(0, -1)) / 100 : Number(side);
}

/** Returns the number of pixels of each image element.
 *  @throws {QrError} LOGO_INVALID if an image is not supported, or if all images together are too large. */
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
  if (all > MOST_PIXELS) throw logoFault("is an SVG whose embedded images are too large: use smaller ones");
  return pixels;
}

/** Returns the size of an embedded image. Accepts only data URIs that all parsers read the same way. */
function sizeOfPicture(address: string): Size {
  const [head] = /^data:image\/(?:png|jpe?g)(?:;charset=[\w-]+)?;base64,/i.exec(address) ?? [];
  const base64 = address.slice(head?.length ?? 0);
  const bytes = decodeBase64(head === undefined || /[^\w+/=\s]/.test(base64) ? "" : base64);
  if (isPng(bytes)) return readPngSize(bytes);
  if (isJpeg(bytes)) return readJpegHeader(bytes);
  throw logoFault("is an SVG with an embedded image that is not a PNG or JPEG: convert it to PNG, JPEG or shapes");
}

function external() {
  return logoFault("is an SVG that references other files: embed them in the SVG");
}
