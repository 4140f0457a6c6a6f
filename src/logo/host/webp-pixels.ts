import type { ReadWasm } from "../../adapters/resvg.ts";
import { once } from "../../once.ts";
import type { Pixels } from "../../ports.ts";
import { logoFault } from "../errors.ts";
import { firstWebpFrame, readWebpSize, type WebpFrame } from "../webp.ts";

type Decode = (file: ArrayBuffer) => Promise<{ width: number; height: number; data: Uint8ClampedArray }>;

const loadOnce = /* @__PURE__ */ once(load);

/** The pixels of a WebP file; of an animated one its first frame.
 *  @throws {QrError} LOGO_INVALID when it is broken. */
export async function readWebp(readWasm: ReadWasm, bytes: Uint8Array): Promise<Pixels> {
  const frame = firstWebpFrame(bytes);
  const pixels = await decode(readWasm, frame ? stillFile(frame) : bytes);
  return frame ? placed(pixels, frame, readWebpSize(bytes)) : pixels;
}

async function decode(readWasm: ReadWasm, file: Uint8Array): Promise<Pixels> {
  const decoder = await loadOnce(readWasm);
  try {
    const { width, height, data } = await decoder(new Uint8Array(file).buffer);
    return { width, height, data: new Uint8Array(data.buffer, data.byteOffset, data.byteLength) };
  } catch {
    throw logoFault("is a broken WebP file: save it anew");
  }
}

async function load(readWasm: ReadWasm): Promise<Decode> {
  // First the file: where the package is not installed, it is this that says so.
  const wasm = await readWasm("@jsquash/webp/codec/dec/webp_dec.wasm");
  const { default: decode, init } = await import("@jsquash/webp/decode.js");
  await init(await WebAssembly.compile(wasm));
  return decode;
}

/** A frame on its transparent canvas. What would be beyond its edges is left out. */
function placed(frame: Pixels, { x, y }: { x: number; y: number }, canvas: { width: number; height: number }): Pixels {
  const { width, height } = canvas;
  const data = new Uint8Array(width * height * 4);
  const across = Math.min(frame.width, width - x);
  const along = Math.min(frame.height, height - y);
  for (let row = 0; across > 0 && row < along; row++) {
    const from = row * frame.width * 4;
    data.set(frame.data.subarray(from, from + across * 4), ((y + row) * width + x) * 4);
  }
  return { width, height, data };
}

/** Returns a frame of an animation as a file of its own. RFC 9649, 2.7. */
function stillFile({ size, chunks }: WebpFrame): Uint8Array {
  const file = new Uint8Array(30 + chunks.length);
  // Flags: there may be an alpha channel.
  file.set(new TextEncoder().encode("RIFF....WEBPVP8X\x0a\0\0\0\x10"));
  new DataView(file.buffer).setUint32(4, file.length - 8, true);
  file.set(size, 24);
  file.set(chunks, 30);
  return file;
}
