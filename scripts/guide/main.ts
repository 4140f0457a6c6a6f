import { buildGuide } from "./build.ts";

/** The guide of this repository. It is built while this module loads: afterwards, the module runner is closed and cannot
 *  load further modules, which drawing does on demand. */
export const guide = await buildGuide(new URL("../../", import.meta.url));
