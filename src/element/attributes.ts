import type { RawOptions } from "../options/parse.ts";
import { type OptionName, type Row, rows, table } from "../options/table.ts";
import { encodeBase64 } from "../render/base64.ts";

/** An option that the element has: what it draws is always an SVG. */
export type ElementOption = Exclude<OptionName, "format">;

/** An option and the attributes that give it. */
interface Spelling {
  readonly name: ElementOption;
  readonly kind: Row["kind"];
  /** As HTML writes names: dot-style. */
  readonly kebab: string;
  /** As HTML reads the API's own name, dotStyle: without capitals. */
  readonly lower: string;
}

/** How attributes spell the options, in the table's order. */
export const spellings: readonly Spelling[] = rows
  .filter(([name]) => name !== "format")
  .map(([name, { kind }]) => ({
    name: name as ElementOption,
    kind,
    kebab: name.replace(/[A-Z]/g, (capital) => `-${capital.toLowerCase()}`),
    lower: name.toLowerCase(),
  }));

/** What a change of which is to be drawn. An accessible name may come from aria-label, as everywhere in HTML. */
export const observedAttributes: readonly string[] = [
  ...new Set(spellings.flatMap(({ kebab, lower }) => [kebab, lower])),
  "aria-label",
];

const bySpelling: ReadonlyMap<string, Spelling> = new Map(
  spellings.flatMap((spelling) => [
    [spelling.lower, spelling],
    [spelling.kebab, spelling],
  ]),
);

/** The part of an element that is read here. */
interface Attributed {
  getAttributeNames(): readonly string[];
  getAttribute(name: string): string | null;
  readonly textContent: string | null;
  readonly baseURI: string;
}

/** The words that the element's attributes give, and its text where there is no `data`. */
export function readAttributes(element: Attributed): RawOptions {
  const words: Record<string, unknown> = {};
  // Elements have few of all the attributes there could be.
  for (const written of element.getAttributeNames()) {
    const spelling = bySpelling.get(written);
    if (!spelling || (written !== spelling.kebab && element.getAttribute(spelling.kebab) !== null)) continue;
    const word = element.getAttribute(written);
    // A flag that is there without a value is set, as in HTML.
    words[spelling.name] = spelling.kind === "flag" && word === "" ? true : word;
  }
  words.data ??= element.textContent?.trim();
  const written = element.getAttribute("aria-label");
  const label = (written && onOneLine(written)) || words.title;
  if (label) words.title = label;
  else delete words.title;
  return settleLogo(words, element.baseURI);
}

/** An accessible name as readers say it; those who write one are not told by an empty place that it is long. */
function onOneLine(label: string): string {
  const folded = label.replace(/[\s\p{Cc}\p{Cs}\uFFFE\uFFFF]+/gu, " ").trim();
  const { max } = table.title;
  return folded.length > max ? Array.from(folded).slice(0, max).join("") : folded;
}

/** A page names its pictures from where it is, or inline. Changes `words`. */
export function settleLogo(words: Record<string, unknown>, base: string): RawOptions {
  const { logo } = words;
  if (typeof logo !== "string") return words;
  if (logo === "") delete words.logo;
  else if (/^data:/i.test(logo)) {
    const inline = inBase64(logo);
    // What cannot be read stays where it was written, and is refused by that name.
    if (inline === undefined) return words;
    delete words.logo;
    words.logoData ??= inline;
  } else if (URL.canParse(logo, base)) words.logo = new URL(logo, base).href;
  return words;
}

/** A data URI in base64; the text of others, as bundlers write SVGs, is put into it. Undefined for what is neither. */
function inBase64(uri: string): string | undefined {
  const comma = uri.indexOf(",");
  const [head, text] = [uri.slice(0, comma), uri.slice(comma + 1)];
  if (/;base64$/i.test(head)) return /^[\w+/=\s-]+$/.test(text) ? uri : undefined;
  try {
    return comma < 0 ? undefined : `${head};base64,${encodeBase64(new TextEncoder().encode(decodeURIComponent(text)))}`;
  } catch {
    return undefined;
  }
}
