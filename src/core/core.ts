import type { Core } from "./abi.ts";
import { theCore } from "./load.ts";

export type { Core, ModuleArea, PixelSource, Segment, Segmentation, Spoiled, TakeBytes } from "./abi.ts";
export { loadCore } from "./abi.ts";
export type { Frame } from "./frame.ts";
export { useCompiledCore } from "./load.ts";

/** The symbol that holds `text`.
 *  @throws {QrError} DATA_MISSING, DATA_TOO_LONG, or INVALID_OPTION for text with a lone surrogate. */
export const encodeSymbol: Core["encodeSymbol"] = (text, settings) => theCore().encodeSymbol(text, settings);

/** `text` as a PNG of exactly size x size pixels: a module is the largest whole number of pixels that fits,
 *  the rest goes round it. Fails as `encodeSymbol`.
 *  The bytes have a buffer of their own, unless `take` has others. */
export const encodePng: Core["encodePng"] = (text, settings, frame, take) =>
  theCore().encodePng(text, settings, frame, take);

/** `text` as the outline of its dark modules, a unit each, in a quiet zone of `margin` modules. Fails as `encodeSymbol`. */
export const encodeOutline: Core["encodeOutline"] = (text, settings, margin) =>
  theCore().encodeOutline(text, settings, margin);

/** Any picture of at most 2048 x 2048 pixels as a PNG of 1, 2, 4 or 8 bits a pixel, or in true colour. */
export const encodePixels: Core["encodePixels"] = (source) => theCore().encodePixels(source);

/** How much error correction a covered area of a symbol takes. */
export const spoiledCodewords: Core["spoiledCodewords"] = (version, ec, area) =>
  theCore().spoiledCodewords(version, ec, area);

/** How `text` is split into segments, and the bits that takes. Fails as `encodeSymbol`. */
export const segmentText: Core["segmentText"] = (text, settings) => theCore().segmentText(text, settings);
