import type { QrError } from "../errors.ts";
import { QrCodeElement } from "./qr-code-element.ts";

export { QrError, type QrErrorCode } from "../errors.ts";
export type { QrCodeAttributes } from "./jsx.ts";
export { QrCodeElement } from "./qr-code-element.ts";
export { type ElementOptions, renderToString } from "./render-to-string.ts";

/** Makes `<qr-code>`, or what `name` says, known to the page. Does nothing where it is known, and on a server. */
export function define(name = "qr-code"): void {
  const registry: CustomElementRegistry | undefined = globalThis.customElements;
  if (!registry || registry.get(name)) return;
  // A class can have one name only.
  registry.define(name, name === "qr-code" ? QrCodeElement : class extends QrCodeElement {});
}

declare global {
  // With the types of pages these add nothing; without them, as on a server, declarations that name these hold all the same.
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
