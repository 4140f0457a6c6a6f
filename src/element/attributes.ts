import { memoize } from "../async/once.ts";
import { gradientText } from "../options/look-kinds.ts";
import type { Gradient } from "../options/option-types.ts";
import type { RawOptions } from "../options/parse.ts";
import {
  type GradientName,
  type OffElementName,
  type OptionName,
  type QrOptions,
  type Row,
  rows,
  table,
} from "../options/table.ts";
import { otherNameOf } from "../options/unknown-names.ts";
import { encodeBase64 } from "../text/base64.ts";
import { textEncoder } from "../text/bytes.ts";
import { urlOf } from "../text/url.ts";

/** An option of the element. */
export type ElementOption = Exclude<OptionName, OffElementName>;

/** An option and its attributes, such as dot-style and dotStyle. HTML converts attribute names to lower case. */
interface Spelling {
  readonly name: ElementOption;
  readonly kind: Row["kind"];
  readonly kebab: string;
  readonly lower: string;
}

/** The options with their attributes, in the table's order. */
export const spellings: readonly Spelling[] = rows
  .filter(([, row]) => !row.offElement)
  .map(([name, { kind }]) => ({
    name: name as ElementOption,
    kind,
    kebab: name.replace(/[A-Z]/g, (capital) => `-${capital.toLowerCase()}`),
    lower: name.toLowerCase(),
  }));

/** Returns the attribute name of an option. Returns other names unchanged. */
export const attributeOf = (name: string): string => spellings.find((one) => one.name === name)?.kebab ?? name;

const CLEAR_ON_ERROR = "clear-on-error";

/** Attributes that cause a render when they change. As on other HTML elements, aria-label can set the accessible name. React
 *  and Vue write clearOnError in lower case when they render on a server. */
export const observedAttributes: readonly string[] = [
  ...new Set(spellings.flatMap(({ kebab, lower }) => [kebab, lower])),
  "aria-label",
  CLEAR_ON_ERROR,
  "clearonerror",
];

const bySpelling: ReadonlyMap<string, Spelling> = new Map(
  spellings.flatMap((spelling) => [
    [spelling.lower, spelling],
    [spelling.kebab, spelling],
  ]),
);

const optionNames = /* @__PURE__ */ rows.map(([name]) => name);

/** Alternatives to the options that the element does not have. */
const instead: { readonly [Name in string]?: string } = { moduleSize: "size", width: "size", format: "toBlob()" };

/** Returns what to write instead of an attribute with another name of an option, or of an option that the element does not
 *  have. Returns "" for other attributes, such as those of all HTML elements. */
export const meantBy = /* @__PURE__ */ memoize((written: string): string => {
  // Data attributes belong to the page.
  const isOwn = bySpelling.has(written) || /^data-/.test(written);
  const meant = (!isOwn && otherNameOf(written, optionNames)) || "";
  return instead[meant || written] ?? spellings.find(({ name }) => name === meant)?.kebab ?? "";
});

/** The part of an element that `readAttributes` uses. Declared here, because the type Element requires the DOM
 *  types. */
interface Attributed {
  getAttributeNames(): readonly string[];
  getAttribute(name: string): string | null;
  readonly textContent: string | null;
  readonly baseURI: string;
}

/** Returns the options that the element's attributes set. The text in the element is the default for `data`.
 *  `dot-style` wins over `dotStyle`. */
export function readAttributes(element: Attributed): RawOptions {
  const input: Record<string, unknown> = {};
  // Elements have few attributes, so this loop takes less time than a lookup per option.
  for (const written of element.getAttributeNames()) {
    const spelling = bySpelling.get(written);
    if (!spelling || (written !== spelling.kebab && element.getAttribute(spelling.kebab) !== null)) continue;
    const word = element.getAttribute(written);
    // As in HTML, an empty boolean attribute means true.
    input[spelling.name] = spelling.kind === "flag" && word === "" ? true : word;
  }
  if (input.dataBase64 === undefined) input.data ??= element.textContent?.trim();
  const written = element.getAttribute("aria-label");
  const label = (written && onOneLine(written)) || input.title;
  if (label) input.title = label;
  else delete input.title;
  return resolveLogo(input, element.baseURI);
}

/** Collapses whitespace in an accessible name, and truncates the name to the maximum length of the option `title`. */
function onOneLine(label: string): string {
  const folded = label.replace(/[\s\p{Cc}\p{Cs}\uFFFE\uFFFF]+/gu, " ").trim();
  const { max } = table.title;
  return folded.length > max ? Array.from(folded).slice(0, max).join("") : folded;
}

