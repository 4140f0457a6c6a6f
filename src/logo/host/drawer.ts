import { inflateStream } from "../../adapters/inflate-stream.ts";
import { type Box, fitInto, READ_SIDE } from "../../adapters/resize.ts";
import { createRasterizer, type Rasterizer, type ReadWasm } from "../../adapters/resvg.ts";
import { once } from "../../async/once.ts";
import { type Inflate, readPngPixels } from "../../core/png-reader.ts";
import { logoNotDrawn, svgMalformed } from "../../messages/logo-rules.ts";
import type { LogoHeader, LogoJob, Pixels } from "../../ports.ts";
import { brokenFile, logoFault, svgFault } from "../errors.ts";
import { readLogoHeader } from "../header.ts";
import { readJpegHeader } from "../jpeg.ts";
import { checkVisible, orient } from "../pixels.ts";
import { checkSvg } from "../svg-check.ts";
import { firstWebpFrame, readWebpSize, type WebpFrame } from "../webp.ts";
import { readJpegRows } from "./jpeg-rows.ts";
import { readPngRows } from "./png-rows.ts";

/** Creates a function that draws logos in this thread: SVG and small JPEGs with resvg, WebP with libwebp, and PNGs, CMYK
 *  JPEGs and large JPEGs without a library. `readWasm` loads the libraries when they are first needed. The function rejects
 *  with QrError LOGO_INVALID if a logo is not supported, damaged, or fully transparent. */
export function createLogoDrawer(
  readWasm: ReadWasm,
  inflate: Inflate = inflateStream,
): (job: LogoJob) => Promise<Pixels> {
  const rasterizer = createRasterizer(readWasm);

  async function readRaster(bytes: Uint8Array, header: LogoHeader): Promise<Pixels> {
    if (header.kind === "webp") return readWebp(readWasm, bytes);
    if (header.kind === "jpeg") return readJpeg(rasterizer, bytes);
    const isSmall = Math.max(header.width, header.height) <= READ_SIDE;
    return (isSmall && (await readPng(bytes, inflate))) || readLargePng(bytes);
  }

  return async ({ bytes, width, height }) => {
    const box = { width, height };
    const header = readLogoHeader(bytes);
    // Libraries silently skip what they cannot read, so an empty picture can mean a damaged file.
    return header.kind === "svg"
      ? drawVisibleSvg(rasterizer, bytes, box)
      : fitInto(checkVisible(await readRaster(bytes, header)), box);
  };
}

/** Resolves to the pixels of a PNG with 8 bits per sample, faster than `readLargePng`. Resolves to undefined for other bit
 *  depths and for some rare kinds. Rejects with QrError LOGO_INVALID if the file is damaged. */
export async function readPng(bytes: Uint8Array, inflate: Inflate): Promise<Pixels | undefined> {
  if (bytes[24] !== 8) return undefined;
  return readPngPixels(new Uint8Array(bytes), inflate).catch(refusePng);
}

/** Resolves to the pixels of any PNG, scaled down if it is large. Rejects with QrError LOGO_INVALID if the file is damaged. */
function readLargePng(bytes: Uint8Array): Promise<Pixels> {
  return readPngRows(new Uint8Array(bytes)).catch(refusePng);
}

function refusePng(cause: unknown): never {
  throw brokenFile("PNG", cause);
}

/** Draws an SVG. If nothing is visible, tries a larger box, so that an SVG is valid or invalid in every box. */
async function drawVisibleSvg(rasterizer: Rasterizer, bytes: Uint8Array, box: Box): Promise<Pixels> {
  const pixels = await drawSvg(rasterizer, bytes, box);
  if (pixels.data.every((byte, at) => at % 4 !== 3 || byte === 0)) {
    checkVisible(await drawSvg(rasterizer, bytes, { width: READ_SIDE, height: READ_SIDE }));
  }
  return pixels;
}

/** Draws an SVG with resvg, scaled to fit `box`. Rejects with QrError LOGO_INVALID if resvg cannot parse the SVG or
 *  runs out of memory. */
async function drawSvg(rasterizer: Rasterizer, bytes: Uint8Array, box: Box): Promise<Pixels> {
  const text = checkSvg(bytes);
  try {
    return await rasterizer.draw(text, box);
  } catch (error) {
    if (error instanceof WebAssembly.RuntimeError) {
      throw svgFault("that cannot be drawn: simplify it", error);
    }
    if (error instanceof Error && /^SVG /.test(error.message)) {
      throw logoFault(svgMalformed);
    }
    throw error;
  }
}

