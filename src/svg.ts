/** Attributes in the order in which they are written. Undefined ones are omitted. No value may contain a quotation mark, an
 *  ampersand or an angle bracket, because values are written without escaping. */
export type SvgAttributes = Readonly<Record<string, string | number | undefined>>;

export interface SvgNode {
  readonly tag: string;
  readonly attrs: SvgAttributes;
  readonly children?: readonly SvgNode[] | undefined;
}

/** The content of an SVG: elements, and the gradients to which they refer by id. */
export interface SvgContent {
  readonly defs: readonly SvgNode[];
  readonly body: readonly SvgNode[];
}

/** An SVG document as data. `textOf` writes it as text, and pages turn it into elements. */
export interface SvgDocument extends SvgContent {
  /** Size in pixels, and of the view box. */
  readonly width: number;
  readonly height: number;
  readonly title: string;
  /** The width and the height with a unit, if they are not in pixels. */
  readonly shown?: readonly [width: string, height: string];
  /** More attributes of the root, which precede the others. */
  readonly attrs?: SvgAttributes;
}

export const SVG_NAMESPACE = "http://www.w3.org/2000/svg";

/** The name of `href` in text. Programs that support only SVG 1.1 need this name, and others support it too. Writing both
 *  names would repeat the file of a logo. */
const HREF = 'xmlns:xlink="http://www.w3.org/1999/xlink" xlink:href';

export function node(tag: string, attrs: SvgAttributes, children?: readonly SvgNode[]): SvgNode {
  return { tag, attrs, children };
}

/** Returns the elements of `content`. Starts with `defs`, if there are any. */
export function elementsOf({ defs, body }: SvgContent): readonly SvgNode[] {
  return defs.length > 0 ? [node("defs", {}, defs), ...body] : body;
}

export function textOf(svg: SvgDocument): string {
  const { width, height, title, attrs, shown = [width, height] } = svg;
  const size = `width="${shown[0]}" height="${shown[1]}" viewBox="0 0 ${width} ${height}"`;
  const start = `<svg${attributesOf(attrs)} xmlns="${SVG_NAMESPACE}" ${size} role="img">`;
  return `${start}<title>${escapeXml(title)}</title>${markupOf(elementsOf(svg))}</svg>`;
}

/** Returns the content of a file with a picture: the text of a document, or the unchanged picture in any other form. */
export function bodyOf<Other extends string | Uint8Array>(picture: SvgDocument | Other): string | Other {
  return typeof picture === "string" || picture instanceof Uint8Array ? picture : textOf(picture);
}

export function markupOf(nodes: readonly SvgNode[]): string {
  let text = "";
  for (const { tag, attrs, children } of nodes) {
    text += `<${tag}${attributesOf(attrs)}${children ? `>${markupOf(children)}</${tag}>` : "/>"}`;
  }
  return text;
}

function attributesOf(attrs: SvgAttributes = {}): string {
  let text = "";
  for (const name in attrs) {
    const value = attrs[name];
    if (value !== undefined) text += ` ${name === "href" ? HREF : name}="${value}"`;
  }
  return text;
}

/** Rounds to thousandths of a pixel. */
export function thousandths(value: number): number {
  return Math.round(value * 1000) / 1000;
}

/** Matches the characters that XML forbids, even as references. XML 1.0, 2.2. */
export const FORBIDDEN: RegExp = /[^\P{Cc}\t\n\r\x7F-\x9F]|[\p{Cs}\uFFFE\uFFFF]/gu;

/** Escapes `text` for content and quoted attributes. Replaces characters that XML forbids with U+FFFD. */
export function escapeXml(text: string): string {
  // Fast path: most titles consist of plain words.
  if (!/[^\w ]/.test(text)) return text;
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`).replace(FORBIDDEN, "\uFFFD");
}
