import type { Resvg } from "@resvg/resvg-wasm";
import { once } from "../async/once.ts";
import type { Pixels } from "../ports.ts";
import { joinBytes } from "../text/bytes.ts";
import { type Box, centered, fitInto } from "./resize.ts";

export type ReadWasm = (path: string) => Promise<BufferSource>;

export interface Rasterizer {
  /** Draws the document, scaled to fit the box and centred on a transparent background. Nothing is fetched: images
   *  come from data URIs, or from `images` by URL. There are no fonts, so text is not drawn.
   *  @throws {Error} with resvg's message if it is not an SVG document; {WebAssembly.RuntimeError} if resvg crashes,
   *  for example because it runs out of memory. */
  draw(svg: string | Uint8Array, box: Box, images?: Readonly<Record<string, Uint8Array>>): Promise<Pixels>;
}

type ResvgClass = typeof Resvg;
type Drawing = InstanceType<ResvgClass>;

/** The id of the memory section. WebAssembly Core 2.0, 5.5.16. */
const MEMORY_SECTION = 5;

const HEADER = 8;

/** Maximum memory for drawing, in pages of 64 KiB: 384 MiB. An SVG with a JPEG of 4096 x 4096 pixels needs most of
 *  it. */
export const MAX_PAGES = 6 * 1024;

/** The package can be initialized only once per process. */
const loadOnce = /* @__PURE__ */ once(load);

/** Creates a rasterizer. It loads the package with its first drawing. */
export function createRasterizer(readWasm: ReadWasm): Rasterizer {
  return {
    async draw(svg, box, images = {}) {
      const drawing = fitted(await loadOnce(readWasm), svg, box);
      for (const [address, bytes] of Object.entries(images)) drawing.resolveImage(address, bytes);
      // If `render` throws, the drawing is not freed: that would throw too, and hide the cause.
      const image = drawing.render();
      const pixels = { width: image.width, height: image.height, data: straight(image.pixels) };
      image.free();
      drawing.free();
      return pixels.width > box.width + 1 || pixels.height > box.height + 1
        ? fitInto(pixels, box)
        : centered(pixels, box);
    },
  };
}

/** Resolves to the wasm file of the package, with its memory limited to MAX_PAGES. */
export async function readResvg(readWasm: ReadWasm): Promise<Uint8Array<ArrayBuffer>> {
  return limitMemory(bytesOf(await readWasm("@resvg/resvg-wasm/index_bg.wasm")), MAX_PAGES);
}

async function load(readWasm: ReadWasm): Promise<ResvgClass> {
  // Reads the file before importing the package. If the package is not installed, reading fails with a helpful error.
  const wasm = await readResvg(readWasm);
  const { initWasm, Resvg } = await import("@resvg/resvg-wasm");
  try {
    await initWasm(wasm);
  } catch (error) {
    // Other code in this process may have initialized the package already.
    if (!(error instanceof Error && error.message.startsWith("Already initialized"))) throw error;
  }
  return Resvg;
}

function bytesOf(source: BufferSource): Uint8Array {
  return ArrayBuffer.isView(source)
    ? new Uint8Array(source.buffer, source.byteOffset, source.byteLength)
    : new Uint8Array(source);
}

/** Returns the document scaled to fit the box. No side becomes smaller than one pixel. */
function fitted(library: ResvgClass, svg: string | Uint8Array, { width, height }: Box): Drawing {
  const wide = new library(svg, { fitTo: { mode: "width", value: width } });
  const meetsWidth = wide.height * width <= wide.width * (height + 0.5);
  const isThin = meetsWidth ? wide.height * width < wide.width : wide.width * height < wide.height;
  if (meetsWidth && !isThin) return wide;
  wide.free();
  const mode = meetsWidth === isThin ? "height" : "width";
  return new library(svg, { fitTo: { mode, value: isThin ? 1 : height } });
}

/** Divides colours by alpha, in place. resvg premultiplies colours, and `Pixels` are not premultiplied. */
function straight(data: Uint8Array): Uint8Array {
  for (let at = 3; at < data.length; at += 4) {
    const alpha = data[at] as number;
    if (alpha === 255 || alpha === 0) continue;
    for (let channel = at - 3; channel < at; channel++) {
      data[channel] = Math.min(255, Math.round(((data[channel] as number) * 255) / alpha));
    }
  }
  return data;
}

/** Returns a copy of a WebAssembly module whose memory is limited to `pages` of 64 KiB, at most 16,383. A module that
 *  needs more memory traps. A module that already has a limit, or has no memory, is not changed. WebAssembly Core 2.0,
 *  5.5.8. */
export function limitMemory(module: Uint8Array, pages: number): Uint8Array<ArrayBuffer> {
  for (let at = HEADER; at < module.length; ) {
    const size = readNumber(module, at + 1);
    const end = size.end + size.value;
    if (module[at] === MEMORY_SECTION && module[size.end] === 1 && module[size.end + 1] === 0) {
      const least = module.subarray(size.end + 2, end);
      const section = [1, 1, ...least, (pages & 0x7f) | 0x80, pages >> 7];
      return joinBytes([
        module.subarray(0, at),
        Uint8Array.of(MEMORY_SECTION, section.length, ...section),
        module.subarray(end),
      ]);
    }
    at = end;
  }
  return joinBytes([module]);
}

/** Returns a LEB128 number and the position after it. WebAssembly Core 2.0, 5.2.2. */
function readNumber(bytes: Uint8Array, from: number): { value: number; end: number } {
  let value = 0;
  for (let at = from, shift = 0; ; at++, shift += 7) {
    const byte = bytes[at] ?? 0;
    value += (byte & 0x7f) * 2 ** shift;
    if (byte < 0x80) return { value, end: at + 1 };
  }
}
