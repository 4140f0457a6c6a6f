import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { initWasm, Resvg } from "@resvg/resvg-wasm";
import type { Pixels } from "./pixels.ts";

const wasmFile = createRequire(import.meta.url).resolve("@resvg/resvg-wasm/index_bg.wasm");
const ready = initWasm(readFileSync(wasmFile)).catch((error) => {
  // Another test may already have initialized this module instance of resvg.
  if (!String(error).includes("Already initialized")) throw error;
});

/** Draws an SVG with resvg at its size times `zoom`. */
export async function rasterize(svg: string, zoom = 1): Promise<Pixels> {
  await ready;
  const image = new Resvg(svg, { fitTo: { mode: "zoom", value: zoom } });
  try {
    const drawn = image.render();
    const data = Uint8ClampedArray.from(drawn.pixels);
    const pixels = { width: drawn.width, height: drawn.height, data };
    drawn.free();
    return pixels;
  } finally {
    image.free();
  }
}
