import { encodeBase64 } from "../base64.ts";
import type { RawOptions } from "../options/parse.ts";
import { type OptionName, type QrOptions, type Row, rows, table } from "../options/table.ts";

/** An option of the element, which always draws an SVG. */
export type ElementOption = Exclude<OptionName, "format">;

/** An option and its attributes: dot-style, and dotStyle, which HTML reads in lower case. */
interface Spelling {
  readonly name: ElementOption;
  readonly kind: Row["kind"];
  readonly kebab: string;
  readonly lower: string;
}

/** The options in the table's order, with their attributes. */
export const spellings: readonly Spelling[] = rows
  .filter(([name]) => name !== "format")
  .map(([name, { kind }]) => ({
    name: name as ElementOption,
    kind,
    kebab: name.replace(/[A-Z]/g, (capital) => `-${capital.toLowerCase()}`),
    lower: name.toLowerCase(),
  }));

/** Returns the attribute of an option; other names stay. */
export const attributeOf = (name: string): string => spellings.find((one) => one.name === name)?.kebab ?? name;

/** The attributes whose changes are drawn. As everywhere in HTML, aria-label can set the accessible name. */
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

/** What `readAttributes` needs of an element. Spelled out, because servers' types have no Element. */
interface Attributed {
  getAttributeNames(): readonly string[];
  getAttribute(name: string): string | null;
  readonly textContent: string | null;
  readonly baseURI: string;
}

/** Returns the options in the element's attributes; its text stands in for a missing `data`. `dot-style` wins over `dotStyle`. */
export function readAttributes(element: Attributed): RawOptions {
  const words: Record<string, unknown> = {};
  // Elements have few attributes: looking these up is faster than asking for each option.
  for (const written of element.getAttributeNames()) {
    const spelling = bySpelling.get(written);
    if (!spelling || (written !== spelling.kebab && element.getAttribute(spelling.kebab) !== null)) continue;
    const word = element.getAttribute(written);
    // An empty boolean attribute is true, as in HTML.
    words[spelling.name] = spelling.kind === "flag" && word === "" ? true : word;
  }
  words.data ??= element.textContent?.trim();
  const written = element.getAttribute("aria-label");
  const label = (written && onOneLine(written)) || words.title;
  if (label) words.title = label;
  else delete words.title;
  return resolveLogo(words, element.baseURI);
}

/** Folds an accessible name to one line, and truncates it to what the option `title` allows rather than refusing to draw. */
function onOneLine(label: string): string {
  const folded = label.replace(/[\s\p{Cc}\p{Cs}\uFFFE\uFFFF]+/gu, " ").trim();
  const { max } = table.title;
  return folded.length > max ? Array.from(folded).slice(0, max).join("") : folded;
}

/** Resolves a relative `logo` against `base`, and moves a data URI to `logoData`. Mutates and returns `words`. */
export function resolveLogo(words: Record<string, unknown>, base: string): RawOptions {
  const { logo } = words;
  if (typeof logo !== "string") return words;
  if (logo === "") delete words.logo;
  else if (/^data:/i.test(logo)) {
    const inline = inBase64(logo);
    // An unreadable one stays in `logo`, so that the error names the field that was written.
    if (inline === undefined) return words;
    delete words.logo;
    words.logoData ??= inline;
  } else if (URL.canParse(logo, base)) words.logo = new URL(logo, base).href;
  return words;
}

/** Returns a data URI in base64, converting the percent-encoded ones that bundlers make of SVGs; undefined if malformed. */
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

/** The options as properties: setting one writes its attribute, reading one returns the value in effect. */
export type OptionProperties = { -readonly [Name in Exclude<ElementOption, "title">]: QrOptions[Name] };

/** What properties need of an element. */
interface Holder extends Element {
  readonly options: QrOptions;
}

/** Defines the properties on `prototype`. */
export function defineProperties(prototype: Holder): void {
  for (const { name, kebab, lower, kind } of spellings) {
    Object.defineProperty(prototype, name, {
      configurable: true,
      enumerable: true,
      get(this: Holder) {
        return name === "title" ? (this.getAttribute(name) ?? "") : this.options[name];
      },
      set(this: Holder, value: unknown) {
        if (lower !== kebab) this.removeAttribute(lower);
        const isOff = kind === "flag" && value === false;
        if (value === undefined || value === null || isOff) this.removeAttribute(kebab);
        else this.setAttribute(kebab, value === true ? "" : String(value));
      },
    });
  }
}

/** Applies the properties that were set on `element` before it was upgraded. */
export function adoptProperties(element: Element): void {
  for (const name of [...spellings.map(({ name }) => name), "logoFile"]) {
    if (!Object.hasOwn(element, name)) continue;
    const value: unknown = Reflect.get(element, name);
    Reflect.deleteProperty(element, name);
    Reflect.set(element, name, value);
  }
}
