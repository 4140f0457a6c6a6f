import { QrError } from "../errors.ts";
import type { CoreExports, EncoderExports, ImageExports } from "./abi.ts";
import {
  createEncoder,
  type Encoder,
  type ModuleArea,
  outlineOf,
  type Segmentation,
  type Spoiled,
  segmentsOf,
  spoiledBy,
  symbolOf,
} from "./encoder.ts";
import { encoder as packedEncoder } from "./generated/encoder.ts";
import { image as packedImage } from "./generated/image.ts";
import {
  createImageWriter,
  type ImageWriter,
  type PixelSource,
  pixelsOf,
  pngOf,
  type TakeBytes,
} from "./image-writer.ts";
import type { Outline } from "./svg-document.ts";
import type { EcLevel, Frame, QrSymbol, SymbolSettings } from "./symbol.ts";
import { unpack } from "./unpack.ts";

export type { ModuleArea, Segment, Segmentation, Spoiled } from "./encoder.ts";
export type { PixelSource, TakeBytes } from "./image-writer.ts";
export type { Frame } from "./symbol.ts";

/** Returns the symbol of `text`.
 *  @throws {QrError} DATA_MISSING, DATA_TOO_LONG, or INVALID_OPTION if `text` has a lone surrogate. */
export function encodeSymbol(text: string, settings: SymbolSettings = {}): QrSymbol {
  return symbolOf(theEncoder(), text, settings);
}

/** Returns the outline of the symbol of `text` with a quiet zone of `margin` modules, without the modules in `cleared`.
 *  Throws like `encodeSymbol`. */
export function encodeOutline(text: string, settings: SymbolSettings, margin: number, cleared?: ModuleArea): Outline {
  return outlineOf(theEncoder(), text, settings, margin, cleared);
}

/** Returns a PNG of size x size pixels with the symbol of `text`. Each module is as many whole pixels wide as fit. The
 *  bytes are in a separate buffer, unless `take` copies them to another place. Throws like `encodeSymbol`. */
export function encodePng(
  text: string,
  settings: SymbolSettings,
  frame: Frame,
  take?: TakeBytes,
): Uint8Array<ArrayBuffer> {
  return pngOf(theEncoder(), theImageWriter(), text, settings, frame, take);
}

/** Encodes any picture of up to 2048 x 2048 pixels as a PNG with 1, 2, 4 or 8 bits per pixel, or in true colour. */
export function encodePixels(source: PixelSource): Uint8Array<ArrayBuffer> {
  return pixelsOf(theImageWriter(), source);
}

/** Returns how much of a symbol's error correction a covered area uses. */
export function spoiledCodewords(version: number, ec: EcLevel, area: ModuleArea): Spoiled {
  return spoiledBy(theEncoder(), version, ec, area);
}

/** Returns the segments of `text` and their bits. Throws like `encodeSymbol`. */
export function segmentText(text: string, settings: SymbolSettings = {}): Segmentation {
  return segmentsOf(theEncoder(), text, settings);
}

/** The parts of the core, created when first used. */
let encoder: Encoder | undefined;
let imageWriter: ImageWriter | undefined;
let loadComplete: (() => CoreExports | undefined) | undefined;

function theEncoder(): Encoder {
  encoder ??= createEncoder(loadComplete?.() ?? compile<EncoderExports>(packedEncoder));
  return encoder;
}

function theImageWriter(): ImageWriter {
  imageWriter ??= createImageWriter(loadComplete?.() ?? compile<ImageExports>(packedImage));
  return imageWriter;
}

/** Compiles the encoder unless it is compiled already, which takes about a millisecond. Without this call, the first code
 *  does so. Synchronous. @throws {QrError} NOT_SUPPORTED if there is no WebAssembly, or if the page's policy forbids it. */
export function compileCore(): void {
  theEncoder();
}

/** Compiles and instantiates a packed core synchronously. It has no imports.
 *  @throws {QrError} NOT_SUPPORTED if there is no WebAssembly, or if the page's policy forbids it. */
export function compile<Exports>(packed: string): Exports {
  try {
    return new WebAssembly.Instance(new WebAssembly.Module(unpack(packed))).exports as Exports;
  } catch (cause) {
    const rule =
      "WebAssembly cannot be compiled here: allow script-src 'wasm-unsafe-eval' in the Content-Security-Policy, import isoqr/strict first, or pass a compiled module to useCompiledCore";
    throw new QrError("NOT_SUPPORTED", 501, rule, undefined, { cause });
  }
}

/** Uses the complete core that `load` returns instead of the two small parts, which remain the fallback if it returns
 *  undefined. `load` is called at the first use of each part, and must return the same exports each time. */
export function useCompleteCore(load: () => CoreExports | undefined): void {
  loadComplete = load;
  encoder = undefined;
  imageWriter = undefined;
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
    createEncoder(exports);
    createImageWriter(exports);
    exports.setSymbol(0);
    useCompleteCore(() => exports);
  } catch (cause) {
    const rule = "the argument of useCompiledCore must be the WebAssembly.Module of isoqr/core.wasm";
    throw new QrError("INVALID_OPTION", 400, rule, undefined, { cause });
  }
}
