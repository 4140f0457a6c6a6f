import { define, QrCodeElement } from "../element/element.ts";
import { encode, QrError, toDataUrl, toMatrix, toPng, toSvg } from "../index.ts";

/** The members of the global `isoqr`. Functions that pages with script tags rarely use are left out, because they would
 *  make the file larger for every page. */
const isoqr = { QrCodeElement, QrError, encode, toDataUrl, toMatrix, toPng, toSvg };

// Adds the element and the library, as the global `isoqr`, to a page. If a page has several script tags, the first one
// provides both, so that the element throws instances of this library's QrError.
if (!Object.hasOwn(globalThis, "isoqr")) Object.assign(globalThis, { isoqr });
define();
