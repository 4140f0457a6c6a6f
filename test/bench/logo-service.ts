/** What the benchmark bundles to draw logos in one thread, whose processor time it measures. */

export { inflate } from "../../src/adapters/inflate.ts";
export { readPackageFile } from "../../src/adapters/package-file.ts";
export { readLogoHeader } from "../../src/logo/header.ts";
export { createLogoDrawer } from "../../src/logo/host/drawer.ts";
export { createService } from "../../src/service/service.ts";
export { heavyOf } from "../heavy.ts";
