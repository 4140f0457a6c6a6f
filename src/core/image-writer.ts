import { joinBytes } from "../bytes.ts";
import type { ImageExports } from "./abi.ts";
import type { QrData } from "./data.ts";
import { type Encoder, encodeData, rowsOf, sideOf } from "./encoder.ts";
import type { Frame, SymbolSettings } from "./symbol.ts";

export interface PixelSource {
  /** 1 to 2048 pixels. */
  readonly width: number;
  readonly height: number;
  /** RGB triples of 1 to 256 colours; undefined for true colour. */
  readonly palette?: Uint8Array | undefined;
  /** Fills `into` with scanline `y`: palette indices or RGB triples. Called for each scanline from top to bottom. Must
   *  not call the core. */
  row(into: Uint8Array, y: number): void;
}

/** Returns a copy of `bytes`: the core overwrites them in its next call. */
export type TakeBytes = (bytes: Uint8Array<ArrayBuffer>) => Uint8Array<ArrayBuffer>;

const copyOf: TakeBytes = (bytes) => bytes.slice();

/** An instance of the image writer. `view` is detached whenever its memory grows; `memoryOf` renews it. */
export interface ImageWriter {
  readonly wasm: ImageExports;
  view: Uint8Array<ArrayBuffer>;
}

export function createImageWriter(wasm: ImageExports): ImageWriter {
  return { wasm, view: new Uint8Array(wasm.memory.buffer) };
}

function memoryOf(writer: ImageWriter): Uint8Array<ArrayBuffer> {
  const { buffer } = writer.wasm.memory;
  if (writer.view.buffer !== buffer) writer.view = new Uint8Array(buffer);
  return writer.view;
}

export function pngOf(
  encoder: Encoder,
  writer: ImageWriter,
  data: QrData,
  settings: SymbolSettings,
  { size, margin, color, bg }: Frame,
  take = copyOf,
): Uint8Array<ArrayBuffer> {
  const side = sideOf(encodeData(encoder, data, settings));
  const { wasm } = writer;
  if (wasm.memory !== encoder.wasm.memory) {
    const at = wasm.setSymbol(side);
    memoryOf(writer).set(rowsOf(encoder, side), at);
  }
  const length = wasm.writePng(size, margin, Number.parseInt(color, 16), Number.parseInt(bg, 16));
  const png = wasm.png();
  return take(memoryOf(writer).subarray(png, png + length));
}

export function pixelsOf(writer: ImageWriter, source: PixelSource): Uint8Array<ArrayBuffer> {
  const { wasm } = writer;
  const { width, height, palette, row } = source;
  if (palette) memoryOf(writer).set(palette, wasm.palette());
  wasm.startPixels(width, height, palette ? palette.length / 3 : 0);
  const start = wasm.pixelRow();
  const into = memoryOf(writer).subarray(start, start + width * (palette ? 1 : 3));
  const parts: Uint8Array<ArrayBuffer>[] = [];
  const take = (length: number) => {
    if (length) parts.push(memoryOf(writer).slice(wasm.png(), wasm.png() + length));
  };
  for (let y = 0; y < height; y++) {
    row(into, y);
    take(wasm.addPixelRow());
  }
  take(wasm.finishPixels());
  const [first] = parts;
  return first && parts.length === 1 ? first : joinBytes(parts);
}
