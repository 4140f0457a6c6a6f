export { createCache } from "../../src/cache.ts";
export { aspectOf, type Drawn, drawPlan, readLogo } from "../../src/element/logos.ts";
export type { LogoLayout } from "../../src/logo/budget.ts";
export type { OpenLogo } from "../../src/logo/host/canvas.ts";
export { MAX_LOGO_BYTES } from "../../src/logo/limits.ts";
export { logoDamaged, logoHost, logoLost, logoWorkerBlocked, svgWithoutSize } from "../../src/messages/logo-rules.ts";
