import type { CoreExports } from "./abi.ts";
import { compile, parts, useCompleteCore } from "./core.ts";
import { packedComplete } from "./generated/complete.ts";

// The complete core with SIMD, for servers and the command line. It is larger than the cores that pages load, and twice as
// fast. Pages do not need this speed, because inserting a picture into the page takes longer than drawing it. Both cores return
// the same bytes.

/** A WebAssembly module with a vector instruction. Engines without SIMD reject it. */
const SIMD_PROBE = Uint8Array.of(
  ...[0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0],
  ...[10, 10, 1, 8, 0, 65, 0, 253, 15, 253, 98, 11],
);

let exports: CoreExports | undefined;

/** Loads the core that a module such as isoqr/strict has already chosen. It replaces this core. */
const chosen = parts.load;

useCompleteCore(() => {
  if (chosen) return chosen();
  if (typeof WebAssembly === "object" && WebAssembly.validate(SIMD_PROBE))
    exports ??= compile<CoreExports>(packedComplete);
  return exports;
});