/** Draws a JPEG and applies its orientation, which resvg ignores. resvg draws only small files, because it keeps all pixels
 *  in memory, and no CMYK files. */
async function readJpeg(rasterizer: Rasterizer, bytes: Uint8Array): Promise<Pixels> {
  const { width, height, orientation, isCmyk } = readJpegHeader(bytes);
  if (isCmyk || Math.max(width, height) > READ_SIDE) return orient(readJpegInRows(bytes), orientation);
  const stored = orientation > 4 ? { width: height, height: width } : { width, height };
  return orient(await drawRaster(rasterizer, bytes, stored), orientation);
}

function readJpegInRows(bytes: Uint8Array): Pixels {
  try {
    return readJpegRows(bytes);
  } catch (cause) {
    throw brokenFile("JPEG", cause);
  }
}

/** Draws a JPEG at its stored size. */
async function drawRaster(rasterizer: Rasterizer, bytes: Uint8Array, box: Box): Promise<Pixels> {
  const frame = `width="${box.width}" height="${box.height}"`;
  const svg =
    `<svg xmlns="http://www.w3.org/2000/svg" ${frame}>` +
    `<image ${frame} preserveAspectRatio="none" href="${ADDRESS}"/></svg>`;
  try {
    return await rasterizer.draw(svg, box, { [ADDRESS]: bytes });
  } catch (error) {
    if (!(error instanceof WebAssembly.RuntimeError)) throw error;
    throw logoFault(logoNotDrawn, undefined, error);
  }
}

/** A dummy URL, because resvg accepts images only by URL. Nothing is fetched: resvg receives the bytes. */
const ADDRESS = "https://logo.invalid/";

const loadWebp = /* @__PURE__ */ once(async (readWasm: ReadWasm) => {
  // Reads the file before importing the package. If the package is not installed, reading fails with a helpful error.
  const wasm = await readWasm("@jsquash/webp/codec/dec/webp_dec.wasm");
  const { default: decode, init } = await import("@jsquash/webp/decode.js");
  await init(await WebAssembly.compile(wasm));
  return decode;
});

/** Resolves to the pixels of a WebP file. For an animated file, these are the pixels of its first frame. Rejects
 *  with QrError LOGO_INVALID if the file is damaged. */
export async function readWebp(readWasm: ReadWasm, bytes: Uint8Array): Promise<Pixels> {
  const frame = firstWebpFrame(bytes);
  const pixels = await decodeWebp(readWasm, frame ? stillFile(frame) : bytes);
  return frame ? placeFrame(pixels, frame, readWebpSize(bytes)) : pixels;
}

async function decodeWebp(readWasm: ReadWasm, file: Uint8Array): Promise<Pixels> {
  const decode = await loadWebp(readWasm);
  try {
    const { width, height, data } = await decode(new Uint8Array(file).buffer);
    return { width, height, data: new Uint8Array(data.buffer, data.byteOffset, data.byteLength) };
  } catch {
    throw brokenFile("WebP");
  }
}

/** Places a frame on a transparent canvas, and cuts off what is outside of it. */
function placeFrame(frame: Pixels, { x, y }: { x: number; y: number }, { width, height }: Box): Pixels {
  const data = new Uint8Array(width * height * 4);
  const columns = Math.min(frame.width, width - x);
  const rows = Math.min(frame.height, height - y);
  for (let row = 0; columns > 0 && row < rows; row++) {
    const from = row * frame.width * 4;
    data.set(frame.data.subarray(from, from + columns * 4), ((y + row) * width + x) * 4);
  }
  return { width, height, data };
}

/** Returns a frame of an animation as a separate WebP file. RFC 9649, 2.7. */
function stillFile({ size, chunks }: WebpFrame): Uint8Array {
  const file = new Uint8Array(30 + chunks.length);
  // 0x10: the image may have an alpha channel.
  file.set(new TextEncoder().encode("RIFF....WEBPVP8X\x0a\0\0\0\x10"));
  new DataView(file.buffer).setUint32(4, file.length - 8, true);
  file.set(size, 24);
  file.set(chunks, 30);
  return file;
}
