import { scalar, simd } from "#core";
import { type Core, createCore } from "./abi.ts";

/** A function of one vector instruction: engines without SIMD refuse to validate it. */
const SIMD_PROBE = Uint8Array.of(
  ...[0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0],
  ...[10, 10, 1, 8, 0, 65, 0, 253, 15, 253, 98, 11],
);

let core: Core | undefined;

function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
}

/** The core, compiled when first needed: with SIMD where the engine has it, else without. Both give the same
 *  answers. Compiling takes about a millisecond and happens on the calling thread. */
export function theCore(): Core {
  core ??= createCore(new WebAssembly.Module(bytesOf(WebAssembly.validate(SIMD_PROBE) ? simd : scalar)));
  return core;
}

/** Uses a module compiled elsewhere (`isoqr/core.wasm`), for hosts that forbid compiling bytes. Call it before
 *  anything else. */
export function useCompiledCore(module: WebAssembly.Module): void {
  core = createCore(module);
}
