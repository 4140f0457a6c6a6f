import { decodeBase64 } from "./base64.ts";
import { logoFault } from "./logo-fault.ts";
import { isJpeg, isPng, readJpegSize, readPngSize } from "./logo-raster.ts";
import type { SvgElement } from "./svg-elements.ts";

/** What an SVG logo may have in it, and how much work it may be. */

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

/** Work there may be, in shapes of plain colour; what is drawn by reference counts each time. A shape as large as the
 *  picture takes about a millisecond, so that this bounds seconds and not moments: servers set a limit in time as well. */
const MOST_WORK = 20_000;

/** Filters there may be. */
const MOST_FILTERS = 100;

/** Longest chain of references. */
const LONGEST_CHAIN = 16;

/** What drawing once costs more than a shape does: those that need a layer of their own, or all pixels several times. */
const COST: Readonly<Record<string, number>> = { mask: 20, clipPath: 10, pattern: 20, image: 50 };
const LAYER_COST = 10;
const PRIMITIVE_COST = 500;

/** Characters of a path that are as much work as a shape. */
const PATH_LENGTH = 100;

/** Only drawn where something refers to them. */
const UNDRAWN = new Set(
  "defs symbol clipPath mask pattern filter linearGradient radialGradient metadata title desc style".split(" "),
);

/** Attributes whose references the elements inside inherit. */
const PAINT = new Set(["fill", "stroke", "style"]);

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
  const address = addressOf(element);
  if (address === undefined || address.startsWith("#") || element.name === "a" || element.name === "script") return;
  if (!(element.name === "image" && /^data:/i.test(address))) throw external();
}

function checkNumbers(value: string): void {
  for (const [number] of value.matchAll(LONG_NUMBER)) {
    if (Number(number) > LARGEST_NUMBER)
      throw logoFault(`is an SVG with numbers above ${LARGEST_NUMBER}: scale it down`);
  }
}

/** Bounds the work of drawing a document, counting what its references multiply.
 *  @throws {QrError} LOGO_INVALID when it is too much. */
export function checkCost(elements: readonly SvgElement[]): void {
  checkPictures(elements);
  if (elements.filter(({ name }) => name === "filter").length > MOST_FILTERS) {
    throw logoFault(`is an SVG of more than ${MOST_FILTERS} filters: use a simpler picture`);
  }
  const byId = new Map(elements.map((element, at) => [`#${element.attributes.get("id")}`, at]));
  const sheet = readSheets(elements);
  const known = new Map<number, { cost: number; chain: number } | undefined>();

  /** What drawing an element once costs, and how long its chains of references are. */
  function measure(at: number): { cost: number; chain: number } {
    if (known.has(at)) {
      const done = known.get(at);
      if (!done) throw logoFault("is an SVG that refers to itself: use a simpler picture");
      return done;
    }
    known.set(at, undefined);
    const element = elements[at] as SvgElement;
    let chain = 0;
    const total = (targets: readonly string[]) => {
      let sum = 0;
      for (const target of targets) {
        const found = byId.get(target);
        if (found === undefined) continue;
        const reached = measure(found);
        sum += reached.cost;
        chain = Math.max(chain, reached.chain + 1);
      }
      return sum;
    };
    let inside = ownCost(element);
    for (const child of element.children) {
      const { name } = elements[child] as SvgElement;
      if (UNDRAWN.has(name)) continue;
      const reached = measure(child);
      inside += reached.cost;
      chain = Math.max(chain, reached.chain);
    }
    const { paints, others } = referencesOf(element);
    const cost = inside * (1 + total(paints)) + total(others) + total(sheet(element));
    if (cost > MOST_WORK || chain > LONGEST_CHAIN) {
      throw logoFault("is an SVG that takes too much work to draw: use a simpler picture");
    }
    const measured = { cost: element.name.endsWith("Gradient") ? 0 : cost, chain };
    known.set(at, measured);
    return measured;
  }
  measure(0);
}

/** What an element costs by itself. */
function ownCost({ name, attributes }: SvgElement): number {
  const path = attributes.get("d")?.length ?? attributes.get("points")?.length ?? 0;
  const layer = attributes.has("opacity") ? LAYER_COST : 0;
  return (name.startsWith("fe") ? PRIMITIVE_COST : (COST[name] ?? 1)) + layer + Math.floor(path / PATH_LENGTH);
}

/** What an element refers to: `paints` are inherited by everything inside it, and so drawn once for each. */
function referencesOf(element: SvgElement): { paints: string[]; others: string[] } {
  const paints: string[] = [];
  const others: string[] = [];
  for (const [name, value] of element.attributes) {
    (PAINT.has(name) ? paints : others).push(...targetsIn(value));
  }
  const address = addressOf(element);
  if (address?.startsWith("#")) others.push(address);
  return { paints, others };
}

/** What the style sheets let an element refer to, by its classes; selectors of any other kind are taken to mean all
 *  that is drawn. */
function readSheets(elements: readonly SvgElement[]): (element: SvgElement) => readonly string[] {
  const byClass = new Map<string, string[]>();
  const everywhere: string[] = [];
  for (const { text } of elements) {
    for (const [, selectors = "", body = ""] of text.matchAll(/([^{}]*)\{([^{}]*)\}/g)) {
      const targets = targetsIn(body);
      if (targets.length === 0) continue;
      for (const selector of selectors.split(",")) {
        const name = /^\s*\.([\w-]+)\s*$/.exec(selector)?.[1];
        if (name === undefined) everywhere.push(...targets);
        else byClass.set(name, [...(byClass.get(name) ?? []), ...targets]);
      }
    }
  }
  return ({ name, attributes }) => {
    const classes = (attributes.get("class") ?? "").split(/\s+/);
    const named = classes.flatMap((one) => byClass.get(one) ?? []);
    return UNDRAWN.has(name) || /^(?:fe[A-Z]|stop$)/.test(name) ? named : [...named, ...everywhere];
  };
}

/** The targets of all url(…) in a value or a style sheet. */
function targetsIn(value: string): string[] {
  if (!/url\(/i.test(value)) return [];
  return [...value.matchAll(/url\(\s*["']?([^)"']*)/gi)].map((found) => (found[1] ?? "").trim());
}

function addressOf({ attributes }: SvgElement): string | undefined {
  for (const [name, value] of attributes) if (name === "href" || name.endsWith(":href")) return value.trim();
  return undefined;
}

/** The pictures inside must be of kinds that are drawn, and not too large together. */
function checkPictures(elements: readonly SvgElement[]): void {
  let pixels = 0;
  for (const element of elements) {
    const address = element.name === "image" ? addressOf(element) : undefined;
    if (address === undefined) continue;
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
