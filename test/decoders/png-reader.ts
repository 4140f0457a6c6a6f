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
  const packed = Buffer.concat(chunks.filter((chunk) => chunk.type === "IDAT").map((chunk) => chunk.body));
  const rows = unfilter(inflateWhole(packed), rowBytes, height, Math.max(1, (channels * depth) / 8));
  const data = new Uint8ClampedArray(width * height * 4).fill(255);
  const samples = new Uint8Array(width * channels);
  const [entries, most] = [palette.length / 3, 2 ** depth - 1];
  for (let y = 0; y < height; y++) {
    readSamples(samples, rows.subarray(y * rowBytes, (y + 1) * rowBytes), depth);
    for (let x = 0; x < width; x++) {
      const to = (y * width + x) * 4;
      if (colourType === 3) {
        const entry = samples[x] as number;
        if (entry >= entries) throw new Error("a pixel has an index outside the palette");
        for (let channel = 0; channel < 3; channel++) data[to + channel] = palette[3 * entry + channel] as number;
        if (entry < alphas.length) data[to + 3] = alphas[entry] as number;
        continue;
      }
      const from = x * channels;
      const isGrey = channels < 3;
      for (let channel = 0; channel < 3; channel++) {
        data[to + channel] = ((samples[isGrey ? from : from + channel] as number) * 255) / most;
      }
      if (channels % 2 === 0) data[to + 3] = ((samples[from + channels - 1] as number) * 255) / most;
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
    const [from, to] = [y * (rowBytes + 1) + 1, y * rowBytes];
    const filter = raw[from - 1] as number;
    // Most rows have no filter, and copying them is much faster.
    if (filter === 0) {
      rows.set(raw.subarray(from, from + rowBytes), to);
      continue;
    }
    for (let at = 0; at < rowBytes; at++) {
      const left = at >= step ? (rows[to + at - step] as number) : 0;
      const up = y > 0 ? (rows[to - rowBytes + at] as number) : 0;
      const corner = at >= step && y > 0 ? (rows[to - rowBytes + at - step] as number) : 0;
      rows[to + at] = (raw[from + at] as number) + predict(filter, left, up, corner);
    }
  }
  return rows;
}

function predict(filter: number, left: number, up: number, corner: number): number {
  if (filter === 1) return left;
  if (filter === 2) return up;
  if (filter === 3) return (left + up) >> 1;
  if (filter !== 4) throw new Error(`unknown filter type ${filter}`);
  const guess = left + up - corner;
  const toLeft = Math.abs(guess - left);
  const toUp = Math.abs(guess - up);
  const toCorner = Math.abs(guess - corner);
  if (toLeft <= toUp && toLeft <= toCorner) return left;
  return toUp <= toCorner ? up : corner;
}

/** Writes the samples of a row, which have `depth` bits each, into `samples`. */
function readSamples(samples: Uint8Array, row: Uint8Array, depth: number): void {
  if (depth === 8) {
    samples.set(row);
    return;
  }
  const most = 2 ** depth - 1;
  for (let at = 0; at < samples.length; at++) {
    const bit = at * depth;
    samples[at] = ((row[bit >> 3] as number) >> (8 - depth - (bit & 7))) & most;
  }
}

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
