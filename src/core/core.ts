import { scalar, simd } from "#core";
import { QrError } from "../errors.ts";
import { type Core, type CoreExports, createCore, loadCore } from "./abi.ts";

export type { Core, ModuleArea, PixelSource, Segment, Segmentation, Spoiled, TakeBytes } from "./abi.ts";
export { loadCore } from "./abi.ts";
export type { Frame } from "./symbol.ts";

/** Returns the symbol of `text`.
 *  @throws {QrError} DATA_MISSING, DATA_TOO_LONG, or INVALID_OPTION if `text` has a lone surrogate. */
export const encodeSymbol: Core["encodeSymbol"] = (text, settings) => theCore().encodeSymbol(text, settings);

/** Returns a PNG of size x size pixels with the symbol of `text`. Each module is as many whole pixels wide as fit. The
 *  bytes are in a separate buffer, unless `take` copies them to another place. Throws like `encodeSymbol`. */
export const encodePng: Core["encodePng"] = (text, settings, frame, take) =>
  theCore().encodePng(text, settings, frame, take);

/** Returns the outline of the symbol of `text` with a quiet zone of `margin` modules. Throws like `encodeSymbol`. */
export const encodeOutline: Core["encodeOutline"] = (text, settings, margin) =>
  theCore().encodeOutline(text, settings, margin);

/** Encodes any picture of up to 2048 x 2048 pixels as a PNG with 1, 2, 4 or 8 bits per pixel, or in true colour. */
export const encodePixels: Core["encodePixels"] = (source) => theCore().encodePixels(source);

/** Returns how much of a symbol's error correction a covered area uses. */
export const spoiledCodewords: Core["spoiledCodewords"] = (version, ec, area) =>
  theCore().spoiledCodewords(version, ec, area);

/** Returns the segments of `text` and their bits. Throws like `encodeSymbol`. */
export const segmentText: Core["segmentText"] = (text, settings) => theCore().segmentText(text, settings);

/** A WebAssembly module with a vector instruction. Engines without SIMD reject it. */
const SIMD_PROBE = Uint8Array.of(
  ...[0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0],
  ...[10, 10, 1, 8, 0, 65, 0, 253, 15, 253, 98, 11],
);

let core: Core | undefined;

/** Decodes lower-case hex digits, eight at a time. Engines do not optimize this code because it runs only once.
 *  Decoding one byte at a time would take most of the time before the first picture. */
function bytesOf(hex: string): Uint8Array<ArrayBuffer> {
  const words = Math.ceil(hex.length / 8);
  const view = new DataView(new ArrayBuffer(4 * words));
  for (let i = 0; i < words; i++)
    view.setUint32(4 * i, Number.parseInt(hex.slice(8 * i, 8 * i + 8).padEnd(8, "0"), 16));
  return new Uint8Array(view.buffer, 0, hex.length / 2);
}

/** Returns the core. The first call compiles it synchronously, which takes about a millisecond. Uses SIMD if the engine
 *  supports it; the results are the same without SIMD.
 *  @throws {QrError} NOT_SUPPORTED if there is no WebAssembly, or if the page's policy forbids it. */
export function theCore(): Core {
  core ??= compileCore();
  return core;
}

function compileCore(): Core {
  try {
    return loadCore(new WebAssembly.Module(bytesOf(WebAssembly.validate(SIMD_PROBE) ? simd : scalar)));
  } catch (cause) {
    const rule =
      "WebAssembly cannot be compiled here: allow script-src 'wasm-unsafe-eval' in the Content-Security-Policy, import isoqr/strict first, or pass a compiled module to useCompiledCore";
    throw new QrError("NOT_SUPPORTED", 501, rule, undefined, { cause });
  }
}

/** Uses `module`, the compiled WebAssembly.Module of `isoqr/core.wasm`. Needed on hosts that forbid compiling bytes at
 *  run time, such as Cloudflare Workers. Call it before any other function.
 *
 *  @example useCompiledCore(core); // the default import of "isoqr/core.wasm"
 *  @throws {QrError} INVALID_OPTION if `module` is anything else. */
export function useCompiledCore(module: object): void {
  try {
    core = loadCore(module);
  } catch (cause) {
    const rule = "the argument of useCompiledCore must be the WebAssembly.Module of isoqr/core.wasm";
    throw new QrError("INVALID_OPTION", 400, rule, undefined, { cause });
  }
}

/** Uses a core compiled to JavaScript. Call it before any other function. */
export function useExportedCore(exports: CoreExports): void {
  core = createCore(exports);
}
