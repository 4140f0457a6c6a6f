import type { Pixels } from "../ports.ts";

/** Inflates the zlib stream in `parts`. Throws or rejects if the stream is damaged or inflates to more than `length`
 *  bytes. */
export type Inflate = (parts: readonly Uint8Array<ArrayBuffer>[], length: number) => Uint8Array | Promise<Uint8Array>;

/** The header of a PNG. W3C PNG, third edition, 11.2.1. */
export interface PngHeader {
  readonly width: number;
  readonly height: number;
  /** Bits per sample, or per palette index. */
  readonly depth: number;
  readonly colorType: number;
  readonly isInterlaced: boolean;
}

/** Samples per pixel by colour type: grey, RGB, palette, grey with alpha, RGBA. */
export const CHANNELS: readonly (number | undefined)[] = [1, undefined, 3, 1, 2, undefined, 4];
export const PALETTE = 3;

/** Returns the header of a PNG; undefined for other or truncated files. */
export function readPngHeader(file: Uint8Array): PngHeader | undefined {
  const view = viewOf(file);
  if (file.length < 33 || view.getUint32(0) !== 0x89504e47 || view.getUint32(12) !== IHDR) return undefined;
  const [depth = 0, colorType = 0, , , interlace] = file.subarray(24);
  return { width: view.getUint32(16), height: view.getUint32(20), depth, colorType, isInterlaced: interlace !== 0 };
}

/** Returns an upper bound, in bytes, for the inflated image data. Each row starts with a filter byte. An interlaced image
 *  has up to twice as many rows, and each of them is rounded up to a whole byte. */
export function inflatedLimit({ width, height, depth, colorType }: PngHeader): number {
  return Math.ceil((width * depth * (CHANNELS[colorType] ?? 0)) / 8) * height + 4 * height + 64;
}

const [IHDR, PLTE, TRNS, IDAT, IEND] = [0x49484452, 0x504c5445, 0x74524e53, 0x49444154, 0x49454e44];

interface PngChunks {
  readonly palette: Uint8Array;
  /** Alpha values of the first palette entries. */
  readonly alphas: Uint8Array;
  /** Parts of one zlib stream. */
  readonly data: readonly Uint8Array<ArrayBuffer>[];
}

/** Returns the contents of the palette, transparency and image data chunks of a PNG. For a truncated file, returns the
 *  parts that it contains. */
export function readPngChunks(file: Uint8Array<ArrayBuffer>): PngChunks {
  const view = viewOf(file);
  const data: Uint8Array<ArrayBuffer>[] = [];
  let [palette, alphas] = [new Uint8Array(0), new Uint8Array(0)];
  for (let at = 8; at + 12 <= file.length; ) {
    const length = view.getUint32(at);
    const type = view.getUint32(at + 4);
    const body = file.subarray(at + 8, at + 8 + length);
    if (type === IDAT) data.push(body);
    else if (type === PLTE) palette = body;
    else if (type === TRNS) alphas = body;
    else if (type === IEND) break;
    at += 12 + length;
  }
  return { palette, alphas, data };
}

/** Resolves to the pixels of a PNG with a palette or 8 bits per sample. Resolves to undefined for files that are not
 *  PNGs and for rare kinds of PNG: interlaced, with 16 bits per sample, grey with fewer than 8 bits, or with a single
 *  transparent colour. Rejects with an Error if the file is damaged. */
export async function readPngPixels(file: Uint8Array<ArrayBuffer>, inflate: Inflate): Promise<Pixels | undefined> {
  const reader = readerOf(file);
  return reader?.read(await inflate(reader.data, reader.length));
}

/** Returns the pixels of a PNG like `readPngPixels`. @throws {Error} if the file is damaged. */
export function readPngNow(
  file: Uint8Array<ArrayBuffer>,
  inflate: (parts: readonly Uint8Array<ArrayBuffer>[], length: number) => Uint8Array,
): Pixels | undefined {
  const reader = readerOf(file);
  return reader?.read(inflate(reader.data, reader.length));
}

/** Returns the compressed scanlines of a PNG, their length without compression, and the function that reads them. */
function readerOf(file: Uint8Array<ArrayBuffer>) {
  const header = readPngHeader(file);
  const channels = CHANNELS[header?.colorType ?? 1];
  if (!header || !channels || header.isInterlaced) return undefined;
  const { width, height, depth, colorType } = header;
  if (depth > 8 || (depth < 8 && colorType !== PALETTE)) return undefined;
  const { palette, alphas, data } = readPngChunks(file);
  // Without a palette, tRNS contains the transparent colour. Such files are too rare to read them here.
  if (alphas.length > 0 && colorType !== PALETTE) return undefined;
  const rowLength = Math.ceil((width * channels * depth) / 8);
  const length = (rowLength + 1) * height;
  const read = (rows: Uint8Array): Pixels => {
    if (rows.length < length) throw new Error(`PNG has ${rows.length} bytes of scanlines, expected ${length}`);
    unfilter(rows, rowLength, height, Math.max(1, (channels * depth) >> 3));
    const rgba =
      colorType === PALETTE ? fromPalette(rows, header, palette, alphas) : fromSamples(rows, header, channels);
    return { width, height, data: rgba };
  };
  return { data, length, read };
}

