/** The service and who draws its logos, to be built for the bench: in one thread, so that processor time is seen. */

export { inflate } from "../../src/adapters/inflate.ts";
export { readPackageFile } from "../../src/adapters/package-file.ts";
export { readLogoHeader } from "../../src/logo/header.ts";
export { createLogoDrawer } from "../../src/logo/host/drawer.ts";
export { createService } from "../../src/service/service.ts";
export { heavyOf } from "../heavy.ts";
