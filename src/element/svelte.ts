import type { HTMLAttributes } from "svelte/elements";
import { define, type QrCodeAttributes, type QrCodeElement } from "./element.ts";

define();

// The compiler drops an import from the published declaration if only the module below uses it.
/** The attributes and properties of `<qr-code>`, and all HTML attributes in Svelte's types. */
export type QrCodeProps = QrCodeAttributes & HTMLAttributes<QrCodeElement>;

// Svelte sets properties and listeners of custom elements, so it needs only their types.
declare module "svelte/elements" {
  interface SvelteHTMLElements {
    "qr-code": QrCodeProps;
  }
}
