import { logoFault } from "./errors.ts";
import { MOST_ELEMENTS, MOST_MARKUP } from "./limits.ts";

/** An element of a document, as far as judging it needs. */
export interface SvgElement {
  /** Without the prefix of its namespace. */
  readonly name: string;
  /** Names without prefixes, and values, in order; those of editors' own namespaces are left out. */
  readonly attributes: readonly (readonly [name: string, value: string])[];
  /** The places in the list of the elements directly inside it. */
  readonly children: number[];
  /** The text inside a style element; else empty. */
  text: string;
}

/** Elements inside each other that a logo may have. */
const DEEPEST = 64;

/** Whose attributes count: an editor's own mean nothing to those who draw. */
const NAMESPACES = new Set(["http://www.w3.org/2000/svg", "http://www.w3.org/1999/xlink"]);

const TAG_NAME = /[A-Za-z_][\w.:-]*/y;
const ATTRIBUTE = /\s+([^\s=<>"'/]+)\s*=\s*(?:"([^"<]*)"|'([^'<]*)')/y;
const TAG_END = /\s*(\/?)>/y;

/** One without a list of declarations, in which a short file could be made endless, and without a sign that others could
 *  take for its end. The space before the second name belongs to that name: two adjacent runs of space would backtrack
 *  over every way to divide them. */
const DOCTYPE = /<!DOCTYPE\s+[\w:]+(?:\s+PUBLIC\s+(?:"[^"<>]*"|'[^'<>]*')(?:\s*(?:"[^"<>]*"|'[^'<>]*'))?)?\s*>/y;

/** A document on the way through it. */
interface Reading {
  readonly text: string;
  /** Characters of pictures so far. */
  pictures: number;
  /** Prefixes that stand anywhere for one of the namespaces that count. */
  readonly prefixes: Set<string>;
}

/** The values of the attributes called `name`: several where they come with prefixes. */
export function valuesOf({ attributes }: SvgElement, name: string): string[] {
  return attributes.filter(([one]) => one === name).map(([, value]) => value);
}

/** The elements of an XML document in order, in one pass, in time and memory that its length bounds. What is inside an
 *  element is known once all have been given.
 *  @throws {QrError} LOGO_INVALID for what is not well-formed, declares entities, or is too long. */
export function* elementsIn(text: string): Generator<SvgElement, void> {
  const reading: Reading = { text, pictures: 0, prefixes: new Set(["xml"]) };
  const open: SvgElement[] = [];
  let count = 0;
  let at = 0;
  for (;;) {
    const tag = text.indexOf("<", at);
    const inside = open.at(-1);
    const next = tag < 0 ? text.length : tag;
    checkLength(reading, next);
    const between = unreferenced(text.slice(at, next));
    if (inside?.name === "style") inside.text += between;
    if (tag < 0) break;
    if (text.startsWith("<!--", tag)) at = after(text, "-->", tag + 4);
    else if (text.startsWith("<![CDATA[", tag)) {
      at = after(text, "]]>", tag);
      if (inside?.name === "style") inside.text += text.slice(tag + 9, at - 3);
    } else if (text.startsWith("<?", tag)) at = after(text, "?>", tag);
    else if (text.startsWith("<!", tag)) at = afterDoctype(text, tag);
    else if (text.startsWith("</", tag)) {
      at = after(text, ">", tag);
      if (!open.pop()) throw malformed();
    } else {
      const { element, end, empty } = readTag(reading, tag);
      if (!inside && count > 0) throw malformed();
      inside?.children.push(count);
      count++;
      if (!empty) open.push(element);
      if (count > MOST_ELEMENTS || open.length > DEEPEST) {
        throw logoFault(`is an SVG of too many elements: at most ${MOST_ELEMENTS}, ${DEEPEST} inside each other`);
      }
      yield element;
      at = end;
    }
  }
  if (open.length > 0) throw malformed();
}

function readTag(reading: Reading, tag: number): { element: SvgElement; end: number; empty: boolean } {
  const { text, prefixes } = reading;
  const qualified = match(TAG_NAME, text, tag + 1)?.[0];
  if (!qualified) throw malformed();
  const name = qualified.slice(qualified.indexOf(":") + 1);
  const all: [prefix: string, name: string, value: string][] = [];
  let at = TAG_NAME.lastIndex;
  for (let found = match(ATTRIBUTE, text, at); found; found = match(ATTRIBUTE, text, at)) {
    const [, spelled = "", double, single = ""] = found;
    at = ATTRIBUTE.lastIndex;
    const [local = "", prefix = ""] = spelled.split(":", 2).reverse();
    const picture = name === "image" && local === "href" ? pictureIn(double ?? single) : undefined;
    if (picture) reading.pictures += (double ?? single).length;
    checkLength(reading, at);
    all.push([prefix, local, picture ?? unreferenced(double ?? single)]);
  }
  const end = match(TAG_END, text, at);
  if (!end) throw malformed();
  for (const [prefix, local, value] of all) if (prefix === "xmlns" && NAMESPACES.has(value)) prefixes.add(local);
  const attributes = all
    .filter(([prefix]) => prefix === "" || prefixes.has(prefix))
    .map(([, local, value]) => [local, value] as const);
  return { element: { name, attributes, children: [], text: "" }, end: TAG_END.lastIndex, empty: end[1] === "/" };
}

/** `value` as a data URI, without the line ends that editors put into it; undefined for any other. */
function pictureIn(value: string): string | undefined {
  if (!value.startsWith("data:")) return undefined;
  const picture = value.replace(/&#(?:9|10|13|x[9AaDd]);/g, "");
  return picture.includes("&") ? undefined : picture;
}

function checkLength({ pictures }: Reading, at: number): void {
  if (at - pictures > MOST_MARKUP) {
    throw logoFault(`is an SVG of more than ${MOST_MARKUP >> 10} kB without its pictures: use a simpler one, or a PNG`);
  }
}

function match(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}

/** A document type stands in many old files and means nothing. */
function afterDoctype(text: string, at: number): number {
  if (match(DOCTYPE, text, at)) return DOCTYPE.lastIndex;
  if (!text.startsWith("<!DOCTYPE", at)) throw malformed();
  throw logoFault("is an SVG that declares entities: save it as plain SVG");
}

function after(text: string, mark: string, from: number): number {
  const at = text.indexOf(mark, from);
  if (at < 0) throw malformed();
  return at + mark.length;
}

/** `value` without character references; named ones other than XML's own could only be declared. */
function unreferenced(value: string): string {
  if (!value.includes("&")) return value;
  return value.replace(/&(?:#(\d+)|#x([\da-f]+)|(\w+));|&/gi, (_, decimal, hex, name) => {
    const code = decimal ? Number(decimal) : Number.parseInt(hex, 16);
    if (code <= 0x10ffff) return String.fromCodePoint(code);
    const meant = NAMED[name];
    if (meant === undefined) throw malformed();
    return meant;
  });
}

const NAMED: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };

function malformed() {
  return logoFault("is an SVG that is not well-formed XML: save it anew");
}
