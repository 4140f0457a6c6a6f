import type { JSX as SolidJsx } from "solid-js";
import type { QrError } from "../errors.ts";
import { define, type QrCodeAttributes, type QrCodeElement } from "./element.ts";

define();

/** The attributes and properties of `<qr-code>`, and all HTML attributes in Solid's types. */
export type QrCodeProps = Omit<QrCodeAttributes, "onqr-render" | "onqr-error"> & SolidJsx.HTMLAttributes<QrCodeElement>;

// Solid already sets properties and listeners of custom elements, and needs only their types.
declare module "solid-js" {
  namespace JSX {
    interface IntrinsicElements {
      "qr-code": QrCodeProps;
    }
    interface CustomEvents {
      "qr-render": Event;
      "qr-error": CustomEvent<QrError>;
    }
  }
}
