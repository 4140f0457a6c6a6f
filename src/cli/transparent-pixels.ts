import { inflate } from "../adapters/inflate.ts";
import { inflatedLimit, readPngChunks, readPngHeader, unfilter, viewOf } from "../core/png-reader.ts";
import type { Pixels } from "../ports.ts";
import { readGifPixels } from "./gif-pixels.ts";

/** Returns the pixels of a PNG, GIF or BMP that may have transparent ones. Returns undefined for other files, and for
 *  files that are damaged or opaque. Animations are represented by their first frame. */
export function readTransparentPixels(file: Uint8Array<ArrayBuffer>): Pixels | undefined {
  const start = String.fromCharCode(...file.subarray(0, 3));
  if (start === "GIF") return readGifPixels(file);
  if (start.startsWith("BM")) return readBmpPixels(file);
  return readPngPixels(file);
}

/** Samples per pixel by colour type: grey, RGB, palette, grey with alpha, RGBA. */
const CHANNELS = [1, 0, 3, 1, 2, 0, 4] as const;
const PALETTE = 3;

/** Where the pixels of each pass begin, and their distances. W3C PNG, third edition, 8.1. */
const PASSES = [
  { left: 0, top: 0, across: 8, down: 8 },
  { left: 4, top: 0, across: 8, down: 8 },
  { left: 0, top: 4, across: 4, down: 8 },
  { left: 2, top: 0, across: 4, down: 4 },
  { left: 0, top: 2, across: 2, down: 4 },
  { left: 1, top: 0, across: 2, down: 2 },
  { left: 0, top: 1, across: 1, down: 2 },
];

/** Reads every kind of PNG. Of samples with 16 bits, keeps the upper 8. */
function readPngPixels(file: Uint8Array<ArrayBuffer>): Pixels | undefined {
  const header = readPngHeader(file);
  const channels = CHANNELS[header?.colorType ?? 1] ?? 0;
  const { palette, alphas, data } = readPngChunks(file);
  if (!header || channels === 0 || ![1, 2, 4, 8, 16].includes(header.depth)) return undefined;
  const { width, height, depth, colorType, isInterlaced } = header;
  if (colorType < 4 && alphas.length === 0) return undefined;
  const colorOf = colorType === PALETTE ? paletteColor(palette, alphas) : sampleColor(depth, channels, alphas);
  const out = new Uint8Array(4 * width * height);
  try {
    let rows = inflate(data, inflatedLimit(header));
    for (const { left, top, across, down } of isInterlaced ? PASSES : [{ left: 0, top: 0, across: 1, down: 1 }]) {
      const [columns, lines] = [Math.ceil((width - left) / across), Math.ceil((height - top) / down)];
      if (columns <= 0 || lines <= 0) continue;
      const length = Math.ceil((columns * channels * depth) / 8);
      if (rows.length < lines * (length + 1)) return undefined;
      unfilter(rows, length, lines, Math.max(1, (channels * depth) >> 3));
      for (let line = 0; line < lines; line++) {
        const row = rows.subarray(line * (length + 1) + 1);
        const start = 4 * ((top + line * down) * width + left);
        for (let x = 0; x < columns; x++) {
          colorOf((channel) => sampleAt(row, x * channels + channel, depth), out, start + 4 * across * x);
        }
      }
      rows = rows.subarray(lines * (length + 1));
    }
  } catch {
    return undefined; // the data is damaged
  }
  return { width, height, data: out };
}

function sampleAt(row: Uint8Array, at: number, depth: number): number {
  if (depth === 8) return row[at] as number;
  if (depth === 16) return ((row[2 * at] as number) << 8) | (row[2 * at + 1] as number);
  const bit = at * depth;
  return ((row[bit >> 3] as number) >> (8 - depth - (bit & 7))) & ((1 << depth) - 1);
}

/** Writes the colour of a pixel to `out`. `sample` returns the value of one of its channels. */
type WriteColor = (sample: (channel: number) => number, out: Uint8Array, to: number) => void;

function paletteColor(palette: Uint8Array, alphas: Uint8Array): WriteColor {
  return (sample, out, to) => {
    const index = sample(0);
    out.set(palette.subarray(3 * index, 3 * index + 3), to);
    out[to + 3] = alphas[index] ?? 255;
  };
}

/** `key` is the contents of the chunk tRNS: the one transparent colour, with 16 bits per sample. */
function sampleColor(depth: number, channels: number, key: Uint8Array): WriteColor {
  const colors = channels < 3 ? 1 : 3;
  const hasAlpha = channels > colors;
  const hasKey = !hasAlpha && key.length >= 2 * colors;
  const view = viewOf(key);
  const scale = 255 / ((1 << depth) - 1);
  return (sample, out, to) => {
    let isClear = hasKey;
    for (let channel = 0; channel < 3; channel++) {
      const value = sample(colors === 1 ? 0 : channel);
      out[to + channel] = value * scale;
      isClear &&= view.getUint16(colors === 1 ? 0 : 2 * channel) === value;
    }
    out[to + 3] = isClear ? 0 : hasAlpha ? sample(colors) * scale : 255;
  };
}

/** Positions in the header of a BMP. BITMAPV4HEADER. */
const [DATA, HEADER_SIZE, WIDTH, HEIGHT, BITS, MASKS] = [10, 14, 18, 22, 28, 54];

/** The size of the first header with a mask for alpha. */
const WITH_ALPHA = 56;

/** Reads a BMP with 8 bits for each of red, green, blue and alpha. */
function readBmpPixels(file: Uint8Array): Pixels | undefined {
  const view = viewOf(file);
  if (file.length < MASKS + 16 || view.getUint32(HEADER_SIZE, true) < WITH_ALPHA) return undefined;
  if (view.getUint16(BITS, true) !== 32) return undefined;
  const channels = [0, 4, 8, 12].map((offset) => MASK_BYTES.get(view.getUint32(MASKS + offset, true)));
  const [width, height, from] = [view.getInt32(WIDTH, true), view.getInt32(HEIGHT, true), view.getUint32(DATA, true)];
  const lines = Math.abs(height);
  if (channels.includes(undefined) || width <= 0 || file.length < from + 4 * width * lines) return undefined;
  const data = new Uint8Array(4 * width * lines);
  let isVisible = false;
  for (let y = 0, to = 0; y < lines; y++) {
    // The rows of a positive height go from the bottom to the top.
    const row = from + 4 * width * (height > 0 ? lines - 1 - y : y);
    for (let at = row; at < row + 4 * width; at += 4, to += 4) {
      for (let channel = 0; channel < 4; channel++) {
        data[to + channel] = file[at + (channels[channel] as number)] as number;
      }
      isVisible ||= data[to + 3] !== 0;
    }
  }
  // Some programs declare alpha but leave it 0.
  return isVisible ? { width, height: lines, data } : undefined;
}

/** The byte that each mask selects. */
const MASK_BYTES: ReadonlyMap<number, number> = new Map([
  [0xff, 0],
  [0xff00, 1],
  [0xff0000, 2],
  [0xff000000, 3],
]);
