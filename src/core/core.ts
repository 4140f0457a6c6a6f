import { scalar, simd } from "#core";
import { QrError } from "../errors.ts";
import { type Core, type CoreExports, createCore, loadCore } from "./abi.ts";

export type { Core, ModuleArea, PixelSource, Segment, Segmentation, Spoiled, TakeBytes } from "./abi.ts";
export { loadCore } from "./abi.ts";
export type { Frame } from "./symbol.ts";

/** Returns the symbol of `text`.
 *  @throws {QrError} DATA_MISSING, DATA_TOO_LONG, or INVALID_OPTION for text with a lone surrogate. */
export const encodeSymbol: Core["encodeSymbol"] = (text, settings) => theCore().encodeSymbol(text, settings);

/** Returns `text` as a PNG of size x size pixels. A module is the largest whole number of pixels that fits; the rest
 *  surrounds the code. The bytes have a buffer of their own, unless `take` provides another. Throws as `encodeSymbol` does. */
export const encodePng: Core["encodePng"] = (text, settings, frame, take) =>
  theCore().encodePng(text, settings, frame, take);

/** Returns the outline of the dark modules of `text`, one unit per module, in a quiet zone of `margin` modules. Throws as
 *  `encodeSymbol` does. */
export const encodeOutline: Core["encodeOutline"] = (text, settings, margin) =>
  theCore().encodeOutline(text, settings, margin);

/** Returns any picture of at most 2048 x 2048 pixels as a PNG of 1, 2, 4 or 8 bits per pixel, or in true color. */
export const encodePixels: Core["encodePixels"] = (source) => theCore().encodePixels(source);

/** Returns how much error correction a covered area of a symbol uses up. */
export const spoiledCodewords: Core["spoiledCodewords"] = (version, ec, area) =>
  theCore().spoiledCodewords(version, ec, area);

/** Returns the segments of `text` and their bits. Throws as `encodeSymbol` does. */
export const segmentText: Core["segmentText"] = (text, settings) => theCore().segmentText(text, settings);

/** A module with one vector instruction, which engines without SIMD do not validate. */
const SIMD_PROBE = Uint8Array.of(
  ...[0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0],
  ...[10, 10, 1, 8, 0, 65, 0, 253, 15, 253, 98, 11],
);

let core: Core | undefined;

/** Decodes lower-case hex digits, eight at a time: code that runs only once is slow, and most of the time before the first
 *  picture would be spent here. The last part is padded with zeros, which are cut off again. */
function bytesOf(hex: string): Uint8Array<ArrayBuffer> {
  const words = Math.ceil(hex.length / 8);
  const view = new DataView(new ArrayBuffer(4 * words));
  for (let i = 0; i < words; i++)
    view.setUint32(4 * i, Number.parseInt(hex.slice(8 * i, 8 * i + 8).padEnd(8, "0"), 16));
  return new Uint8Array(view.buffer, 0, hex.length / 2);
}

/** Returns the core. The first call compiles it on the calling thread, which takes about a millisecond: with SIMD if the
 *  engine supports it, else without. Both return the same results.
 *  @throws {QrError} NOT_SUPPORTED if the engine lacks WebAssembly, or the policy of the page forbids it. */
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
