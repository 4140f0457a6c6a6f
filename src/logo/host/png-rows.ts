import { readSize } from "../../adapters/resize.ts";
import { CHANNELS, PALETTE, type PngHeader, readPngChunks, readPngHeader, unfilter } from "../../core/png-reader.ts";
import type { Pixels } from "../../ports.ts";
import { createShrinker } from "./shrinker.ts";

/** Pixels that a PNG stores together: the whole image, or one of the passes of an interlaced image. */
interface Pass {
  readonly x: number;
  readonly y: number;
  readonly stepX: number;
  readonly stepY: number;
}

const WHOLE: readonly Pass[] = [{ x: 0, y: 0, stepX: 1, stepY: 1 }];

/** The passes of an interlaced image. W3C PNG, third edition, 8.1. */
const ADAM7: readonly Pass[] = [
  { x: 0, y: 0, stepX: 8, stepY: 8 },
  { x: 4, y: 0, stepX: 8, stepY: 8 },
  { x: 0, y: 4, stepX: 4, stepY: 8 },
  { x: 2, y: 0, stepX: 4, stepY: 4 },
  { x: 0, y: 2, stepX: 2, stepY: 4 },
  { x: 1, y: 0, stepX: 2, stepY: 2 },
  { x: 0, y: 1, stepX: 1, stepY: 2 },
];

/** The bits per sample that each colour type may have. W3C PNG, third edition, 11.2.1. */
const DEPTHS: readonly (readonly number[] | undefined)[] = [
  [1, 2, 4, 8, 16],
  undefined,
  [8, 16],
  [1, 2, 4, 8],
  [8, 16],
  undefined,
  [8, 16],
];

/** Resolves to the pixels of a PNG of any kind, scaled down like `readSize` if a side is longer than `most` pixels. Decodes
 *  one row at a time, so the memory does not depend on the size of the image. Rejects with an Error if the file is damaged. */
export async function readPngRows(file: Uint8Array<ArrayBuffer>, most?: number): Promise<Pixels> {
  const header = readPngHeader(file);
  const channels = CHANNELS[header?.colorType ?? 1];
  if (!header || !channels || !DEPTHS[header.colorType]?.includes(header.depth)) {
    throw new Error("PNG has an unknown colour type");
  }
  const { width, height, depth, isInterlaced } = header;
  const { palette, alphas, data } = readPngChunks(file);
  const shrinker = createShrinker({ width, height }, readSize({ width, height }, most));
  const readRow = rowReader(header, palette, alphas);
  const bits = channels * depth;
  const source = readBytes(data);
  try {
    for (const pass of isInterlaced ? ADAM7 : WHOLE) {
      const across = Math.ceil((width - pass.x) / pass.stepX);
      if (across <= 0) continue;
      const stride = 1 + Math.ceil((across * bits) / 8);
      // Filters refer to the previous row, so two rows are kept.
      const rows = new Uint8Array(2 * stride);
      for (let y = pass.y; y < height; y += pass.stepY) {
        await source.fill(rows, stride);
        unfilter(rows, stride - 1, 2, Math.max(1, bits >> 3));
        shrinker.add(readRow(rows.subarray(stride + 1), across), { x: pass.x, y, step: pass.stepX });
        rows.copyWithin(0, stride);
        rows[0] = 0;
      }
    }
  } finally {
    await source.close();
  }
  return shrinker.finish();
}

