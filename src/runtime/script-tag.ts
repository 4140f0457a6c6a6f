import { define, QrCodeElement } from "../element/element.ts";
import * as library from "../index.ts";

// What one script tag adds to a page: the element, and the library as `isoqr`. If there are several tags, the first one
// wins for both, so that the element throws the errors of this library.
if (!Object.hasOwn(globalThis, "isoqr")) Object.assign(globalThis, { isoqr: { ...library, QrCodeElement } });
define();
