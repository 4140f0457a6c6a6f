import type { Pixels } from "../ports.ts";

/** Positions in the file. GIF89a, 18 to 23. */
const SCREEN = 6;
const FIRST_BLOCK = 13;
const [EXTENSION, IMAGE, GRAPHIC_CONTROL] = [0x21, 0x2c, 0xf9];

interface Frame {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
  readonly isInterlaced: boolean;
  /** Three bytes per colour. */
  readonly table: Uint8Array;
  /** The index of the transparent colour, if any. */
  readonly clear: number | undefined;
  /** The number of bits of the smallest code, and the compressed data. */
  readonly bits: number;
  readonly codes: Uint8Array;
}

/** Returns the first frame of a GIF on its transparent canvas. Returns undefined if the frame is opaque and covers the
 *  canvas, and for damaged files. */
export function readGifPixels(file: Uint8Array): Pixels | undefined {
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength);
  try {
    const [width, height] = [view.getUint16(SCREEN, true), view.getUint16(SCREEN + 2, true)];
    const frame = firstFrame(file, view);
    if (!frame || frame.left + frame.width > width || frame.top + frame.height > height) return undefined;
    if (frame.clear === undefined && frame.width === width && frame.height === height) return undefined;
    return { width, height, data: place(frame, indexesOf(frame), width, height) };
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

/** Returns the first frame. @throws {RangeError} if the file is truncated. */
function firstFrame(file: Uint8Array, view: DataView): Frame | undefined {
  const tableAt = (at: number, flags: number) => file.subarray(at, at + (flags & 0x80 ? 3 * (2 << (flags & 7)) : 0));
  const global = tableAt(FIRST_BLOCK, view.getUint8(SCREEN + 4));
  let clear: number | undefined;
  for (let at = FIRST_BLOCK + global.length; ; ) {
    const kind = view.getUint8(at);
    if (kind === IMAGE) {
      const [left, top, width, height] = [1, 3, 5, 7].map((offset) => view.getUint16(at + offset, true)) as Four;
      const flags = view.getUint8(at + 9);
      const local = tableAt(at + 10, flags);
      const bits = view.getUint8(at + 10 + local.length);
      const { codes } = joined(file, view, at + 11 + local.length);
      const table = local.length > 0 ? local : global;
      return { left, top, width, height, isInterlaced: (flags & 0x40) !== 0, table, clear, bits, codes };
    }
    if (kind !== EXTENSION) return undefined;
    if (view.getUint8(at + 1) === GRAPHIC_CONTROL) {
      clear = view.getUint8(at + 3) & 1 ? view.getUint8(at + 6) : undefined;
    }
    at = joined(file, view, at + 2).end;
  }
}

type Four = [number, number, number, number];

/** Returns the contents of the sub-blocks that begin at `from`, and the position after them. GIF89a, 15 and 16. */
function joined(file: Uint8Array, view: DataView, from: number): { readonly codes: Uint8Array; readonly end: number } {
  const parts: number[] = [];
  let at = from;
  for (let length = view.getUint8(at); length > 0; length = view.getUint8(at)) {
    parts.push(at + 1, at + 1 + length);
    at += 1 + length;
  }
  const codes = new Uint8Array(at - from - parts.length / 2);
  for (let part = 0, to = 0; part < parts.length; part += 2) {
    const bytes = file.subarray(parts[part], parts[part + 1]);
    codes.set(bytes, to);
    to += bytes.length;
  }
  return { codes, end: at + 1 };
}

/** Codes have at most 12 bits. GIF89a, appendix F. */
const MAX_CODES = 4096;

/** Returns the colour indexes of a frame in the order of the file. If the data ends early, the remaining indexes are
 *  `clear`.
 *  @throws {RangeError} if a code is invalid. */
function indexesOf({ width, height, bits, codes, clear = 0 }: Frame): Uint8Array {
  if (bits < 2 || bits > 8) throw new RangeError("the GIF has an invalid code size");
  const out = new Uint8Array(width * height).fill(clear);
  const start = 1 << bits;
  const end = start + 1;
  // Each code means a range of pixels that have already been written.
  const [from, length] = [new Int32Array(MAX_CODES), new Int32Array(MAX_CODES)];
  let [at, filled, size, next, last, buffer, held] = [0, 0, bits + 1, end + 1, -1, 0, 0];
  while (filled < out.length) {
    for (; held < size; held += 8) {
      if (at === codes.length) return out;
      buffer |= (codes[at++] as number) << held;
    }
    const code = buffer & ((1 << size) - 1);
    buffer >>>= size;
    held -= size;
    if (code === end) return out;
    if (code === start) {
      [size, next, last] = [bits + 1, end + 1, -1];
      continue;
    }
    if (code > next || (code === next && last < 0)) throw new RangeError("the GIF has an invalid code");
    const begin = filled;
    if (code < start) out[filled++] = code;
    else {
      // The code may be the one that this step adds: the pixels of the previous code, and then the first of them again.
      const [source, count] = code === next ? [begin - last, last + 1] : [from[code] as number, length[code] as number];
      for (let step = 0; step < count && filled < out.length; step++) out[filled++] = out[source + step] as number;
    }
    if (last >= 0 && next < MAX_CODES) {
      from[next] = begin - last;
      length[next] = last + 1;
      next++;
      if (next === 1 << size && size < 12) size++;
    }
    last = filled - begin;
  }
  return out;
}

/** The first row of each of the four passes of an interlaced frame, and the distance to its next row. GIF89a, appendix
 *  E. */
const PASSES = [
  [0, 8],
  [4, 8],
  [2, 4],
  [1, 2],
] as const;

function place(frame: Frame, indexes: Uint8Array, width: number, height: number): Uint8Array {
  const data = new Uint8Array(4 * width * height);
  const passes = frame.isInterlaced ? PASSES : ([[0, 1]] as const);
  let from = 0;
  for (const [first, step] of passes) {
    for (let y = first; y < frame.height; y += step) {
      let to = 4 * ((frame.top + y) * width + frame.left);
      for (let x = 0; x < frame.width; x++, to += 4) {
        const index = indexes[from++] as number;
        if (index === frame.clear) continue;
        for (let channel = 0; channel < 3; channel++) data[to + channel] = frame.table[3 * index + channel] as number;
        data[to + 3] = 255;
      }
    }
  }
  return data;
}
