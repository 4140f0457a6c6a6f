import { buildGuide } from "./build.ts";

/** The guide to this repository. It is built while this module loads, because the module runner is closed afterwards
 *  and can no longer load the modules that drawing needs. */
export const guide = await buildGuide(new URL("../../", import.meta.url));
