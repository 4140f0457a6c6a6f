import { svgCmyk, svgNeedsFonts, svgReferences, svgRoot, svgWithoutSize } from "../messages/logo-rules.ts";
import { SVG_NAMESPACE } from "../svg.ts";
import { decodeBase64 } from "../text/base64.ts";
import { logoFault, svgFault } from "./errors.ts";
import { isJpeg, isPng, readPngSize, type Size } from "./file.ts";
import { readJpegHeader } from "./jpeg.ts";
import { LARGEST_NUMBER } from "./limits.ts";
import { contentBox, type ViewBox } from "./svg-box.ts";
import { checkCost } from "./svg-cost.ts";
import { elementsIn, type SvgElement, valuesOf } from "./svg-elements.ts";
import { lengthOf } from "./svg-length.ts";
import { addressesOf, targetsIn } from "./svg-styles.ts";
import { decodeSvg, markupOf } from "./svg-text.ts";

/** The start tag of the root element must end within this many bytes. */
const HEAD = 64 * 1024;

/** Rejected elements besides text, with the reasons. Some renderers skip some of these elements, so a part of the logo would be
 *  missing. The other elements are too slow to draw. */
const REFUSED: ReadonlyMap<string, string> = new Map(
  Object.entries({
    foreignObject: "a foreignObject, which is not supported: convert it to SVG shapes",
    marker: "markers, which are not supported: convert them to paths",
    feMorphology: "a feMorphology filter, which can be too slow: remove it",
    feTurbulence: "a feTurbulence filter, which can be too slow: remove it",
    feConvolveMatrix: "a feConvolveMatrix filter, which can be too slow: remove it",
  }),
);

/** Maximum number of pixels in all embedded images together. */
export const MAX_PIXELS = 4096 * 4096;
export const MAX_STOPS = 100;
/** Attributes whose values are names or URLs. */
const NO_NUMBERS = /^(?:id|class|href|xmlns|data-.*|aria-.*)$/;

/** Matches numbers with an exponent or many digits, but not colours, and not the digits after a decimal point. */
const LONG_NUMBER = /(?<![\w.#])(?:\d+(?:\.\d*)?|\.\d+)e\+?\d+|(?<![\w.#])\d{7,}/gi;

/** Returns the size of an SVG in user units. Reads only the root element, unless that has no size.
 *  @throws {QrError} LOGO_INVALID, whose message says how to change the SVG. */
export function readSvgSize(bytes: Uint8Array): Size {
  const { value: root } = elementsIn(decodeSvg(bytes, HEAD)).next();
  if (root?.name !== "svg") throw logoFault(svgRoot);
  const size = sizeOf(root) ?? sizeOf(root, checkElements(decodeSvg(bytes)).box);
  if (size && size.width / size.height < 1e4 && size.height / size.width < 1e4) return size;
  throw logoFault(svgWithoutSize, { attributes: "a viewBox, or width and height," });
}

/** Checks a whole SVG in at most tens of milliseconds, and returns the checked text, which can be drawn in bounded time and
 *  memory, and fetches nothing. Draw this text instead of the file. Renderers could decode the file in another encoding, and
 *  choose another size: if the file has no size, the text has a view box around its content.
 *  @throws {QrError} LOGO_INVALID, whose message says how to change the SVG. */
export function checkSvg(bytes: Uint8Array): string {
  const text = markupOf(bytes);
  // SVGs copied from HTML lack the namespace, because HTML implies it.
  const { root, box } = checkElements(text);
  if (!text.includes(SVG_NAMESPACE)) throw svgFault(`without xmlns: write <svg xmlns="${SVG_NAMESPACE}"`);
  if (!box) return text;
  const { x, y, width, height } = box;
  return `${text.slice(0, root.nameEnd)} viewBox="${x} ${y} ${width} ${height}"${text.slice(root.nameEnd)}`;
}

/** Checks all elements. Returns the root element and, if it has neither a size nor a view box, the box around its
 *  content. */
function checkElements(text: string): { root: SvgElement; box?: ViewBox | undefined } {
  const elements = [...elementsIn(text)];
  for (const element of elements) checkElement(element);
  checkCost(elements, readPictures(elements));
  const root = elements[0] as SvgElement;
  return sizeOf(root) || valuesOf(root, "viewBox").length > 0 ? { root } : { root, box: contentBox(elements) };
}

/** Returns the width and height of the root element; defaults to those of its view box, and to `box` without one.
 *  Returns undefined if a side is unknown. SVG 2, 8.2. */
function sizeOf(root: SvgElement, box?: ViewBox): Size | undefined {
  const [, , across = box?.width, along = box?.height] = (valuesOf(root, "viewBox")[0] ?? "")
    .trim()
    .split(/[\s,]+/)
    .map(Number);
  const width = lengthOf(valuesOf(root, "width")[0]) ?? across;
  const height = lengthOf(valuesOf(root, "height")[0]) ?? along;
  return width && height && width > 0 && height > 0 ? { width, height } : undefined;
}

/** Checks a single element. @throws {QrError} LOGO_INVALID if it cannot be drawn, or refers to another file. */
function checkElement(element: SvgElement): void {
  if (element.name === "text") throw logoFault(svgNeedsFonts);
  const refusal = REFUSED.get(element.name);
  if (refusal) throw svgFault(`with ${refusal}`);
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
    if (Number(number) > LARGEST_NUMBER) throw svgFault(`with numbers above ${LARGEST_NUMBER}: scale it down`);
  }
}

/** Checks gradients and patterns. Each stop of a gradient takes time to draw. A pattern is first drawn at its own size,
 *  so it must not be larger than the shape that it fills. Design tools use patterns to fill a shape with an image. */
function checkPaint(element: SvgElement): void {
  const { name, children } = element;
  if (name.endsWith("Gradient") && children.length > MAX_STOPS) {
    throw svgFault(`with more than ${MAX_STOPS} stops in a gradient: use fewer`);
  }
  if (name !== "pattern") return;
  const sides = ["width", "height"].flatMap((side) => valuesOf(element, side));
  const odd = element.attributes.some(([one]) => /^(?:patternTransform|viewBox|href|style|transform)$/.test(one));
  const units = valuesOf(element, "patternUnits").some((unit) => unit !== "objectBoundingBox");
  if (odd || units || !sides.every((side) => share(side) <= 1)) {
    throw svgFault("with a pattern that can be too slow to draw: convert the pattern to paths, or use a PNG");
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
  if (all > MAX_PIXELS) throw svgFault("whose embedded images are too large: use smaller ones");
  return pixels;
}

/** Returns the size of an embedded image. Accepts only data URIs that all parsers read the same way. */
function sizeOfPicture(address: string): Size {
  const [head] = /^data:image\/(?:png|jpe?g)(?:;charset=[\w-]+)?;base64,/i.exec(address) ?? [];
  const base64 = address.slice(head?.length ?? 0);
  const bytes = decodeBase64(head === undefined || /[^\w+/=\s]/.test(base64) ? "" : base64);
  if (isPng(bytes)) return readPngSize(bytes);
  if (isJpeg(bytes)) {
    const header = readJpegHeader(bytes);
    // resvg does not draw CMYK images.
    if (header.isCmyk) throw logoFault(svgCmyk);
    return header;
  }
  throw svgFault("with an embedded image that is not a PNG or JPEG: convert it to PNG, JPEG or shapes");
}

function external() {
  return logoFault(svgReferences);
}
