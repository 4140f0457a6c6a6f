import { type FunctionalComponent, type HTMLAttributes, h, type VNode } from "vue";
import type { QrError } from "../errors.ts";
import { attributeOf, withoutObject } from "./attributes.ts";
import type { QrCodeAttributes } from "./element.ts";
import type { ServerContent } from "./server.ts";

/** The attributes and properties of `<qr-code>`, and all HTML attributes in Vue's types. */
export type QrCodeProps = QrCodeAttributes & HTMLAttributes;

/** The events of `<qr-code>`, with the types of their arguments. */
export type QrCodeEvents = { qrRender: [event: Event]; qrError: [event: CustomEvent<QrError>] };

export type QrCodeComponent = FunctionalComponent<QrCodeProps, QrCodeEvents>;

/** Returns the component. `serverContent` draws the picture on a server. */
export function createQrCode(serverContent?: ServerContent): QrCodeComponent {
  const QrCode: QrCodeComponent = (_, { attrs, slots }) => {
    const attributes: Record<string, unknown> = {};
    for (const [name, value] of Object.entries(attrs)) attributes[nameOf(name)] = withoutObject(name, value);
    const innerHTML = slots.default ? undefined : serverContent?.(attributes);
    const more = { onVnodeMounted: dispatchAgain, ...(innerHTML !== undefined && { innerHTML }) };
    return h("qr-code", { ...attributes, ...more }, slots.default?.());
  };
  // Otherwise, Vue would pass class, style and listeners to the element a second time.
  QrCode.inheritAttrs = false;
  return QrCode;
}

/** Draws again if the element from a server has drawn before Vue added listeners. */
function dispatchAgain({ el, props }: VNode): void {
  if (el?.complete && (props?.onQrRender || props?.onQrError)) el.draw();
}

/** Returns the name that Vue uses for an attribute or property: options in kebab case are attributes, and a leading dot
 *  marks a property. */
function nameOf(name: string): string {
  if (name === "logo-file" || name === "logoFile") return ".logoFile";
  return name === "clear-on-error" ? "clearOnError" : attributeOf(name);
}
