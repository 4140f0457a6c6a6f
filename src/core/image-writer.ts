import { joinBytes } from "../text/bytes.ts";
import type { ImageExports } from "./abi.ts";
import type { QrData } from "./data.ts";
import { type Encoder, encodeData, rowsOf, sideOf } from "./encoder.ts";
import { checkPixels, type Frame, type SymbolSettings } from "./symbol.ts";

export interface PixelSource {
  /** 1 to 16384 pixels. */
  readonly width: number;
  readonly height: number;
  /** 1 to 256 colours, `channels` bytes each; undefined for true colour. */
  readonly palette?: Uint8Array | undefined;
  /** Bytes per colour: 3 (red, green and blue, the default) or 4 (with alpha, not premultiplied). Without a palette, also 1
   *  (grey) or 2 (grey with alpha). */
  readonly channels?: 1 | 2 | 3 | 4;
  /** Fills `into` with scanline `y`: one palette index or colour per pixel. Called for each scanline from top to
   *  bottom. Must not call the core. */
  row(into: Uint8Array, y: number): void;
}

/** Returns a copy of `bytes`, which the core overwrites in its next call. */
export type TakeBytes = (bytes: Uint8Array<ArrayBuffer>) => Uint8Array<ArrayBuffer>;

const copyOf: TakeBytes = (bytes) => bytes.slice();

/** Returns the memory of the image writer. Do not keep the result, because it is detached when the memory grows. */
function memoryOf({ memory }: ImageExports): Uint8Array<ArrayBuffer> {
  return new Uint8Array(memory.buffer);
}

export function pngOf(
  encoder: Encoder,
  wasm: ImageExports,
  data: QrData,
  settings: SymbolSettings,
  { size, margin, color, bg }: Frame,
  take = copyOf,
): Uint8Array<ArrayBuffer> {
  const side = sideOf(encodeData(encoder, data, settings));
  checkPixels(side, size);
  if (wasm.memory !== encoder.wasm.memory) {
    const at = wasm.setSymbol(side);
    memoryOf(wasm).set(rowsOf(encoder, side), at);
  }
  const length = wasm.writePng(size, margin, Number.parseInt(color, 16), numberOf(bg));
  const png = wasm.png();
  return take(memoryOf(wasm).subarray(png, png + length));
}

/** The core's value for a transparent background. */
const TRANSPARENT = 1 << 24;

function numberOf(bg: string): number {
  return bg === "transparent" ? TRANSPARENT : Number.parseInt(bg, 16);
}

/** Offset of the alpha values, in bytes from the start of the palette. */
const ALPHAS = 768;

/** Writes a palette of RGBA colours to the core's memory. Returns the number of alpha values that the PNG needs: up to the
 *  last colour that is not opaque. */
function writeAlphas(wasm: ImageExports, palette: Uint8Array): number {
  const memory = memoryOf(wasm);
  const start = wasm.palette();
  let needed = 0;
  for (let at = 0, index = 0; at < palette.length; at += 4, index++) {
    memory.set(palette.subarray(at, at + 3), start + 3 * index);
    memory[start + ALPHAS + index] = palette[at + 3] as number;
    if (palette[at + 3] !== 255) needed = index + 1;
  }
  return needed;
}

/** The colour types of pictures without a palette, by number of channels less one. */
const COLOR_TYPES = [0, 4, 2, 6];

export function pixelsOf(wasm: ImageExports, source: PixelSource): Uint8Array<ArrayBuffer> {
  const { width, height, palette, channels = 3, row } = source;
  let alphas: number = palette ? 0 : (COLOR_TYPES[channels - 1] as number);
  if (palette && channels === 4) alphas = writeAlphas(wasm, palette);
  else if (palette) memoryOf(wasm).set(palette, wasm.palette());
  wasm.startPixels(width, height, palette ? palette.length / channels : 0, alphas);
  const start = wasm.pixelRow();
  const into = memoryOf(wasm).subarray(start, start + width * (palette ? 1 : channels));
  const parts: Uint8Array<ArrayBuffer>[] = [];
  const take = (length: number) => {
    if (length) parts.push(memoryOf(wasm).slice(wasm.png(), wasm.png() + length));
  };
  for (let y = 0; y < height; y++) {
    row(into, y);
    take(wasm.addPixelRow());
  }
  take(wasm.finishPixels());
  const [first] = parts;
  return first && parts.length === 1 ? first : joinBytes(parts);
}
