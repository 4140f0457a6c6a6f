import {
  createElement,
  type ForwardedRef,
  forwardRef,
  type HTMLAttributes,
  type ReactElement,
  type Ref,
  useEffect,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  version,
} from "react";
import type { QrError } from "../errors.ts";
import { writtenAttributes } from "./attributes.ts";
import type { QrCodeAttributes, QrCodeElement } from "./element.ts";
import type { ServerContent } from "./server.ts";

/** The attributes and properties of `<qr-code>`, and all HTML attributes in React's types. */
export type QrCodeElementProps = QrCodeAttributes &
  HTMLAttributes<QrCodeElement> & { readonly ref?: Ref<QrCodeElement> | undefined };

export type QrCodeProps = QrCodeElementProps & {
  readonly onQrRender?: ((event: Event) => void) | undefined;
  readonly onQrError?: ((event: CustomEvent<QrError>) => void) | undefined;
};

/** Before version 19, React and the compatible part of Preact set only attributes of custom elements, do not support their
 *  events, and pass no ref to components. */
const isOld = /* @__PURE__ */ Number.parseInt(version, 10) < 19;

/** An effect that runs before the element draws. A server runs no effects, and older versions warn about these. */
const useFirstEffect = globalThis.HTMLElement ? useLayoutEffect : useEffect;

/** Returns the component. `serverContent` draws the picture on a server. */
export function createQrCode(serverContent?: ServerContent): (props: QrCodeProps) => ReactElement {
  function QrCode(given: QrCodeProps, forwarded?: ForwardedRef<QrCodeElement>): ReactElement {
    const { onQrRender, onQrError, logoFile, className, ...props } = given;
    const { "onqr-render": onRender = onQrRender, "onqr-error": onError = onQrError, ...rest } = props;
    const element = useRef<QrCodeElement>(null);
    // Older versions log a warning if a component reads `ref`.
    useImperativeHandle(isOld ? forwarded : given.ref, () => element.current as QrCodeElement, []);
    useFirstEffect(() => {
      if (element.current && element.current.logoFile !== (logoFile ?? undefined)) element.current.logoFile = logoFile;
    }, [logoFile]);
    useListener(element, "qr-render", onRender);
    useListener(element, "qr-error", onError as ((event: Event) => void) | undefined);
    useFirstEffect(() => {
      // An element from a server may have drawn before the listeners were added.
      if (element.current?.complete && (onRender || onError)) element.current.draw();
    }, []);

    const attributes = writtenAttributes(rest);
    if (className !== undefined) attributes[isOld ? "class" : "className"] = className;
    const html = rest.children === undefined ? serverContent?.(attributes) : undefined;
    return createElement("qr-code", {
      ...attributes,
      ref: element,
      ...(html !== undefined && { dangerouslySetInnerHTML: { __html: html } }),
    });
  }
  return isOld ? (forwardRef(QrCode as never) as unknown as typeof QrCode) : QrCode;
}

/** Calls the latest `listener` for each event of the element. */
function useListener(
  element: { readonly current: QrCodeElement | null },
  name: string,
  listener: ((event: Event) => void) | undefined,
): void {
  const latest = useRef(listener);
  useFirstEffect(() => {
    latest.current = listener;
  });
  useFirstEffect(() => {
    const call = (event: Event) => latest.current?.(event);
    const { current } = element;
    current?.addEventListener(name, call);
    return () => current?.removeEventListener(name, call);
  }, []);
}

declare module "react" {
  namespace JSX {
    interface IntrinsicElements {
      "qr-code": QrCodeElementProps;
    }
  }
}
