import { createElement, type HTMLAttributes, type ReactElement, type Ref } from "react";
import type { QrError } from "../errors.ts";
import type { QrCodeAttributes, QrCodeElement } from "./element.ts";
import type { ServerContent } from "./server.ts";

/** The attributes and properties of `<qr-code>`, and all HTML attributes in React's types. */
export type QrCodeElementProps = QrCodeAttributes &
  HTMLAttributes<QrCodeElement> & { readonly ref?: Ref<QrCodeElement> | undefined };

export type QrCodeProps = QrCodeElementProps & {
  readonly onQrRender?: ((event: Event) => void) | undefined;
  readonly onQrError?: ((event: CustomEvent<QrError>) => void) | undefined;
};

/** Returns the component. `serverContent` draws the picture on a server. */
export function createQrCode(serverContent?: ServerContent): (props: QrCodeProps) => ReactElement {
  return function QrCode({ onQrRender, onQrError, ...attributes }) {
    const html = attributes.children === undefined ? serverContent?.(attributes) : undefined;
    return createElement("qr-code", {
      ...attributes,
      "onqr-render": onQrRender ?? attributes["onqr-render"],
      "onqr-error": onQrError ?? attributes["onqr-error"],
      ...(html !== undefined && { dangerouslySetInnerHTML: { __html: html } }),
    });
  };
}

declare module "react" {
  namespace JSX {
    interface IntrinsicElements {
      "qr-code": QrCodeElementProps;
    }
  }
}
