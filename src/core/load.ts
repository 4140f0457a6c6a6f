import { scalar, simd } from "#core";
import { QrError } from "../errors.ts";
import { type Core, type CoreExports, createCore, loadCore } from "./abi.ts";

/** A function of one vector instruction: engines without SIMD refuse to validate it. */
const SIMD_PROBE = Uint8Array.of(
  ...[0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0],
  ...[10, 10, 1, 8, 0, 65, 0, 253, 15, 253, 98, 11],
);

let core: Core | undefined;

/** The bytes that lower-case hex digits stand for, eight digits at a time: code that runs but once is slow, and most of
 *  the way to the first code would be spent here. The zeros added to a last part of less are cut off again. */
function bytesOf(hex: string): Uint8Array<ArrayBuffer> {
  const words = Math.ceil(hex.length / 8);
  const view = new DataView(new ArrayBuffer(4 * words));
  for (let i = 0; i < words; i++)
    view.setUint32(4 * i, Number.parseInt(hex.slice(8 * i, 8 * i + 8).padEnd(8, "0"), 16));
  return new Uint8Array(view.buffer, 0, hex.length / 2);
}

/** The core, compiled when first needed: with SIMD where the engine has it, else without. Both give the same
 *  answers. Compiling takes about a millisecond and happens on the calling thread.
 *  @throws {QrError} NOT_SUPPORTED where the engine has no WebAssembly, or a page's policy forbids it. */
export function theCore(): Core {
  core ??= compileCore();
  return core;
}

function compileCore(): Core {
  try {
    return loadCore(new WebAssembly.Module(bytesOf(WebAssembly.validate(SIMD_PROBE) ? simd : scalar)));
  } catch (cause) {
    throw new QrError(
      "NOT_SUPPORTED",
      501,
      "WebAssembly cannot be compiled here: allow script-src 'wasm-unsafe-eval' in the Content-Security-Policy, import isoqr/strict first, or give useCompiledCore a compiled module",
      undefined,
      { cause },
    );
  }
}

/** Uses a WebAssembly.Module compiled elsewhere (`isoqr/core.wasm`), for hosts that forbid compiling bytes. Call it before
 *  anything else.
 *  @throws {QrError} INVALID_OPTION for anything else. */
export function useCompiledCore(module: object): void {
  try {
    core = loadCore(module);
  } catch (cause) {
    const rule = "give useCompiledCore a compiled module, the WebAssembly.Module of isoqr/core.wasm";
    throw new QrError("INVALID_OPTION", 400, rule, undefined, { cause });
  }
}

/** Uses a core that needs no WebAssembly. Call it before anything else. */
export function useExportedCore(exports: CoreExports): void {
  core = createCore(exports);
}
