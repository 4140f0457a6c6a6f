"use client";
import type { ReactElement } from "react";
import { define } from "./element.ts";
import { createQrCode, type QrCodeProps } from "./react-component.ts";

define();

/** The component of react.ts for pages, where the element draws the picture. It contains no code for servers. */
export const QrCode: (props: QrCodeProps) => ReactElement = /* @__PURE__ */ createQrCode();
