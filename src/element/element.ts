import type { QrError } from "../errors.ts";
import type { OptionsOf, OptionTypes } from "../options/option-types.ts";
import { freeTable } from "../options/table.ts";
import { ownOptions } from "../options/unknown-names.ts";
import { attributeText, type ElementOption, resolveLogo, spellings } from "./attributes.ts";
import { QrCodeElement } from "./qr-code-element.ts";
import { PLACEHOLDER_PAGE, shadowRootOf } from "./server.ts";

export { useCaptionFiles } from "../adapters/page-captions.ts";
export { QrError, type QrErrorCode } from "../errors.ts";
export { QrCodeElement } from "./qr-code-element.ts";

/** Registers the custom element `<qr-code>`, or `name` if given. Does nothing on a server, or if the name is already
 *  registered. The module `isoqr/element/define` calls it.
 *  @example define("my-qr-code"); */
export function define(name = "qr-code"): void {
  const registry: CustomElementRegistry | undefined = globalThis.customElements;
  if (!registry || registry.get(name)) return;
  // A class can be registered under one name only.
  registry.define(name, name === "qr-code" ? QrCodeElement : class extends QrCodeElement {});
}

/** Options for {@link renderToString}: `data` is required, all other options are optional. */
export type ElementOptions = { readonly data: string } & OptionsOf<Exclude<ElementOption, "data">>;

/** Returns a `<qr-code>` as HTML for server-side rendering. Its picture is in a declarative shadow root, so it is
 *  visible before any script runs, and even without scripts. The browser adds the caption, and the logo, which may be a
 *  relative URL or a data URI. The code already has enough error correction for the logo.
 *  @example const html = renderToString({ data: "https://example.com", size: 300, dotStyle: "rounded" });
 *  @throws {QrError} DATA_MISSING, INVALID_OPTION or DATA_TOO_LONG. */
export function renderToString(given: ElementOptions): string {
  const input = ownOptions(given, freeTable);
  const content = shadowRootOf(resolveLogo({ ...input }, PLACEHOLDER_PAGE));
  const attributes = spellings
    .filter(({ name }) => input[name] !== undefined)
    .map(({ name, kebab, kind }) => ` ${kebab}="${escapeAttribute(attributeText(input[name], kind))}"`);
  return `<qr-code${attributes.join("")}>${content}</qr-code>`;
}

/** Escapes `text` for an attribute. Escapes carriage returns too, because contact cards contain them and HTML would
 *  convert them to line feeds. */
function escapeAttribute(text: string): string {
  return text.replace(/[&<>"'\r]/g, (character) => `&#${character.charCodeAt(0)};`);
}

type Kebab<Name extends string> = Name extends `${infer First}${infer Rest}`
  ? `${First extends Lowercase<First> ? First : `-${Lowercase<First>}`}${Kebab<Rest>}`
  : Name;

/** The type of an attribute in a template: the type of the option, or text. */
type Written<Value> = Value extends number
  ? Value | `${number}`
  : Value extends boolean
    ? Value | "" | "true" | "false"
    : Value;

/** The attributes of `<qr-code>` for the type declarations of frameworks: all options in both spellings, `logoFile`,
 *  and event handlers in the spelling of React and Svelte. */
export type QrCodeAttributes = {
  readonly [Name in ElementOption as Name | Kebab<Name>]?: Written<OptionTypes[Name]>;
} & {
  readonly logoFile?: Blob | null | undefined;
  readonly clearOnError?: Written<boolean> | undefined;
  readonly "clear-on-error"?: Written<boolean> | undefined;
  readonly "onqr-render"?: ((event: Event) => void) | undefined;
  readonly "onqr-error"?: ((event: CustomEvent<QrError>) => void) | undefined;
};

declare global {
  // Allows the declarations below to be compiled without the DOM types, as on a server.
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
