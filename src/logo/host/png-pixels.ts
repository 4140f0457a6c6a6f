import type { Inflate } from "../../adapters/inflate-stream.ts";
import { unfilter } from "../../core/png-filters.ts";
import type { Pixels } from "../../ports.ts";
import { logoFault } from "../errors.ts";

/** A PNG's parts. W3C PNG, third edition, 11. */
interface Parts {
  readonly width: number;
  readonly height: number;
  readonly colourType: number;
  readonly palette: Uint8Array;
  readonly alphas: Uint8Array;
  readonly data: readonly Uint8Array<ArrayBuffer>[];
}

/** Channels of each colour type that is read here. */
const CHANNELS: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };

/** The pixels of a PNG with 8 bits a channel and no interlace, which nearly all are; undefined for others. It takes a
 *  fraction of the time of a library, which would draw the picture as well. The header is trusted to be checked.
 *  @throws {QrError} LOGO_INVALID when the file is broken. */
export async function readPngPixels(bytes: Uint8Array<ArrayBuffer>, inflate: Inflate): Promise<Pixels | undefined> {
  const parts = readParts(bytes);
  if (!parts) return undefined;
  const channels = CHANNELS[parts.colourType] as number;
  const rowLength = parts.width * channels;
  const length = (rowLength + 1) * parts.height;
  const raw = await inflated(parts.data, length, inflate);
  if (raw.length < length) throw broken();
  try {
    unfilter(raw, rowLength, parts.height, channels);
  } catch {
    throw broken();
  }
  return { width: parts.width, height: parts.height, data: toRgba(raw, parts) };
}

function readParts(bytes: Uint8Array<ArrayBuffer>): Parts | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const [depth, colourType = -1, , , interlace] = bytes.subarray(24);
  if (depth !== 8 || interlace !== 0 || !(colourType in CHANNELS)) return undefined;
  const data: Uint8Array<ArrayBuffer>[] = [];
  let [palette, alphas] = [new Uint8Array(0), new Uint8Array(0)];
  for (let at = 8; at + 12 <= bytes.length; ) {
    const length = view.getUint32(at);
    const body = bytes.subarray(at + 8, at + 8 + length);
    const type = String.fromCharCode(...bytes.subarray(at + 4, at + 8));
    if (type === "IDAT") data.push(body);
    else if (type === "PLTE") palette = body;
    else if (type === "tRNS") alphas = body;
    else if (type === "IEND") break;
    at += 12 + length;
  }
  // One colour that stands for transparency: rare, and left to the library.
  if (alphas.length > 0 && colourType !== 3) return undefined;
  return { width: view.getUint32(16), height: view.getUint32(20), colourType, palette, alphas, data };
}

async function inflated(data: Parts["data"], length: number, inflate: Inflate): Promise<Uint8Array> {
  try {
    return await inflate(data, length);
  } catch {
    throw broken();
  }
}

function toRgba(raw: Uint8Array, { width, height, colourType, palette, alphas }: Parts): Uint8Array {
  const out = new Uint8Array(width * height * 4);
  const channels = CHANNELS[colourType] as number;
  let to = 0;
  for (let y = 0; y < height; y++) {
    let from = y * (width * channels + 1) + 1;
    if (colourType === 6) {
      out.set(raw.subarray(from, from + 4 * width), to);
      to += 4 * width;
      continue;
    }
    for (const end = to + 4 * width; to < end; to += 4, from += channels) {
      const first = raw[from] as number;
      if (colourType === 3) {
        const entry = 3 * first;
        if (entry >= palette.length) throw broken();
        out[to] = palette[entry] as number;
        out[to + 1] = palette[entry + 1] as number;
        out[to + 2] = palette[entry + 2] as number;
        out[to + 3] = alphas[first] ?? 255;
      } else {
        const isGrey = channels < 3;
        out[to] = first;
        out[to + 1] = isGrey ? first : (raw[from + 1] as number);
        out[to + 2] = isGrey ? first : (raw[from + 2] as number);
        out[to + 3] = channels === 2 ? (raw[from + 1] as number) : 255;
      }
    }
  }
  return out;
}

function broken() {
  return logoFault("is a broken PNG file: save it anew");
}
