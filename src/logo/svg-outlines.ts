import { escapeXml, SVG_NAMESPACE } from "../svg.ts";
import { textEncoder } from "../text/bytes.ts";
import { logoTooLarge } from "./errors.ts";
import { MAX_LOGO_BYTES } from "./limits.ts";
import { type Cascade, createCascade } from "./svg-cascade.ts";
import { elementsIn } from "./svg-elements.ts";
import type { FontWeight } from "./svg-font.ts";
import { markupOf } from "./svg-text.ts";
import {
  attributesOf,
  type Chunk,
  findText,
  type Group,
  isKept,
  PAINT,
  stylesOf,
  type TextElement,
} from "./svg-words.ts";

/** Horizontal shift of italic text per unit of height. It corresponds to 14 degrees, as in browsers. */
const SLANT = 0.25;

/** Accuracy of outlines, in parts of an em. */
const PARTS_PER_EM = 1000;

/** A line of text in one font. */
export interface TextLine {
  readonly text: string;
  readonly weight: FontWeight;
  readonly direction: "ltr" | "rtl";
  /** False if the style has letter spacing, which breaks ligatures. */
  readonly hasLigatures: boolean;
}

export interface SetTextLine {
  /** Width in ems, and number of letters, without combining marks. */
  readonly width: number;
  readonly letters: number;
  /** Returns the data of one path, and emoji as SVG elements. */
  outline(place: {
    readonly size: number;
    readonly x: number;
    readonly y: number;
    readonly spacing: number;
    readonly slant: number;
    readonly decimals: number;
  }): { readonly path: string; readonly pictures: string };
}

export type SetLine = (line: TextLine) => Promise<SetTextLine>;

/** Returns the SVG with its text as outlines, as UTF-8. `setLine` sets text in the fonts of captions. The result must still
 *  pass `checkSvg`. Rejects with QrError LOGO_INVALID if the file is not well-formed, or if its text uses something that is
 *  not supported, and with LOGO_TOO_LARGE. */
export async function outlineText(bytes: Uint8Array, setLine: SetLine): Promise<Uint8Array<ArrayBuffer>> {
  const markup = markupOf(bytes);
  const elements = [...elementsIn(markup)];
  const cascade = createCascade(elements);
  const write = createWriter(markup, cascade);
  const pieces: string[] = [];
  let at = 0;
  for (const one of findText(elements, cascade)) {
    await setChunks(one.chunks, setLine);
    pieces.push(markup.slice(at, one.element.start), write(one));
    at = one.element.end;
  }
  return textEncoder().encode(pieces.join("") + markup.slice(at));
}

const RTL = /[\p{Script=Arabic}\p{Script=Hebrew}]/u;
const OTHER = /(?![\p{Script=Arabic}\p{Script=Hebrew}])\p{L}/u;

/** Sets the text of chunks, and adds the outlines to the groups of the text. */
async function setChunks(chunks: readonly Chunk[], setLine: SetLine): Promise<void> {
  let [penX, penY] = [0, 0];
  for (const { place, spans } of chunks) {
    const [first] = spans;
    if (!first) continue;
    const whole = spans.map(({ text }) => text).join("");
    // Right-to-left text is one run, even if it has several styles.
    const isRtl = first.style.isRtl || (RTL.test(whole) && !OTHER.test(whole));
    const set = await Promise.all(
      spans.map(async (span) => {
        const { text, style } = span;
        const direction = isRtl ? "rtl" : "ltr";
        const line = await setLine({ text, weight: style.weight, direction, hasLigatures: style.spacing === 0 });
        return { ...span, line, width: line.width * style.size + line.letters * style.spacing };
      }),
    );
    const total = set.reduce((sum, { width, dx }, i) => sum + width + (i > 0 ? dx : 0), 0);
    const share = first.style.isRtl ? 1 - first.style.anchor : first.style.anchor;
    const start = (place.x ?? penX) + first.dx;
    const left = start - share * total;
    let y = (place.y ?? penY) + first.dy;
    let pen = isRtl ? left + total : left;
    for (const [i, { style, group, line, width, dx, dy }] of set.entries()) {
      if (i > 0) {
        pen += isRtl ? -dx : dx;
        y += dy;
      }
      if (isRtl) pen -= width;
      const { size, spacing, baseline, isItalic } = style;
      const decimals = Math.min(6, Math.max(0, Math.ceil(Math.log10(PARTS_PER_EM / size))));
      const slant = isItalic ? SLANT : 0;
      if (size > 0) {
        const { path, pictures } = line.outline({ size, x: pen, y: y + baseline * size, spacing, slant, decimals });
        group.path += path;
        group.pictures += pictures;
      }
      if (!isRtl) pen += width;
    }
    // As in browsers, text that sets only y continues at the end of the previous text, as if that had no anchor.
    [penX, penY] = [start + total, y];
  }
}

/** Returns a function that writes a text element as a group of paths, or as a path in a clip path. It throws QrError
 *  LOGO_TOO_LARGE after MAX_LOGO_BYTES, because a short file can apply long styles to many elements. */
function createWriter(markup: string, { loose }: Cascade): (text: TextElement) => string {
  let room = MAX_LOGO_BYTES;
  const guarded = [...loose].filter((name) => isKept(name, true));

  /** Writes styles as a style attribute. Style sheets can select any path or group by its name, so the attribute must
   *  override what they set. */
  function styleOf(styles: ReadonlyMap<string, string>, attributes?: ReadonlyMap<string, string>): string {
    const all = new Map(
      guarded.map((name) => [name, attributes?.get(name) ?? (PAINT.test(name) ? "inherit" : "initial")]),
    );
    for (const [name, value] of styles) all.set(name, value);
    const text = [...all].map(([name, value]) => `${name}:${value}`).join(";");
    return text && ` style="${escapeXml(text)}"`;
  }

  /** Writes an element, and counts its length towards the limit. */
  function tag(name: string, attributes: string, content = ""): string {
    room -= attributes.length;
    if (room < 0) throw logoTooLarge();
    return `<${name}${attributes}${content && `>${content}</${name}`}${content ? ">" : "/>"}`;
  }

  // Nonzero, because the contours of a glyph may overlap.
  const styleOfPath = styleOf(new Map([["fill-rule", "nonzero"]]));

  function writeGroup({ properties, isText, groups, path, pictures }: Group, prefix: string): string {
    room -= pictures.length;
    const attributes = attributesOf(properties, isText) + styleOf(stylesOf(properties, isText), properties.attributes);
    const inside =
      (path && tag(`${prefix}path`, `${styleOfPath} d="${path}"`)) +
      groups.map((one) => writeGroup(one, prefix)).join("") +
      (pictures && tag("g", ` xmlns="${SVG_NAMESPACE}" stroke="none"`, pictures));
    return tag(`${prefix}g`, attributes, inside);
  }

  return ({ element, group, isClip }) => {
    const prefix = markup.slice(element.start + 1, element.nameEnd - element.name.length);
    if (!isClip) return writeGroup(group, prefix);
    const { properties } = group;
    const style = styleOf(new Map([...stylesOf(properties, true), ["clip-rule", "nonzero"]]));
    return tag(`${prefix}path`, `${attributesOf(properties, true)}${style} d="${pathsOf(group)}"`);
  };
}

function pathsOf({ path, groups }: Group): string {
  return path + groups.map(pathsOf).join("");
}
