import { memoize } from "../async/once.ts";
import { svgTextLength } from "../messages/logo-rules.ts";
import { escapeXml } from "../svg.ts";
import { logoFault, unsupportedText } from "./errors.ts";
import type { Cascade, Properties } from "./svg-cascade.ts";
import { indexIds } from "./svg-cost.ts";
import { type SvgElement, valuesOf } from "./svg-elements.ts";
import { lengthIn, PLAIN_TEXT, type TextStyle, textStyleOf } from "./svg-font.ts";
import { lengthOf } from "./svg-length.ts";
import { addressesOf } from "./svg-styles.ts";

/** Maximum number of characters of text in a logo. */
export const MAX_TEXT = 1000;

interface Size {
  readonly width: number;
  readonly height: number;
}

/** An element that becomes a group of outlines. */
export interface Group {
  readonly properties: Properties;
  readonly isText: boolean;
  readonly groups: Group[];
  path: string;
  pictures: string;
}

/** The position of characters. Undefined values continue after the previous character. */
interface Place {
  readonly x?: number | undefined;
  readonly y?: number | undefined;
  readonly dx?: number | undefined;
  readonly dy?: number | undefined;
}

/** Characters with the same style. */
interface Span {
  readonly style: TextStyle;
  readonly group: Group;
  readonly dx: number;
  readonly dy: number;
  text: string;
}

/** Spans that are aligned together at a position. SVG 1.1, 10.5. */
export interface Chunk {
  readonly place: Place;
  readonly spans: Span[];
}

export interface TextElement {
  readonly element: SvgElement;
  readonly group: Group;
  readonly chunks: readonly Chunk[];
  /** Clip paths contain shapes, but no groups. */
  readonly isClip: boolean;
}

/** Returns the text elements in order, with the styles that they inherit. */
export function findText(elements: readonly SvgElement[], cascade: Cascade): TextElement[] {
  const byId = indexIds(elements);
  // Each list is read once, because thousands of elements can have the same id.
  const textAt = memoize<[string], number[]>(
    (address: string) => (byId.get(address) ?? []).filter((target) => holdsText[target]),
    new Map(),
  );
  const fontsAt = memoize(
    (address: string) => new Set(textAt(address).map((target) => JSON.stringify(styles.get(target)))),
    new Map(),
  );
  const holdsText = elements.map(({ name }) => name === "text");
  for (const [at, { children }] of [...elements.entries()].reverse()) {
    if (children.some((child) => holdsText[child])) holdsText[at] = true;
  }
  const isUse = elements.map((one) => one.name === "use" && addressesOf(one).some((one) => textAt(one).length > 0));
  const holdsUse = [...isUse];
  for (const [at, { children }] of [...elements.entries()].reverse()) {
    if (children.some((child) => holdsUse[child])) holdsUse[at] = true;
  }
  const styles = new Map<number, TextStyle>();
  const found: TextElement[] = [];
  let count = 0;

  function visit(at: number, parent: TextStyle, size: Size, inside: string): void {
    const element = elements[at] as SvgElement;
    if (!holdsText[at] && !holdsUse[at]) return;
    styles.set(at, parent);
    const properties = cascade.propertiesOf(element);
    const style = textStyleOf(properties, parent);
    const inner = /^(?:svg|symbol)$/.test(element.name) ? viewportOf(element, at === 0) : size;
    if (isUse[at]) {
      // SVG does not allow groups in clip paths.
      if (inside === "clipPath") throw unsupportedText("a use element in a clipPath");
      styles.set(at, style);
    }
    if (element.name !== "text") for (const child of element.children) visit(child, style, inner, element.name);
    else found.push({ element, ...readText(element, properties, style, inner), isClip: inside === "clipPath" });
  }

  function readText(element: SvgElement, properties: Properties, style: TextStyle, size: Size) {
    const chunks: Chunk[] = [];
    const group: Group = { properties, isText: true, groups: [], path: "", pictures: "" };
    let place: Place = {};
    let followsSpace = true;

    function readContent(element: SvgElement, own: { group: Group; style: TextStyle; properties: Properties }): void {
      const before = place;
      const mine = { ...before, ...placeOf(own.properties, own.style, size) };
      place = mine;
      for (const part of element.content) {
        if (typeof part === "string") readCharacters(part, own);
        else readChild(elements[part] as SvgElement, own);
      }
      // A position applies to the next character, so an element without text has none.
      if (place === mine) place = before;
    }

    function readChild(child: SvgElement, parent: { group: Group; style: TextStyle }): void {
      if (/^(?:textPath|tref|altGlyph)$/.test(child.name)) throw unsupportedText(child.name);
      if (child.name !== "tspan" && child.name !== "a") return;
      const properties = cascade.propertiesOf(child);
      const style = textStyleOf(properties, parent.style);
      const isPlain = attributesOf(properties, false) === "" && stylesOf(properties, false).size === 0;
      const group = isPlain
        ? parent.group
        : ({ properties, isText: false, groups: [], path: "", pictures: "" } satisfies Group);
      if (!isPlain) parent.group.groups.push(group);
      readContent(child, { group, style, properties });
    }

    function readCharacters(raw: string, { group, style }: { group: Group; style: TextStyle }): void {
      if (style.isHidden) return;
      let text = raw.replace(/[\t\r\n]/g, " ");
      if (!style.keepsSpaces) {
        text = text.replace(/ +/g, " ");
        if (followsSpace) text = text.replace(/^ /, "");
      }
      if (text === "") return;
      followsSpace = text.endsWith(" ") && !style.keepsSpaces;
      count += [...text].length;
      if (count > MAX_TEXT) {
        throw logoFault(svgTextLength, { max: MAX_TEXT });
      }
      if (chunks.length === 0 || place.x !== undefined || place.y !== undefined) {
        endChunk(chunks);
        chunks.push({ place, spans: [] });
      }
      const { spans } = chunks.at(-1) as Chunk;
      const last = spans.at(-1);
      const { dx = 0, dy = 0 } = place;
      if (last?.style === style && last.group === group && dx === 0 && dy === 0) last.text += text;
      else spans.push({ style, group, dx, dy, text });
      place = {};
    }

    readContent(element, { group, style, properties });
    endChunk(chunks);
    return { group, chunks };
  }

  visit(0, PLAIN_TEXT, { width: Number.NaN, height: Number.NaN }, "");
  for (const [at, element] of elements.entries()) {
    if (!isUse[at]) continue;
    const fonts = new Set([
      JSON.stringify(styles.get(at)),
      ...addressesOf(element).flatMap((one) => [...fontsAt(one)]),
    ]);
    if (fonts.size > 1) throw unsupportedText("a use element with another font");
  }
  return found;
}

