/** The exports of assembly/encoder.ts, compiled to WebAssembly or JavaScript. */
export interface EncoderExports {
  readonly memory: { readonly buffer: ArrayBuffer };
  input(): number;
  encode(
    length: number,
    given: number,
    level: number,
    version: number,
    mask: number,
    boost: number,
    eci: number,
  ): number;
  modules(): number;
  rows(): number;
  clear(left: number, top: number, right: number, bottom: number): void;
  segments(): number;
  segmentsLength(): number;
  usedBits(): number;
  capacity(version: number, level: number): number;
  checkWords(version: number, level: number): number;
  cover(version: number, left: number, top: number, right: number, bottom: number): void;
  spoiled(version: number, level: number): number;
  writeOutline(margin: number): number;
  outline(): number;
}

/** The exports of assembly/image.ts. */
export interface ImageExports {
  readonly memory: { readonly buffer: ArrayBuffer };
  setSymbol(side: number): number;
  writePng(size: number, margin: number, color: number, bg: number): number;
  png(): number;
  palette(): number;
  startPixels(width: number, height: number, colours: number, alphas: number): void;
  pixelRow(): number;
  addPixelRow(): number;
  finishPixels(): number;
}

/** The exports of assembly/index.ts: both parts in one memory. */
export interface CoreExports extends EncoderExports, ImageExports {
  readonly memory: { readonly buffer: ArrayBuffer };
}

/** Bytes per line of modules, as in the memory at `rows`. */
export const LINE_BYTES = 24;
