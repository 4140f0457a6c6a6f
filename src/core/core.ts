import { QrError } from "../errors.ts";
import type { CoreExports, EncoderExports, ImageExports } from "./abi.ts";
import type { QrData } from "./data.ts";
import {
  type Codewords,
  codewordsOf,
  createEncoder,
  type Encoder,
  type ModuleArea,
  type Outline,
  outlineOf,
  type Segmentation,
  type Spoiled,
  segmentsOf,
  spoiledBy,
  symbolOf,
} from "./encoder.ts";
import { packedEncoder } from "./generated/encoder.ts";
import type { EcLevel, QrSymbol, SymbolSettings } from "./symbol.ts";
import { unpack } from "./unpack.ts";

const NO_WASM =
  "WebAssembly cannot be compiled: allow script-src 'wasm-unsafe-eval', import isoqr/strict first, or call useCompiledCore";
export const CORE_MODULE = "the argument of useCompiledCore must be the WebAssembly.Module of isoqr/core.wasm";

export type { ModuleArea, Outline, Segmentation, Spoiled, TextSegment } from "./encoder.ts";
export type { Frame } from "./symbol.ts";

/** Encodes `data` and returns its symbol.
 *  @throws {QrError} DATA_MISSING, DATA_TOO_LONG, or INVALID_OPTION for a wrong type or a lone surrogate. */
export function encodeSymbol(data: QrData, settings: SymbolSettings = {}): QrSymbol {
  return symbolOf(theEncoder(), data, settings);
}

/** Encodes `data` and returns the outline of its symbol. The outline leaves a quiet zone of `margin` modules, and omits
 *  the modules in `cleared`. Throws like `encodeSymbol`. */
export function encodeOutline(data: QrData, settings: SymbolSettings, margin: number, cleared?: ModuleArea): Outline {
  return outlineOf(theEncoder(), data, settings, margin, cleared);
}

/** Returns the number of codewords that the covered `areas` spoil together, and the number that each block can correct. */
export function spoiledCodewords(version: number, ec: EcLevel, areas: readonly ModuleArea[]): Spoiled {
  return spoiledBy(theEncoder(), version, ec, areas);
}

/** Returns the numbers of codewords in a symbol of this version and level. */
export function countCodewords(version: number, ec: EcLevel): Codewords {
  return codewordsOf(theEncoder(), version, ec);
}

/** Returns the segments of `data` and their lengths in bits. Throws like `encodeSymbol`. */
export function segmentText(data: QrData, settings: SymbolSettings = {}): Segmentation {
  return segmentsOf(theEncoder(), data, settings);
}

/** The parts of the core, which are created when they are first used. Pages that draw no PNGs do not load pixels.ts, which
 *  creates the image writer. */
export const parts: { load?: () => CoreExports | undefined; encoder?: Encoder; imageWriter?: ImageExports } = {};

export function theEncoder(): Encoder {
  parts.encoder ??= createEncoder(parts.load?.() ?? compile<EncoderExports>(packedEncoder));
  return parts.encoder;
}

/** Compiles the encoder, unless that has already been done. This is synchronous, and takes about a millisecond. Without this
 *  call, creating the first code compiles the encoder.
 *  @throws {QrError} NOT_SUPPORTED if there is no WebAssembly, or if the page's policy forbids it. */
export function compileCore(): void {
  theEncoder();
}

/** Compiles and instantiates a packed core synchronously. Cores have no imports.
 *  @throws {QrError} NOT_SUPPORTED if there is no WebAssembly, or if the page's policy forbids it. */
export function compile<Exports>(packed: string): Exports {
  const bytes = unpack(packed);
  try {
    return new WebAssembly.Instance(new WebAssembly.Module(bytes)).exports as Exports;
  } catch (cause) {
    throw new QrError("NOT_SUPPORTED", { rule: NO_WASM, cause });
  }
}

/** Uses the complete core that `load` returns instead of its two small parts, which are the fallback if `load` returns
 *  undefined. `load` is called when each part is first used, and must always return the same exports. */
export function useCompleteCore(load: () => CoreExports | undefined): void {
  parts.load = load;
  delete parts.encoder;
  delete parts.imageWriter;
}

/** Uses `module`, the compiled WebAssembly.Module of `isoqr/core.wasm`. Needed on hosts that forbid compiling bytes at
 *  run time, such as Cloudflare Workers. Call it before any other function. The parameter is an object because the type
 *  WebAssembly.Module requires the DOM types.
 *
 *  @example useCompiledCore(core); // the default import of "isoqr/core.wasm"
 *  @throws {QrError} INVALID_OPTION if `module` is anything else. */
export function useCompiledCore(module: object): void {
  try {
    const exports = new WebAssembly.Instance(module).exports as unknown as CoreExports;
    exports.input();
    exports.setSymbol(0);
    useCompleteCore(() => exports);
  } catch (cause) {
    throw new QrError("INVALID_OPTION", { rule: CORE_MODULE, cause });
  }
}