/** Resolves a relative `logo` against `base`, and moves a data URI to `logoData`. Mutates and returns `input`. */
export function resolveLogo(input: Record<string, unknown>, base: string): RawOptions {
  const { logo } = input;
  if (typeof logo !== "string") return input;
  if (logo === "") delete input.logo;
  else if (/^data:/i.test(logo)) {
    const inline = inBase64(logo);
    // A malformed URI stays in `logo`, so that the error names the field that the author set.
    if (inline === undefined) return input;
    delete input.logo;
    input.logoData ??= inline;
  } else input.logo = urlOf(logo, base)?.href ?? logo;
  return input;
}

/** Returns a data URI as base64; undefined if it is malformed. Needed because bundlers inline SVGs as
 *  percent-encoded URIs. */
function inBase64(uri: string): string | undefined {
  const comma = uri.indexOf(",");
  const [head, text] = [uri.slice(0, comma), uri.slice(comma + 1)];
  if (/;base64$/i.test(head)) return /^[\w+/=\s-]+$/.test(text) ? uri : undefined;
  try {
    return comma < 0 ? undefined : `${head};base64,${encodeBase64(textEncoder().encode(decodeURIComponent(text)))}`;
  } catch {
    return undefined;
  }
}

/** The options as properties. Setting a property sets its attribute; reading it returns the value in effect. */
export type OptionProperties = {
  -readonly [Name in Exclude<ElementOption, "title" | GradientName>]: QrOptions[Name];
} & GradientProperties & {
    /** Whether an error removes the picture. By default, the last picture stays. */
    clearOnError: boolean;
  };

/** Options that can be set to an object, and are read as text. */
interface GradientProperties {
  get gradient(): string | undefined;
  set gradient(value: string | Gradient | null | undefined);
  get eyeGradient(): string | undefined;
  set eyeGradient(value: string | Gradient | null | undefined);
  get bgGradient(): string | undefined;
  set bgGradient(value: string | Gradient | null | undefined);
}

interface Holder extends Element {
  readonly options: QrOptions;
}

/** Returns the text of an attribute for an option. The value may be an object if it is a gradient, or a saved design, which
 *  can contain gradients. */
export function attributeText(value: unknown, kind?: Row["kind"]): string {
  if (typeof value !== "object" || value === null) return String(value);
  if (kind === "gradient") return gradientText(value);
  return JSON.stringify(value, (name, inside) =>
    typeof inside === "object" && inside && table[name as OptionName]?.kind === "gradient"
      ? gradientText(inside)
      : inside,
  );
}

/** Returns `value`, as text if it is an object and `name` is an option. */
export function withoutObject(name: string, value: unknown): unknown {
  const kebab = attributeOf(name);
  return typeof value === "object" && value && bySpelling.has(kebab) ? writtenText(kebab, value) : value;
}

/** Returns the text of an attribute with the name `written`. */
export function writtenText(written: string, value: unknown): string {
  return attributeText(value, bySpelling.get(written)?.kind);
}

/** Returns `props` with each option as an attribute in kebab case, for frameworks that do not set properties. Leaves out an
 *  option that is null, or false instead of text, as a property would. */
export function writtenAttributes(props: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(props).map(([name, value]) => {
      const kebab = name === "clearOnError" ? CLEAR_ON_ERROR : attributeOf(name);
      const kind = kebab === CLEAR_ON_ERROR ? "flag" : bySpelling.get(kebab)?.kind;
      if (!kind || value === undefined) return [name, value];
      // When an attribute is removed, Preact sets the property to "", which means true.
      const isOff = value === null || (value === false && kind !== "flag");
      return [kebab, isOff ? undefined : writtenText(kebab, value)];
    }),
  );
}

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
        // When a property is removed, Preact sets it to "".
        const isOff = kind === "flag" ? value === false : value === "" && kind !== "text";
        if (value === undefined || value === null || isOff) this.removeAttribute(kebab);
        else this.setAttribute(kebab, value === true ? "" : attributeText(value, kind));
      },
    });
  }
  defineClearOnError(prototype);
}

function defineClearOnError(prototype: Element): void {
  const names = [CLEAR_ON_ERROR, "clearonerror"];
  Object.defineProperty(prototype, "clearOnError", {
    configurable: true,
    enumerable: true,
    get(this: Element) {
      return names.some((name) => (this.getAttribute(name) ?? "false") !== "false");
    },
    set(this: Element, value: unknown) {
      for (const name of names) this.removeAttribute(name);
      if (value === "" || value) this.setAttribute(CLEAR_ON_ERROR, "");
    },
  });
}

/** Applies properties that were set on `element` before it was upgraded. */
export function adoptProperties(element: Element): void {
  for (const name of [...spellings.map(({ name }) => name), "logoFile", "logo-file", "clearOnError"]) {
    if (!Object.hasOwn(element, name)) continue;
    const value: unknown = Reflect.get(element, name);
    Reflect.deleteProperty(element, name);
    Reflect.set(element, name, value);
  }
}
