import { createDrawer } from "../element/logos.ts";

// The entry of dist/isoqr-images.js, which the script tag loads when an element first needs a logo, a design or a PNG. It uses
// the core and other modules of the script tag, which are in the same global.
Object.assign(globalThis, { isoqrImages: { createDrawer } });
