import { define } from "./element.ts";
import { serverContent } from "./server.ts";
import { createQrCode, type QrCodeComponent } from "./vue-component.ts";

export type { QrCodeEvents, QrCodeProps } from "./vue-component.ts";

define();

/** A QR code: the element `<qr-code>` as a component for Vue 3. It does not need the option `isCustomElement`. On a
 *  server, it renders the picture too, unless the text is in the slot. A template ref is the element, which has the
 *  method `toBlob`.
 *  @example <QrCode data="https://example.com" dot-style="rounded" /> */
export const QrCode: QrCodeComponent = /* @__PURE__ */ createQrCode(serverContent);
