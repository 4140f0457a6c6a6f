"use client";
import { createElement, type HTMLAttributes, type ReactElement, type Ref } from "react";
import type { QrError } from "../errors.ts";
import { define, type QrCodeAttributes, type QrCodeElement } from "./element.ts";
import { serverContent } from "./server.ts";

define();

/** The attributes and properties of `<qr-code>`, and all HTML attributes in React's types. */
export type QrCodeElementProps = QrCodeAttributes &
  HTMLAttributes<QrCodeElement> & { readonly ref?: Ref<QrCodeElement> | undefined };

export type QrCodeProps = QrCodeElementProps & {
  readonly onQrRender?: ((event: Event) => void) | undefined;
  readonly onQrError?: ((event: CustomEvent<QrError>) => void) | undefined;
};

/** A QR code: the element `<qr-code>` as a component for React 19. On a server, it renders the picture too, unless the
 *  text is in `children`. The ref is the element, which has the method `toBlob`.
 *  @example <QrCode data="https://example.com" dotStyle="rounded" /> */
export function QrCode({ onQrRender, onQrError, ...attributes }: QrCodeProps): ReactElement {
  const html = attributes.children === undefined ? serverContent(attributes) : undefined;
  return createElement("qr-code", {
    ...attributes,
    "onqr-render": onQrRender ?? attributes["onqr-render"],
    "onqr-error": onQrError ?? attributes["onqr-error"],
    ...(html !== undefined && { dangerouslySetInnerHTML: { __html: html } }),
  });
}

declare module "react" {
  namespace JSX {
    interface IntrinsicElements {
      "qr-code": QrCodeElementProps;
    }
  }
}
