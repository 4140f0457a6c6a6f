import { logoFault } from "./logo-fault.ts";

/** An element of a document, as far as judging it needs. */
export interface SvgElement {
  /** Without the prefix of its namespace. */
  readonly name: string;
  readonly attributes: ReadonlyMap<string, string>;
  /** Its place in the list, and those of the elements directly inside it. */
  readonly children: number[];
  /** The text inside a style element; else empty. */
  text: string;
}

/** Elements, and elements inside each other, that a logo may have. */
const MOST_ELEMENTS = 20_000;
const DEEPEST = 64;

const TAG_NAME = /[A-Za-z_][\w.:-]*/y;
const ATTRIBUTE = /\s+([^\s=<>"'/]+)\s*=\s*(?:"([^"<]*)"|'([^'<]*)')/y;
const TAG_END = /\s*(\/?)>/y;

/** The elements of an XML document in order, in one pass and with no more memory than a multiple of its length.
 *  @throws {QrError} LOGO_INVALID for what is not well-formed, declares entities, or has too many elements. */
export function readElements(text: string): readonly SvgElement[] {
  const elements: SvgElement[] = [];
  const open: SvgElement[] = [];
  let at = 0;
  for (;;) {
    const tag = text.indexOf("<", at);
    if (tag < 0) break;
    const inside = open.at(-1);
    if (inside?.name === "style") inside.text += text.slice(at, tag);
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
      const { element, end, empty } = readTag(text, tag);
      inside?.children.push(elements.length);
      elements.push(element);
      if (!empty) open.push(element);
      if (elements.length > MOST_ELEMENTS || open.length > DEEPEST) {
        throw logoFault(`is an SVG of too many elements: at most ${MOST_ELEMENTS}, ${DEEPEST} inside each other`);
      }
      at = end;
    }
  }
  if (open.length > 0) throw malformed();
  return elements;
}

function readTag(text: string, tag: number): { element: SvgElement; end: number; empty: boolean } {
  const qualified = match(TAG_NAME, text, tag + 1)?.[0];
  if (!qualified) throw malformed();
  const attributes = new Map<string, string>();
  let at = TAG_NAME.lastIndex;
  for (let found = match(ATTRIBUTE, text, at); found; found = match(ATTRIBUTE, text, at)) {
    const [, name = "", double, single = ""] = found;
    attributes.set(name, unreferenced(double ?? single));
    at = ATTRIBUTE.lastIndex;
  }
  const end = match(TAG_END, text, at);
  if (!end) throw malformed();
  const name = qualified.slice(qualified.indexOf(":") + 1);
  return { element: { name, attributes, children: [], text: "" }, end: TAG_END.lastIndex, empty: end[1] === "/" };
}

function match(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}

/** A document type without a list of declarations stands in many old files and means nothing; with one it can make a
 *  short file endless. */
function afterDoctype(text: string, at: number): number {
  const end = after(text, ">", at);
  const declaration = text.slice(at, end);
  if (!/^<!DOCTYPE\s/i.test(declaration)) throw malformed();
  if (declaration.includes("[")) throw logoFault("is an SVG that declares entities: save it as plain SVG");
  return end;
}

function after(text: string, mark: string, from: number): number {
  const at = text.indexOf(mark, from);
  if (at < 0) throw malformed();
  return at + mark.length;
}

/** `value` without character references; named ones other than XML's own could only be declared. */
function unreferenced(value: string): string {
  if (!value.includes("&")) return value;
  return value.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|(\w+));/gi, (whole, decimal, hex, name) => {
    if (name) return NAMED[name] ?? whole;
    const code = decimal ? Number(decimal) : Number.parseInt(hex, 16);
    return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
  });
}

const NAMED: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };

function malformed() {
  return logoFault("is an SVG that is not well-formed XML: save it anew");
}
