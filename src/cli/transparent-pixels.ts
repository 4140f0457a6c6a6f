import { readPngChunks, readPngHeader, viewOf } from "../core/png-reader.ts";
import { readPngRows } from "../logo/host/png-rows.ts";
import type { Pixels } from "../ports.ts";
import { readGifPixels } from "./gif-pixels.ts";

/** Width and height to which larger PNGs are scaled down. A module of the largest code then still has 11 pixels. */
const LARGEST_SIDE = 2048;

/** Resolves to the pixels of a PNG, GIF or BMP that may have transparent ones; undefined for other files, and for files that
 *  are damaged or opaque. Animations are represented by their first frame. */
export async function readTransparentPixels(file: Uint8Array<ArrayBuffer>): Promise<Pixels | undefined> {
  const start = String.fromCharCode(...file.subarray(0, 3));
  if (start === "GIF") return readGifPixels(file);
  if (start.startsWith("BM")) return readBmpPixels(file);
  return readPngPixels(file);
}

/** The lowest PNG colour type with an alpha channel: 4 is grey with alpha, and 6 is RGBA. */
const WITH_ALPHA_CHANNEL = 4;

async function readPngPixels(file: Uint8Array<ArrayBuffer>): Promise<Pixels | undefined> {
  const header = readPngHeader(file);
  if (!header || (header.colorType < WITH_ALPHA_CHANNEL && readPngChunks(file).alphas.length === 0)) return undefined;
  return readPngRows(file, LARGEST_SIDE).catch(() => undefined);
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
    // With a positive height, rows are stored from bottom to top.
    const row = from + 4 * width * (height > 0 ? lines - 1 - y : y);
    for (let at = row; at < row + 4 * width; at += 4, to += 4) {
      for (let channel = 0; channel < 4; channel++) {
        data[to + channel] = file[at + (channels[channel] as number)] as number;
      }
      isVisible ||= data[to + 3] !== 0;
    }
  }
  // Some programs declare an alpha channel, but set it to 0 everywhere.
  return isVisible ? { width, height: lines, data } : undefined;
}

/** The byte that each mask selects. */
const MASK_BYTES: ReadonlyMap<number, number> = new Map([
  [0xff, 0],
  [0xff00, 1],
  [0xff0000, 2],
  [0xff000000, 3],
]);