/** Returns an object that inflates the zlib data in `parts` as it is read. */
function readBytes(parts: readonly Uint8Array<ArrayBuffer>[]) {
  const stream = new DecompressionStream("deflate");
  const writer = stream.writable.getWriter();
  const reader = stream.readable.getReader();
  // Write errors are ignored, because the reader reports them too.
  const written = Promise.allSettled([...parts.map((part) => writer.write(part)), writer.close()]);
  let [chunk, at] = [new Uint8Array(0), 0];
  return {
    /** Fills `bytes` after index `from`. Waits only if more data is needed. Rejects if the data is corrupt or too short. */
    async fill(bytes: Uint8Array, from: number): Promise<void> {
      for (let filled = from; filled < bytes.length; ) {
        if (at === chunk.length) {
          const next = await reader.read();
          if (next.done) throw new Error("PNG has too few scanlines");
          [chunk, at] = [next.value, 0];
        }
        const part = chunk.subarray(at, at + bytes.length - filled);
        bytes.set(part, filled);
        at += part.length;
        filled += part.length;
      }
    },
    async close(): Promise<void> {
      await reader.cancel().catch(() => {});
      await written;
    },
  };
}

/** Returns a function that converts a row of `width` pixels, whose filter has been removed, to RGBA. The result is valid
 *  until the next call. W3C PNG, third edition, 11.2 and 11.3. */
function rowReader(header: PngHeader, palette: Uint8Array, alphas: Uint8Array) {
  const { depth, colorType } = header;
  const channels = CHANNELS[colorType] as number;
  const most = 2 ** depth - 1;
  /** Returns the sample at this index in a row. */
  const sampleAt = (row: Uint8Array, index: number): number => {
    if (depth === 8) return row[index] as number;
    if (depth === 16) return ((row[2 * index] as number) << 8) | (row[2 * index + 1] as number);
    const bit = index * depth;
    return ((row[bit >> 3] as number) >> (8 - depth - (bit & 7))) & most;
  };
  const byteOf = (sample: number) => (depth === 16 ? sample >> 8 : Math.round((sample * 255) / most));
  // Without a palette, tRNS contains the samples of the colour that is transparent, as 16-bit numbers.
  const key =
    colorType !== PALETTE && alphas.length >= 2 * channels
      ? Array.from({ length: channels }, (_, i) => ((alphas[2 * i] as number) << 8) | (alphas[2 * i + 1] as number))
      : undefined;
  const hasAlpha = channels === 2 || channels === 4;
  const isGray = channels < 3;
  let rgba = new Uint8Array(0);
  return (row: Uint8Array, width: number): Uint8Array => {
    if (depth === 8 && channels === 4) return row;
    if (rgba.length !== 4 * width) rgba = new Uint8Array(4 * width);
    if (depth === 8 && channels === 3 && !key) return withAlpha(row, rgba);
    for (let to = 0, index = 0; to < rgba.length; to += 4, index += channels) {
      const first = sampleAt(row, index);
      if (colorType === PALETTE) {
        if (3 * first >= palette.length) throw new Error("PNG has an index outside its palette");
        rgba[to] = palette[3 * first] as number;
        rgba[to + 1] = palette[3 * first + 1] as number;
        rgba[to + 2] = palette[3 * first + 2] as number;
        rgba[to + 3] = alphas[first] ?? 255;
        continue;
      }
      const second = isGray ? first : sampleAt(row, index + 1);
      const third = isGray ? first : sampleAt(row, index + 2);
      const isClear = key && first === key[0] && (isGray || (second === key[1] && third === key[2]));
      rgba[to] = byteOf(first);
      rgba[to + 1] = byteOf(second);
      rgba[to + 2] = byteOf(third);
      rgba[to + 3] = hasAlpha ? byteOf(sampleAt(row, index + channels - 1)) : isClear ? 0 : 255;
    }
    return rgba;
  };
}

/** Converts RGB rows with 8 bits per sample, the most common kind of large images. The general function would take longer. */
function withAlpha(row: Uint8Array, rgba: Uint8Array): Uint8Array {
  for (let from = 0, to = 0; to < rgba.length; from += 3, to += 4) {
    rgba[to] = row[from] as number;
    rgba[to + 1] = row[from + 1] as number;
    rgba[to + 2] = row[from + 2] as number;
    rgba[to + 3] = 255;
  }
  return rgba;
}
