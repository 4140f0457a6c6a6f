import { buildGuide } from "./build.ts";

/** The guide to this repository. It is built while this module loads: afterwards, the module runner is closed and
 *  cannot load the modules that drawing needs. */
export const guide = await buildGuide(new URL("../../", import.meta.url));
