import { useCompleteCore } from "./core.ts";
import { createExports } from "./generated/javascript.js";

// The core as JavaScript, which binaryen's wasm2js has converted, for pages whose policy forbids WebAssembly. It returns the
// same bytes, but is several times slower.
const exports = createExports();
useCompleteCore(() => exports);
