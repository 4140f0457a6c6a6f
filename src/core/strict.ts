import { useExportedCore } from "./core.ts";
import { createExports } from "./generated/javascript.js";

// For pages whose policy forbids WebAssembly: the core as JavaScript, converted by binaryen's wasm2js. It draws the same bytes,
// several times slower.
useExportedCore(createExports());
