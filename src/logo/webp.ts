import { viewOf } from "../core/png-reader.ts";
import { brokenFile } from "./errors.ts";
import { type Size, sizeOrBroken, tagAt } from "./file.ts";

type Chunk = { name: string; body: Uint8Array };

/** The first frame of an animation, with its position on the canvas. */
export interface WebpFrame extends Size {
  readonly x: number;
  readonly y: number;
  /** The six bytes of width and height in the file. */
  readonly size: Uint8Array;
  readonly chunks: Uint8Array;
}

/** Returns the size of the canvas. The image data repeats the size, and decoders trust that copy, so the two must be
 *  equal. The frame of an animation must be inside the canvas. RFC 9649, 2.5 to 2.7.
 *  @throws {QrError} LOGO_INVALID. */
export function readWebpSize(bytes: Uint8Array): Size {
  const [first] = chunksIn(bytes, 12);
  if (first?.name !== "VP8X") return pictureSize(first ? [first] : []);
  if (first.body.length < 10) throw brokenFile("WebP");
  const view = viewOf(first.body);
  const canvas = { width: 1 + uint24(view, 4), height: 1 + uint24(view, 7) };
  const frame = firstWebpFrame(bytes);
  if (!frame) {
    const { width, height } = pictureSize(chunksIn(bytes, 12));
    if (width !== canvas.width || height !== canvas.height) throw brokenFile("WebP");
    return canvas;
  }
  const inside = frame.x + frame.width <= canvas.width && frame.y + frame.height <= canvas.height;
  const { width, height } = pictureSize(chunksIn(frame.chunks, 0));
  if (!inside || width !== frame.width || height !== frame.height) throw brokenFile("WebP");
  return canvas;
}

/** Returns the first frame of an animated WebP; undefined for a still image. RFC 9649, 2.7.1.1.
 *  @throws {QrError} LOGO_INVALID if an animation has no frame. */
export function firstWebpFrame(bytes: Uint8Array): WebpFrame | undefined {
  for (const { name, body } of chunksIn(bytes, 12)) {
    if (name === "VP8X" && ((body[0] ?? 0) & 2) === 0) return undefined;
    if (name.startsWith("VP8") && name !== "VP8X") return undefined;
    if (name !== "ANMF" || body.length < 24) continue;
    const view = viewOf(body);
    const [x, y] = [2 * uint24(view, 0), 2 * uint24(view, 3)];
    const size = body.subarray(6, 12);
    return { x, y, width: 1 + uint24(view, 6), height: 1 + uint24(view, 9), size, chunks: body.subarray(16) };
  }
  throw brokenFile("WebP");
}

/** Yields all complete chunks, starting at offset `at`. RFC 9649, 2.3. */
function* chunksIn(bytes: Uint8Array, at: number): Generator<Chunk, void> {
  const view = viewOf(bytes);
  while (at + 8 <= bytes.length) {
    const length = view.getUint32(at + 4, true);
    const end = at + 8 + length;
    if (end > bytes.length) return;
    yield { name: tagAt(bytes, at), body: bytes.subarray(at + 8, end) };
    at = end + (length & 1);
  }
}

/** Returns the size in the first image data among `chunks`. RFC 6386, 9.1; RFC 9649, 3.4. */
function pictureSize(chunks: Iterable<Chunk>): Size {
  for (const { name, body } of chunks) {
    if (name === "VP8L" && body.length >= 5 && body[0] === 0x2f) {
      const bits = viewOf(body).getUint32(1, true);
      return { width: 1 + (bits & 0x3fff), height: 1 + ((bits >> 14) & 0x3fff) };
    }
    if (name === "VP8 " && body.length >= 10 && body[3] === 0x9d && body[4] === 0x01 && body[5] === 0x2a) {
      const view = viewOf(body);
      const size = { width: view.getUint16(6, true) & 0x3fff, height: view.getUint16(8, true) & 0x3fff };
      return sizeOrBroken(size, "WebP");
    }
    if (name === "VP8L" || name === "VP8 ") break;
  }
  throw brokenFile("WebP");
}

function uint24(view: DataView, at: number): number {
  return view.getUint16(at, true) | (view.getUint8(at + 2) << 16);
}
