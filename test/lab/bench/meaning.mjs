import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { initWasm, Resvg } from "@resvg/resvg-wasm";
import { PNG } from "pngjs";
import { prepareZXingModule, readBarcodes } from "zxing-wasm/reader";

/** Decodes the output of the contestants to check that they all encode the same text. */

const require = createRequire(import.meta.url);
await initWasm(readFileSync(require.resolve("@resvg/resvg-wasm/index_bg.wasm")));
const zxingBytes = readFileSync(require.resolve("zxing-wasm/reader/zxing_reader.wasm"));
prepareZXingModule({ overrides: { wasmBinary: Uint8Array.from(zxingBytes).buffer } });

async function readPixels({ width, height, data }) {
  const pixels = { width, height, data: Uint8ClampedArray.from(data), colorSpace: "srgb" };
  const found = await readBarcodes(pixels, { formats: ["QRCode"] });
  return found.find((code) => code.isValid)?.text;
}

/** Returns the text of a matrix `{ side, isDark(x, y) }`, drawn with three pixels per module. */
export function readMatrix({ side, isDark }) {
  const width = 3 * (side + 8);
  const data = new Uint8ClampedArray(width * width * 4).fill(255);
  for (let y = 0; y < 3 * side; y++) {
    for (let x = 0; x < 3 * side; x++) {
      if (isDark(Math.floor(x / 3), Math.floor(y / 3)))
        data.fill(0, ((y + 12) * width + x + 12) * 4, ((y + 12) * width + x + 12) * 4 + 3);
    }
  }
  return readPixels({ width, height: width, data });
}

/** Returns the text of a PNG file. */
export function readPngFile(file) {
  return readPixels(PNG.sync.read(Buffer.from(file)));
}

/** Returns the text of an SVG document on a white background. */
export function readSvg(svg) {
  const image = new Resvg(svg, { background: "white", fitTo: { mode: "width", value: 800 } }).render();
  return readPixels({ width: image.width, height: image.height, data: image.pixels });
}