/** Removes the space at the end of the last chunk, which would move centred text. */
function endChunk(chunks: readonly Chunk[]): void {
  const last = chunks.at(-1)?.spans.at(-1);
  if (last && !last.style.keepsSpaces) last.text = last.text.replace(/ $/, "");
}

/** Returns the size that percentages refer to; NaN if it is unknown. */
function viewportOf(element: SvgElement, isRoot: boolean): Size {
  const [, , width = Number.NaN, height = Number.NaN] = (valuesOf(element, "viewBox")[0] ?? "")
    .trim()
    .split(/[\s,]+/)
    .map(Number);
  const side = (name: string) => (isRoot ? (lengthOf(valuesOf(element, name)[0]) ?? Number.NaN) : Number.NaN);
  return Number.isNaN(width) ? { width: side("width"), height: side("height") } : { width, height };
}

/** Returns the position that an element declares for its first character. */
function placeOf({ attributes }: Properties, style: TextStyle, { width, height }: Size): Place {
  const place: Record<string, number> = {};
  for (const [name, whole] of Object.entries({ x: width, y: height, dx: width, dy: height })) {
    const value = attributes.get(name)?.trim() ?? "";
    if (/[\s,]/.test(value)) throw unsupportedText(`${name} with several values`);
    if (value !== "") place[name] = lengthIn(name, value, style.size, whole) ?? 0;
  }
  return place;
}

/** Properties that apply to the outlines of text. */
export const PAINT =
  /^(?:fill(?:-opacity|-rule)?|stroke(?:-width|-opacity|-linecap|-linejoin|-miterlimit|-dasharray|-dashoffset)?|color|visibility|display|paint-order|vector-effect|shape-rendering)$/;
/** Properties and attributes that apply to text as a whole. */
const WHOLE =
  /^(?:id|class|transform|transform-origin|transform-box|opacity|filter|mask|clip-path|mix-blend-mode|isolation|systemLanguage|requiredFeatures|requiredExtensions)$/;

export const isKept = (name: string, isText: boolean) => PAINT.test(name) || (isText && WHOLE.test(name));

export function attributesOf({ attributes }: Properties, isText: boolean): string {
  return [...attributes]
    .filter(([name]) => isKept(name, isText))
    .map(([name, value]) => ` ${name}="${escapeXml(value)}"`)
    .join("");
}

export function stylesOf({ styles }: Properties, isText: boolean): Map<string, string> {
  return new Map([...styles].filter(([name]) => isKept(name, isText)));
}
