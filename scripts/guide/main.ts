import { buildGuide } from "./build.ts";

/** The guide of this repository. Built while this module is loaded, for what runs modules of TypeScript does not outlive
 *  that, and drawing loads its parts as it needs them. */
export const guide = await buildGuide(new URL("../../", import.meta.url));
