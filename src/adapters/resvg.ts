import type { Resvg } from "@resvg/resvg-wasm";
import { once } from "../once.ts";
import type { Pixels } from "../ports.ts";
import { type Box, centered, fitInto } from "./resize.ts";
import { limitMemory } from "./wasm-memory.ts";

/** Gives the bytes of a wasm file inside a package. */
export type ReadWasm = (path: string) => Promise<BufferSource>;

/** Draws SVG documents by resvg. */
export interface Rasterizer {
  /** The document as large as fits the box, centered on transparent ground. Nothing is fetched: of images only those in
   *  data URIs are drawn, and `images` by their addresses. Text needs outlines, for there are no fonts.
   *  @throws {Error} in resvg's words when it is no SVG document; {WebAssembly.RuntimeError} when that is too much for it. */
  draw(svg: string | Uint8Array, box: Box, images?: Readonly<Record<string, Uint8Array>>): Promise<Pixels>;
}

type ResvgClass = typeof Resvg;
type Drawing = InstanceType<ResvgClass>;

/** Memory for drawing, in pages of 64 KiB: 384 MiB, of which a JPEG of 4096 x 4096 takes most. */
const MOST_PAGES = 6 * 1024;

/** The package may be given its wasm only once in a process. */
const loadOnce = /* @__PURE__ */ once(load);

/** A rasterizer; its library is loaded when it first draws. */
export function createRasterizer(readWasm: ReadWasm): Rasterizer {
  return {
    async draw(svg, box, images = {}) {
      const drawing = fitted(await loadOnce(readWasm), svg, box);
      for (const [address, bytes] of Object.entries(images)) drawing.resolveImage(address, bytes);
      // Where this fails, nothing can be freed any more: that would throw as well, and hide why.
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

/** The package's wasm, with a limit to its memory. */
export async function readResvg(readWasm: ReadWasm): Promise<Uint8Array<ArrayBuffer>> {
  return limitMemory(bytesOf(await readWasm("@resvg/resvg-wasm/index_bg.wasm")), MOST_PAGES);
}

async function load(readWasm: ReadWasm): Promise<ResvgClass> {
  // First the file: where the package is not installed, it is this that says so.
  const wasm = await readResvg(readWasm);
  const { initWasm, Resvg } = await import("@resvg/resvg-wasm");
  try {
    await initWasm(wasm);
  } catch (error) {
    // Somebody else in this process was first.
    if (!(error instanceof Error && error.message.startsWith("Already initialized"))) throw error;
  }
  return Resvg;
}

function bytesOf(source: BufferSource): Uint8Array {
  return ArrayBuffer.isView(source)
    ? new Uint8Array(source.buffer, source.byteOffset, source.byteLength)
    : new Uint8Array(source);
}

/** The document's drawing, scaled by the side that meets the box first, so that it is not larger than the box; but where
 *  its other side would be less than a pixel, that side is one. */
function fitted(library: ResvgClass, svg: string | Uint8Array, { width, height }: Box): Drawing {
  const wide = new library(svg, { fitTo: { mode: "width", value: width } });
  const meetsWidth = wide.height * width <= wide.width * (height + 0.5);
  const isThin = meetsWidth ? wide.height * width < wide.width : wide.width * height < wide.height;
  if (meetsWidth && !isThin) return wide;
  wide.free();
  const mode = meetsWidth === isThin ? "height" : "width";
  return new library(svg, { fitTo: { mode, value: isThin ? 1 : height } });
}

/** resvg's colours are multiplied by alpha; the port's are not. Works in place. */
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
