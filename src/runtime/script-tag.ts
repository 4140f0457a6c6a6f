import { define, QrCodeElement } from "../element/element.ts";
import * as library from "../index.ts";

// Adds the element and the library, as the global `isoqr`, to a page. If a page has several script tags, the first one
// provides both, so that the element throws instances of this library's QrError.
if (!Object.hasOwn(globalThis, "isoqr")) Object.assign(globalThis, { isoqr: { ...library, QrCodeElement } });
define();
