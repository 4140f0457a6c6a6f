import { define, QrCodeElement } from "../element/element.ts";
import { encode, QrError, toMatrix, toSvg, useCaptionFiles } from "../index.ts";

/** Functions for pages with script tags. Exports few functions, because each one makes the file larger for every page. */
const isoqr = { QrCodeElement, QrError, encode, toMatrix, toSvg, useCaptionFiles };

// Adds the element and the library, as the global `isoqr`, to a page. If a page has several script tags, both come from the
// first one, so that the element throws instances of this library's QrError.
if (!Object.hasOwn(globalThis, "isoqr")) Object.assign(globalThis, { isoqr });
define();
