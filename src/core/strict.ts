import { useExportedCore } from "./core.ts";
import { createExports } from "./generated/javascript.js";

// To import this module is to use it: the same core as JavaScript, made from its WebAssembly by binaryen's wasm2js, for
// pages whose policy allows none. All pictures are the same to the byte; they take some times as long.
useExportedCore(createExports());
