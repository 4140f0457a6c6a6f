import type { ReaderOptions } from "zxing-wasm/reader";
import type { Scanner } from "../ports.ts";
import { loadZxing } from "./zxing-module.ts";

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

/** Loads a scanner by zxing-wasm, which is optional.
 *  @throws {QrError} as `readWasm` does. */
export async function loadZxingScanner(readWasm: (path: string) => Promise<Uint8Array<ArrayBuffer>>): Promise<Scanner> {
  const zxing = await loadZxing(readWasm);
  return {
    name: `zxing-wasm ${zxing.version}`,
    async read({ width, height, data }) {
      const pixels = new Uint8ClampedArray(data.buffer as ArrayBuffer, data.byteOffset, data.length);
      const [found] = await zxing.read({ width, height, data: pixels, colorSpace: "srgb" }, LEAN);
      return found?.isValid ? found.bytes : undefined;
    },
  };
}
