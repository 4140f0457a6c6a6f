/** Modules that draw logos. The benchmark bundles them to draw logos on a single thread, which allows it to measure the
 *  processor time. */

export { inflate } from "../../../src/adapters/inflate.ts";
export { readPackageFile } from "../../../src/adapters/package-file.ts";
export { readLogoHeader } from "../../../src/logo/header.ts";
export { createLogoDrawer } from "../../../src/logo/host/drawer.ts";
export { heavyOf } from "../../heavy.ts";
