import { createDrawer } from "../element/logos.ts";

// The entry of dist/isoqr-images.js, which the script tag loads when an element first needs a logo, a design or a PNG.
// It draws with the core and other modules that the script tag has stored in the same global.
Object.assign(globalThis, { isoqrImages: { createDrawer } });
