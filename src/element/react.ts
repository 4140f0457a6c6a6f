"use client";
import type { ReactElement } from "react";
import { define } from "./element.ts";
import { createQrCode, type QrCodeProps } from "./react-component.ts";
import { serverContent } from "./server.ts";

export type { QrCodeElementProps, QrCodeProps } from "./react-component.ts";

define();

/** A QR code: the element `<qr-code>` as a component for React 18 and 19. On a server, it renders the picture too, unless the
 *  text is in `children`. The ref is the element, which has the method `toBlob`.
 *  @example <QrCode data="https://example.com" dotStyle="rounded" /> */
export const QrCode: (props: QrCodeProps) => ReactElement = /* @__PURE__ */ createQrCode(serverContent);
