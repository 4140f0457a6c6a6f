import { QrError } from "../errors.ts";
import { checkOptions } from "../options/parse.ts";
import type { OptionsOf, QrOptions } from "../options/table.ts";
import { drawSvg } from "../render/svg.ts";
import { type ElementOption, resolveLogo, spellings } from "./attributes.ts";
import { namedParts, styleOf } from "./markup.ts";
import { QrCodeElement } from "./qr-code-element.ts";

export { QrError, type QrErrorCode } from "../errors.ts";
export { QrCodeElement } from "./qr-code-element.ts";

/** Defines `<qr-code>`, or the element called `name`. Does nothing if it is defined already, or on a server. */
export function define(name = "qr-code"): void {
  const registry: CustomElementRegistry | undefined = globalThis.customElements;
  if (!registry || registry.get(name)) return;
  // A class can be registered under one name only.
  registry.define(name, name === "qr-code" ? QrCodeElement : class extends QrCodeElement {});
}

/** The options of an element in markup. */
export type ElementOptions = { readonly data: string } & OptionsOf<Exclude<ElementOption, "data">>;

/** Stands in for a page that is not known yet: it only matters whether an address is valid. */
const PLACEHOLDER_PAGE = "https://page.invalid/";

/** Returns a complete `<qr-code>` as markup, with its picture in a declarative shadow root that shows before any script
 *  runs, and without one. The browser draws the logo, which may be relative or a data URI, on a code with enough error
 *  correction for it.
 *  @throws {QrError} DATA_MISSING, INVALID_OPTION or DATA_TOO_LONG. */
export function renderToString(words: ElementOptions): string {
  const options = checkOptions(resolveLogo({ ...words, format: "svg" }, PLACEHOLDER_PAGE));
  if (options.data.includes("\0")) {
    const rule = "must be without NUL characters, of which HTML makes others: set it as a property of the element";
    throw new QrError("INVALID_OPTION", 400, rule, "data");
  }
  const attributes = spellings
    .filter(({ name }) => words[name] !== undefined)
    .map(({ name, kebab }) => ` ${kebab}="${escapeAttribute(String(words[name]))}"`);
  const style = `<style>${styleOf(options.size)}</style>`;
  const shadow = `${style}${namedParts(drawSvg(options), options)}<slot></slot>`;
  return `<qr-code${attributes.join("")}><template shadowrootmode="open">${shadow}</template></qr-code>`;
}

/** Also escapes carriage returns, which contact cards contain and HTML would turn into line feeds. */
function escapeAttribute(text: string): string {
  return text.replace(/[&<>"'\r]/g, (character) => `&#${character.charCodeAt(0)};`);
}

type Kebab<Name extends string> = Name extends `${infer First}${infer Rest}`
  ? `${First extends Lowercase<First> ? First : `-${Lowercase<First>}`}${Kebab<Rest>}`
  : Name;

/** A value itself, or as templates write it. */
type Written<Value> = Value extends number
  ? Value | `${number}`
  : Value extends boolean
    ? Value | "" | "true" | "false"
    : Value;

/** The attributes of `<qr-code>` in the templates of frameworks, for their type declarations: options under both names, the
 *  file of a logo, and listeners as React and Svelte write them. */
export type QrCodeAttributes = {
  readonly [Name in ElementOption as Name | Kebab<Name>]?: Written<QrOptions[Name]> | undefined;
} & {
  readonly logoFile?: Blob | null | undefined;
  readonly "onqr-render"?: ((event: Event) => void) | undefined;
  readonly "onqr-error"?: ((event: CustomEvent<QrError>) => void) | undefined;
};

declare global {
  // Without the DOM types, as on a server, the declarations below still compile; with them, these add nothing.
  interface Element {}
  interface HTMLElement extends Element {}
  interface HTMLElementTagNameMap {
    "qr-code": QrCodeElement;
  }
  interface HTMLElementEventMap {
    "qr-render": Event;
    "qr-error": CustomEvent<QrError>;
  }
}
