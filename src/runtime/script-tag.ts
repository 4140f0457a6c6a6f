import { define, QrCodeElement } from "../element/element.ts";
import * as library from "../index.ts";

// What a page gets by one script tag: the element, and the library as `isoqr`.
Object.assign(globalThis, { isoqr: { ...library, QrCodeElement } });
define();
