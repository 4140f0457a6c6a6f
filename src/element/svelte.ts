import type { HTMLAttributes } from "svelte/elements";
import { define, type QrCodeAttributes, type QrCodeElement } from "./element.ts";

define();

// Without the type below, the compiler would drop an import that only the module declaration uses.
/** The attributes and properties of `<qr-code>`, and all HTML attributes in Svelte's types. */
export type QrCodeProps = QrCodeAttributes & HTMLAttributes<QrCodeElement>;

// Svelte already sets properties and listeners of custom elements, and needs only their types.
declare module "svelte/elements" {
  interface SvelteHTMLElements {
    "qr-code": QrCodeProps;
  }
}
