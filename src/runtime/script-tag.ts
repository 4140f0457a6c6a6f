import { define, QrCodeElement } from "../element/element.ts";
import * as library from "../index.ts";

// Adds the element and the library, as the global `isoqr`, to a page. With several script tags, the first one wins for both,
// so that the element throws errors of this library's class.
if (!Object.hasOwn(globalThis, "isoqr")) Object.assign(globalThis, { isoqr: { ...library, QrCodeElement } });
define();
