import { define, QrCodeElement } from "../element/element.ts";
import * as library from "../index.ts";

// What a page gets by one script tag: the element, and the library as `isoqr`. Of several tags the first counts, for both:
// the element's errors are those of its own library.
if (!Object.hasOwn(globalThis, "isoqr")) Object.assign(globalThis, { isoqr: { ...library, QrCodeElement } });
define();
