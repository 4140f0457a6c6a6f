import { define } from "./element.ts";
import { createQrCode, type QrCodeComponent } from "./vue-component.ts";

define();

/** The component of vue.ts for pages, where the element draws the picture. It contains no code for servers. */
export const QrCode: QrCodeComponent = /* @__PURE__ */ createQrCode();
