/** The service and who draws its logos, to be built for the bench: in one thread, so that processor time is seen. */
export { createLogoDrawer } from "../../src/adapters/draw-logo.ts";
export { inflate } from "../../src/adapters/inflate.ts";
export { readPackageFile } from "../../src/adapters/package-file.ts";
export { createService } from "../../src/service/service.ts";
