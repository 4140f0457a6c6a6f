import type { JSX as PreactJsx } from "preact";
import { define, type QrCodeAttributes, type QrCodeElement } from "./element.ts";

define();

/** The attributes and properties of `<qr-code>`, and all HTML attributes in Preact's types. */
export type QrCodeProps = QrCodeAttributes & PreactJsx.HTMLAttributes<QrCodeElement>;

// Preact already sets properties and listeners of custom elements, and needs only their types.
declare module "preact" {
  namespace JSX {
    interface IntrinsicElements {
      "qr-code": QrCodeProps;
    }
  }
}
