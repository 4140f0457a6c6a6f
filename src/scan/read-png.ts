import { unfilter } from "../core/png-filters.ts";
import type { Pixels } from "../ports.ts";

/** Gives what a zlib stream in `parts` holds; fails when that is more than `length` bytes. */
export type Inflate = (parts: readonly Uint8Array[], length: number) => Uint8Array | Promise<Uint8Array>;

/** The pixels of a PNG as isoqr writes it: palette or true colour, without transparency and interlace.
 *  @throws {Error} when it is anything else. W3C PNG, third edition. */
export async function readPng(file: Uint8Array, inflate: Inflate): Promise<Pixels> {
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength);
  const [width, height] = [view.getUint32(16), view.getUint32(20)];
  const [depth = 0, kind] = [file[24], file[25]];
  if (kind !== 3 && (kind !== 2 || depth !== 8))
    throw new Error(`no PNG of isoqr's: ${depth} bits of colour type ${kind}`);
  let palette: Uint8Array | undefined;
  const parts: Uint8Array[] = [];
  for (let at = 8; at < file.length; at += 12 + view.getUint32(at)) {
    const body = file.subarray(at + 8, at + 8 + view.getUint32(at));
    const type = view.getUint32(at + 4);
    if (type === PLTE) palette = body;
    if (type === IDAT) parts.push(body);
  }
  const bits = palette ? depth : 24;
  const rowBytes = Math.ceil((width * bits) / 8);
  const rows = await inflate(parts, (rowBytes + 1) * height);
  if (rows.length !== (rowBytes + 1) * height) throw new Error(`no PNG of isoqr's: ${rows.length} bytes of scanlines`);
  unfilter(rows, rowBytes, height, Math.max(1, bits >> 3));
  return {
    width,
    height,
    data: palette ? byPalette(rows, width, height, depth, palette) : byColour(rows, width, height),
  };
}

const PLTE = 0x504c5445;
const IDAT = 0x49444154;

function byPalette(rows: Uint8Array, width: number, height: number, depth: number, palette: Uint8Array): Uint8Array {
  const colours = new Uint32Array(1 << depth);
  for (let i = 0; 3 * i < palette.length; i++) {
    const [red = 0, green = 0, blue = 0] = palette.subarray(3 * i);
    colours[i] = red | (green << 8) | (blue << 16) | 0xff000000;
  }
  const mask = (1 << depth) - 1;
  const words = new Uint32Array(width * height);
  for (let y = 0, at = 0, from = 0; y < height; y++) {
    // The byte before the first is the filter's number.
    for (let x = 0, byte = 0, left = 0; x < width; x++, at++) {
      if (left === 0) {
        byte = rows[++from] as number;
        left = 8;
      }
      left -= depth;
      words[at] = colours[(byte >> left) & mask] as number;
    }
    from++;
  }
  return new Uint8Array(words.buffer);
}

function byColour(rows: Uint8Array, width: number, height: number): Uint8Array {
  const data = new Uint8Array(width * height * 4).fill(255);
  for (let y = 0, at = 0, from = 0; y < height; y++) {
    from++;
    for (let x = 0; x < width; x++, at += 4, from += 3) {
      data[at] = rows[from] as number;
      data[at + 1] = rows[from + 1] as number;
      data[at + 2] = rows[from + 2] as number;
    }
  }
  return data;
}
