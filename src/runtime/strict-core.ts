import type { CoreExports } from "../core/abi.ts";
import { parts, useCompleteCore } from "../core/core.ts";

// isoqr/strict and the builds of the library for Node.js are separate bundles, each with a copy of core.ts. They share the
// JavaScript core in a global of this name.
const CORE = Symbol.for("isoqr.strict");

/** Makes the core of this bundle available to other bundles. */
export function offerCore(): void {
  Object.assign(globalThis, { [CORE]: parts.load });
}

/** Uses the core that another bundle offers, or keeps the current core if there is none. */
export function preferOfferedCore(): void {
  const usual = parts.load;
  useCompleteCore(() => (Reflect.get(globalThis, CORE) as (() => CoreExports) | undefined)?.() ?? usual?.());
}
