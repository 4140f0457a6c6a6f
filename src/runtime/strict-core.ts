import type { CoreExports } from "../core/abi.ts";
import { parts, useCompleteCore } from "../core/core.ts";

// isoqr/strict and the builds of the library for Node.js are bundled separately, so each has its own copy of core.ts. They
// share the JavaScript core in a global of this name.
const CORE = Symbol.for("isoqr.strict");

/** Makes the core that this copy of core.ts uses available to the other copies. */
export function offerCore(): void {
  Object.assign(globalThis, { [CORE]: parts.load });
}

/** Uses the core that another copy of core.ts offers. Without one, uses the same core as before. */
export function preferOfferedCore(): void {
  const usual = parts.load;
  useCompleteCore(() => (Reflect.get(globalThis, CORE) as (() => CoreExports) | undefined)?.() ?? usual?.());
}
