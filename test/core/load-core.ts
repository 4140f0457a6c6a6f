import { readFileSync } from "node:fs";
import type { CoreExports, EncoderExports, ImageExports } from "../../src/core/abi.ts";
import {
  createEncoder,
  type ModuleArea,
  type Outline,
  outlineOf,
  type Segmentation,
  type Spoiled,
  segmentsOf,
  spoiledBy,
  symbolOf,
} from "../../src/core/encoder.ts";
import { type PixelSource, pixelsOf, pngOf, type TakeBytes } from "../../src/core/image-writer.ts";
import type { EcLevel, Frame, QrSymbol, SymbolSettings } from "../../src/core/symbol.ts";

/** The functions of src/core/core.ts, bound to one instance of the core. */
export interface Core {
  encodeSymbol(text: string, settings?: SymbolSettings): QrSymbol;
  encodePng(text: string, settings: SymbolSettings, frame: Frame, take?: TakeBytes): Uint8Array<ArrayBuffer>;
  encodeOutline(text: string, settings: SymbolSettings, margin: number): Outline;
  encodePixels(source: PixelSource): Uint8Array<ArrayBuffer>;
  spoiledCodewords(version: number, ec: EcLevel, areas: readonly ModuleArea[]): Spoiled;
  segmentText(text: string, settings?: SymbolSettings): Segmentation;
}

/** The builds of the core: complete with SIMD, as on servers; complete without SIMD, from which the JavaScript core is
 *  made; and the two parts that pages load. */
export const builds = ["complete", "scalar", "parts"] as const;

export type Build = (typeof builds)[number];

function compiled(file: string): unknown {
  const bytes = readFileSync(new URL(`../../build/core-${file}.wasm`, import.meta.url));
  return new WebAssembly.Instance(new WebAssembly.Module(bytes)).exports;
}

/** Returns a new instance of a build. */
export function loadCore(build: Build): Core {
  if (build === "parts") return createCore(compiled("encoder") as EncoderExports, compiled("image") as ImageExports);
  const exports = compiled(build) as CoreExports;
  return createCore(exports, exports);
}

/** Returns the core with these exports. A complete core has a single object for both. */
export function createCore(encoderExports: EncoderExports, imageExports: ImageExports): Core {
  const encoder = createEncoder(encoderExports);
  return {
    encodeSymbol: (text, settings = {}) => symbolOf(encoder, text, settings),
    encodePng: (text, settings, frame, take) => pngOf(encoder, imageExports, text, settings, frame, take),
    encodeOutline: (text, settings, margin) => outlineOf(encoder, text, settings, margin),
    encodePixels: (source) => pixelsOf(imageExports, source),
    spoiledCodewords: (version, ec, areas) => spoiledBy(encoder, version, ec, areas),
    segmentText: (text, settings = {}) => segmentsOf(encoder, text, settings),
  };
}
