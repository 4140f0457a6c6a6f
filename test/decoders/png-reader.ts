import { crc32, inflateSync } from "node:zlib";
import type { Pixels } from "./pixels.ts";

/** A strict reader of PNG files without interlacing. It rejects everything that any reader may reject. W3C PNG, third
 *  edition. */

interface Chunk {
  readonly type: string;
  readonly body: Uint8Array;
}

/** The header's fields and every pixel. */
export interface PngImage extends Pixels {
  readonly depth: number;
  readonly colourType: number;
  /** The palette as RGB triples. Empty if there is no palette. */
  readonly palette: readonly number[];
  readonly chunkTypes: readonly string[];
}

const signature = [137, 80, 78, 71, 13, 10, 26, 10];
const channelsOf: Record<number, number> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };

/** Returns the content of a PNG. Throws an Error at the first violation of the standard. */
export function readPng(file: Uint8Array): PngImage {
  const chunks = readChunks(file);
  const types = chunks.map((chunk) => chunk.type);
  const header = chunks[0];
  if (header?.type !== "IHDR" || header.body.length !== 13)
    throw new Error("the first chunk must be IHDR with 13 bytes");
  if (!/^IHDR,(PLTE,(tRNS,)?)?(IDAT,)+IEND$/.test(types.join()))
    throw new Error(`wrong order of chunks: ${types.join()}`);

  const view = viewOf(header.body);
  const width = view.getUint32(0);
  const height = view.getUint32(4);
  const [depth = 0, colourType = -1, compression, filter, interlace] = header.body.subarray(8);
  if (compression !== 0 || filter !== 0 || interlace !== 0)
    throw new Error("IHDR has an unsupported compression, filter or interlace method");
  const channels = channelsOf[colourType];
  if (channels === undefined) throw new Error(`unknown colour type ${colourType}`);
  const palette = [...(chunks.find((chunk) => chunk.type === "PLTE")?.body ?? [])];
  if (palette.length % 3 !== 0 || palette.length > 3 * 2 ** depth) throw new Error("PLTE has an invalid length");

  const alphas = chunks.find((chunk) => chunk.type === "tRNS")?.body ?? new Uint8Array(0);
  if (colourType === 3 ? alphas.length > palette.length / 3 : alphas.length > 0)
    throw new Error("tRNS has an invalid length");

  const rowBytes = Math.ceil((width * channels * depth) / 8);
  const packed = joined(chunks.filter((chunk) => chunk.type === "IDAT").map((chunk) => chunk.body));
  const rows = unfilter(inflateWhole(packed), rowBytes, height, Math.max(1, (channels * depth) / 8));
  const sample = (at: number, y: number) => sampleAt(rows, rowBytes, depth, at, y);
  const data = new Uint8ClampedArray(width * height * 4).fill(255);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const first = (y * width + x) * 4;
      if (colourType === 3) {
        const entry = sample(x, y) * 3;
        if (entry >= palette.length) throw new Error("a pixel has an index outside the palette");
        for (let channel = 0; channel < 3; channel++) data[first + channel] = palette[entry + channel] ?? 0;
        data[first + 3] = alphas[entry / 3] ?? 255;
        continue;
      }
      const samples = Array.from(
        { length: channels },
        (_, at) => (sample(x * channels + at, y) * 255) / (2 ** depth - 1),
      );
      const [red = 0, green = red, blue = red] = channels < 3 ? samples.slice(0, 1) : samples;
      data.set([red, green, blue, channels % 2 === 0 ? (samples.at(-1) ?? 0) : 255], first);
    }
  }
  return { width, height, depth, colourType, palette, chunkTypes: types, data };
}

function readChunks(file: Uint8Array): Chunk[] {
  if (signature.some((byte, at) => file[at] !== byte)) throw new Error("the PNG signature is missing");
  const view = viewOf(file);
  const chunks: Chunk[] = [];
  let at = 8;
  while (at < file.length) {
    const length = view.getUint32(at);
    const body = file.subarray(at + 8, at + 8 + length);
    const type = String.fromCharCode(...file.subarray(at + 4, at + 8));
    const stored = view.getUint32(at + 8 + length);
    if (crc32(file.subarray(at + 4, at + 8 + length)) !== stored) throw new Error(`wrong CRC of ${type}`);
    chunks.push({ type, body });
    at += 12 + length;
  }
  const last = chunks.at(-1);
  if (last?.type !== "IEND" || last.body.length > 0) throw new Error("the last chunk must be IEND without data");
  return chunks;
}

/** Inflates a zlib stream that must end with the last byte. Node checks the Adler-32. */
function inflateWhole(packed: Uint8Array): Uint8Array {
  const { buffer, engine } = inflateSync(packed, { info: true }) as unknown as {
    buffer: Uint8Array;
    engine: { bytesWritten: number };
  };
  if (engine.bytesWritten !== packed.length) throw new Error("bytes after the zlib stream");
  return buffer;
}

function unfilter(raw: Uint8Array, rowBytes: number, height: number, step: number): Uint8Array {
  if (raw.length !== (rowBytes + 1) * height) throw new Error(`wrong length of the pixels: ${raw.length} bytes`);
  const rows = new Uint8Array(rowBytes * height);
  for (let y = 0; y < height; y++) {
    const filter = raw[y * (rowBytes + 1)] ?? -1;
    for (let at = 0; at < rowBytes; at++) {
      const left = at >= step ? (rows[y * rowBytes + at - step] ?? 0) : 0;
      const up = y > 0 ? (rows[(y - 1) * rowBytes + at] ?? 0) : 0;
      const corner = at >= step && y > 0 ? (rows[(y - 1) * rowBytes + at - step] ?? 0) : 0;
      const base = predict(filter, left, up, corner);
      rows[y * rowBytes + at] = (raw[y * (rowBytes + 1) + 1 + at] ?? 0) + base;
    }
  }
  return rows;
}

function predict(filter: number, left: number, up: number, corner: number): number {
  if (filter === 0) return 0;
  if (filter === 1) return left;
  if (filter === 2) return up;
  if (filter === 3) return (left + up) >> 1;
  if (filter !== 4) throw new Error(`unknown filter type ${filter}`);
  const guess = left + up - corner;
  const [toLeft, toUp, toCorner] = [left, up, corner].map((value) => Math.abs(guess - value));
  if (toLeft === undefined || toUp === undefined || toCorner === undefined) return 0;
  if (toLeft <= toUp && toLeft <= toCorner) return left;
  return toUp <= toCorner ? up : corner;
}

function sampleAt(rows: Uint8Array, rowBytes: number, depth: number, x: number, y: number): number {
  const bit = x * depth;
  const byte = rows[y * rowBytes + (bit >> 3)] ?? 0;
  return (byte >> (8 - depth - (bit & 7))) & (2 ** depth - 1);
}

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

function joined(parts: readonly Uint8Array[]): Uint8Array {
  return Uint8Array.from(parts.flatMap((part) => [...part]));
}
