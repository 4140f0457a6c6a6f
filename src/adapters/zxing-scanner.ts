import type { ReaderOptions } from "zxing-wasm/reader";
import type { Scanner } from "../ports.ts";

/** All that is asked of the decoder: one QR code, dark or light. What else it would try (bar codes, other sizes of the
 *  picture) takes time and finds nothing more. */
const LEAN: ReaderOptions = {
  formats: ["QRCode"],
  maxNumberOfSymbols: 1,
  tryHarder: true,
  tryInvert: true,
  tryRotate: false,
  tryDownscale: false,
};

/** Loads a scanner by zxing-wasm, which is optional. Its wasm comes from `readWasm`, for left alone it would fetch one
 *  from elsewhere.
 *  @throws {QrError} as `readWasm` does. */
export async function loadZxingScanner(readWasm: (path: string) => Promise<Uint8Array<ArrayBuffer>>): Promise<Scanner> {
  const wasm = await readWasm("zxing-wasm/reader/zxing_reader.wasm");
  const { prepareZXingModule, readBarcodes, ZXING_WASM_VERSION } = await import("zxing-wasm/reader");
  await prepareZXingModule({ overrides: { wasmBinary: wasm.buffer }, fireImmediately: true });
  return {
    name: `zxing-wasm ${ZXING_WASM_VERSION}`,
    async read({ width, height, data }) {
      const pixels = new Uint8ClampedArray(data.buffer as ArrayBuffer, data.byteOffset, data.length);
      const [found] = await readBarcodes({ width, height, data: pixels, colorSpace: "srgb" }, LEAN);
      return found?.isValid ? found.bytes : undefined;
    },
  };
}