function fromPalette(rows: Uint8Array, { width, height, depth }: PngHeader, palette: Uint8Array, alphas: Uint8Array) {
  // Red is the lowest byte of a word, because all current engines are little-endian.
  const colors = Array.from({ length: Math.ceil(palette.length / 3) }, (_, i) => {
    const [red = 0, green = 0, blue = 0] = palette.subarray(3 * i);
    return red | (green << 8) | (blue << 16) | ((alphas[i] ?? 255) << 24);
  });
  const mask = (1 << depth) - 1;
  const words = new Uint32Array(width * height);
  const stride = Math.ceil((width * depth) / 8) + 1;
  for (let y = 0, at = 0; y < height; y++) {
    let from = y * stride;
    // Fast path: most scanlines of a QR code equal the one above.
    if (y > 0 && isRepeated(rows, from + 1, stride)) {
      words.copyWithin(at, at - width, at);
      at += width;
      continue;
    }
    for (let x = 0, byte = 0, left = 0; x < width; x++, at++) {
      if (left === 0) {
        // The first byte of a row is its filter.
        byte = rows[++from] as number;
        left = 8;
      }
      left -= depth;
      const color = colors[(byte >> left) & mask];
      if (color === undefined) throw new Error("PNG has an index outside its palette");
      words[at] = color;
    }
  }
  return new Uint8Array(words.buffer);
}

/** Returns whether a scanline of `stride` bytes has the pixels of the one above. The scanline starts before index `at`. */
function isRepeated(rows: Uint8Array, at: number, stride: number): boolean {
  const end = at + stride - 1;
  while (at < end && rows[at] === rows[at - stride]) at++;
  return at === end;
}

function fromSamples(rows: Uint8Array, { width, height }: PngHeader, channels: number): Uint8Array {
  const out = new Uint8Array(width * height * 4);
  const isGray = channels < 3;
  for (let y = 0, to = 0; y < height; y++) {
    let from = y * (width * channels + 1) + 1;
    if (channels === 4) {
      out.set(rows.subarray(from, from + 4 * width), to);
      to += 4 * width;
      continue;
    }
    for (const end = to + 4 * width; to < end; to += 4, from += channels) {
      const first = rows[from] as number;
      out[to] = first;
      out[to + 1] = isGray ? first : (rows[from + 1] as number);
      out[to + 2] = isGray ? first : (rows[from + 2] as number);
      out[to + 3] = channels === 2 ? (rows[from + 1] as number) : 255;
    }
  }
  return out;
}

/** Reverses the filters of scanlines in place. Each scanline is a byte with the filter type and `rowLength` bytes of
 *  pixels; `step` is the number of bytes per pixel, at least 1. W3C PNG, third edition, 9.2.
 *  @throws {RangeError} for an unknown filter type. */
export function unfilter(rows: Uint8Array, rowLength: number, height: number, step: number): void {
  const stride = rowLength + 1;
  for (let y = 0; y < height; y++) {
    const start = y * stride + 1;
    const end = start + rowLength;
    const filter = rows[start - 1] as number;
    if (filter > 4) throw new RangeError(`PNG has an unknown filter type: ${filter}`);
    // Bytes above the first scanline and left of the first pixel count as 0.
    if (filter === 1 || (filter === 4 && y === 0)) {
      for (let at = start + step; at < end; at++) rows[at] = (rows[at] as number) + (rows[at - step] as number);
    } else if (filter === 2 && y > 0) {
      for (let at = start; at < end; at++) rows[at] = (rows[at] as number) + (rows[at - stride] as number);
    } else if (filter === 3) {
      for (let at = start; at < end; at++) {
        const left = at < start + step ? 0 : (rows[at - step] as number);
        const up = y === 0 ? 0 : (rows[at - stride] as number);
        rows[at] = (rows[at] as number) + ((left + up) >> 1);
      }
    } else if (filter === 4) {
      const first = Math.min(start + step, end);
      for (let at = start; at < first; at++) rows[at] = (rows[at] as number) + (rows[at - stride] as number);
      for (let at = first; at < end; at++) {
        const up = rows[at - stride] as number;
        rows[at] = (rows[at] as number) + paeth(rows[at - step] as number, up, rows[at - stride - step] as number);
      }
    }
  }
}

/** Returns the Paeth predictor: the neighbour that is nearest to left + up - corner. If several are equally near, left
 *  comes first, then up. W3C PNG, third edition, 9.4. */
function paeth(left: number, up: number, corner: number): number {
  const byLeft = Math.abs(up - corner);
  const byUp = Math.abs(left - corner);
  const byCorner = Math.abs(left + up - 2 * corner);
  if (byLeft <= byUp && byLeft <= byCorner) return left;
  return byUp <= byCorner ? up : corner;
}

export function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
