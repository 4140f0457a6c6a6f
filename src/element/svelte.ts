import type { HTMLAttributes } from "svelte/elements";
import { define, type QrCodeAttributes, type QrCodeElement } from "./element.ts";

define();

// Svelte sets properties and listeners of custom elements, so it needs only their types.
declare module "svelte/elements" {
  interface SvelteHTMLElements {
    "qr-code": QrCodeAttributes & HTMLAttributes<QrCodeElement>;
  }
}
