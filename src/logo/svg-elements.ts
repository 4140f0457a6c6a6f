import { svgElements, svgMalformed } from "../messages/logo-rules.ts";
import { SVG_NAMESPACE } from "../svg.ts";
import { logoFault, svgFault } from "./errors.ts";
import { MAX_ELEMENTS } from "./limits.ts";

export interface SvgElement {
  /** Name of the element without its namespace prefix. */
  readonly name: string;
  /** Attribute names without prefixes, and values, in document order. Omits attributes in the namespaces of editors. */
  readonly attributes: readonly (readonly [name: string, value: string])[];
  /** Indices of its child elements. */
  readonly children: number[];
  /** The text of a style element; empty for other elements. */
  text: string;
  /** Indices of its child elements, and the text between them. */
  readonly content: (number | string)[];
  /** Index in the document of its start tag. */
  readonly start: number;
  /** Index in the document at which the name ends and attributes begin. */
  readonly nameEnd: number;
  /** Index in the document at which its end tag, or an empty tag, ends. */
  end: number;
}

/** Maximum nesting depth. */
export const DEEPEST = 64;

/** The namespaces whose attributes are read. Renderers ignore attributes in the namespaces of editors. */
const NAMESPACES: readonly string[] = [SVG_NAMESPACE, "http://www.w3.org/1999/xlink"];

const TAG_NAME = /[A-Za-z_][\w.:-]*/y;
const ATTRIBUTE = /\s+([^\s=<>"'/]+)\s*=\s*(?:"([^"<]*)"|'([^'<]*)')/y;
const TAG_END = /\s*(\/?)>/y;

/** Matches a document type. Entity declarations are not allowed, because they could expand a short file without limit.
 *  Characters that other parsers could mistake for the end of the document type are not allowed either. The pattern has
 *  no adjacent runs of whitespace, which would cause backtracking. */
const DOCTYPE = /<!DOCTYPE\s+[\w:]+(?:\s+PUBLIC\s+(?:"[^"<>]*"|'[^'<>]*')(?:\s*(?:"[^"<>]*"|'[^'<>]*'))?)?\s*>/y;

interface Reading {
  readonly text: string;
  /** Prefixes declared for the namespaces in NAMESPACES. */
  readonly prefixes: Set<string>;
}

/** Returns the values of all attributes called `name`. There may be several, with different prefixes. */
export function valuesOf({ attributes }: SvgElement, name: string): string[] {
  return attributes.filter(([one]) => one === name).map(([, value]) => value);
}

/** Yields the elements of an XML document in order and in one pass. Time and memory are bounded by its length. The
 *  children, the content and the end of an element are complete once all elements have been yielded.
 *  @throws {QrError} LOGO_INVALID if the document is not well-formed, declares entities, or has too many elements. */
export function* elementsIn(text: string): Generator<SvgElement, void> {
  const reading: Reading = { text, prefixes: new Set(["xml"]) };
  const open: SvgElement[] = [];
  let count = 0;
  let at = 0;
  for (;;) {
    const tag = text.indexOf("<", at);
    const inside = open.at(-1);
    const between = unreferenced(text.slice(at, tag < 0 ? text.length : tag));
    add(inside, between);
    if (tag < 0) break;
    if (text.startsWith("<!--", tag)) at = after(text, "-->", tag + 4);
    else if (text.startsWith("<![CDATA[", tag)) {
      at = after(text, "]]>", tag);
      add(inside, text.slice(tag + 9, at - 3));
    } else if (text.startsWith("<?", tag)) at = after(text, "?>", tag);
    else if (text.startsWith("<!", tag)) at = afterDoctype(text, tag);
    else if (text.startsWith("</", tag)) {
      at = after(text, ">", tag);
      const closed = open.pop();
      if (!closed) throw malformed();
      closed.end = at;
    } else {
      const { element, end, empty } = readTag(reading, tag);
      if (!inside && count > 0) throw malformed();
      inside?.children.push(count);
      inside?.content.push(count);
      count++;
      if (!empty) open.push(element);
      if (count > MAX_ELEMENTS || open.length > DEEPEST) {
        throw logoFault(svgElements, { max: MAX_ELEMENTS, levels: DEEPEST });
      }
      yield element;
      at = end;
    }
  }
  if (open.length > 0) throw malformed();
}

function add(element: SvgElement | undefined, text: string): void {
  if (text !== "") element?.content.push(text);
  if (element?.name === "style") element.text += text;
}

function readTag(reading: Reading, tag: number): { element: SvgElement; end: number; empty: boolean } {
  const { text, prefixes } = reading;
  const qualified = match(TAG_NAME, text, tag + 1)?.[0];
  if (!qualified) throw malformed();
  const name = qualified.slice(qualified.indexOf(":") + 1);
  const all: [prefix: string, name: string, value: string][] = [];
  const nameEnd = TAG_NAME.lastIndex;
  let at = nameEnd;
  for (let found = match(ATTRIBUTE, text, at); found; found = match(ATTRIBUTE, text, at)) {
    const [, spelled = "", double, single = ""] = found;
    at = ATTRIBUTE.lastIndex;
    const [local = "", prefix = ""] = spelled.split(":", 2).reverse();
    const picture = name === "image" && local === "href" ? pictureIn(double ?? single) : undefined;
    all.push([prefix, local, picture ?? unreferenced(double ?? single)]);
  }
  const end = match(TAG_END, text, at);
  if (!end) throw malformed();
  for (const [prefix, local, value] of all) if (prefix === "xmlns" && NAMESPACES.includes(value)) prefixes.add(local);
  const attributes = all
    .filter(([prefix]) => prefix === "" || prefixes.has(prefix))
    .map(([, local, value]) => [local, value] as const);
  return {
    element: { name, attributes, children: [], text: "", content: [], start: tag, nameEnd, end: TAG_END.lastIndex },
    end: TAG_END.lastIndex,
    empty: end[1] === "/",
  };
}

/** Returns a data URI without the line breaks that editors insert; undefined for any other value. */
function pictureIn(value: string): string | undefined {
  if (!value.startsWith("data:")) return undefined;
  const picture = value.replace(/&#(?:9|10|13|x[9AaDd]);/g, "");
  return picture.includes("&") ? undefined : picture;
}

function match(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}

/** Returns the index after a document type, which many old files have. */
function afterDoctype(text: string, at: number): number {
  if (match(DOCTYPE, text, at)) return DOCTYPE.lastIndex;
  if (!text.startsWith("<!DOCTYPE", at)) throw malformed();
  throw svgFault("that declares entities: save it as plain SVG");
}

function after(text: string, mark: string, from: number): number {
  const at = text.indexOf(mark, from);
  if (at < 0) throw malformed();
  return at + mark.length;
}

/** Resolves character references. Named references other than XML's five would need a declaration. */
function unreferenced(value: string): string {
  if (!value.includes("&")) return value;
  return value.replace(/&(?:#(\d+)|#x([\da-f]+)|(\w+));|&/gi, (_, decimal, hex, name) => {
    const code = decimal ? Number(decimal) : Number.parseInt(hex, 16);
    if (code <= 0x10ffff) return String.fromCodePoint(code);
    const meant = NAMED.get(name);
    if (meant === undefined) throw malformed();
    return meant;
  });
}

const NAMED = new Map(Object.entries({ amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" }));

function malformed() {
  return logoFault(svgMalformed);
}
