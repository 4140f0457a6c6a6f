import type { ReaderOptions } from "zxing-wasm/reader";
import type { Scanner } from "../ports.ts";
import { loadZxing } from "./zxing-module.ts";

/** Options for one QR code, dark on light or light on dark. To save time, other symbologies, rotations and sizes are off. */
const LEAN: ReaderOptions = {
  formats: ["QRCode"],
  maxNumberOfSymbols: 1,
  tryHarder: true,
  tryInvert: true,
  tryRotate: false,
  tryDownscale: false,
};

/** Loads a scanner based on zxing-wasm. @throws like `readWasm`. */
export async function loadZxingScanner(readWasm: (path: string) => Promise<Uint8Array<ArrayBuffer>>): Promise<Scanner> {
  const zxing = await loadZxing(readWasm);
  const readAny = await zxing.grayReader(LEAN);
  const readDarkOnLight = await zxing.grayReader({ ...LEAN, tryInvert: false });
  return {
    name: `zxing-wasm ${zxing.version}`,
    async read(picture, darkOnLight = false) {
      const [found] = await (darkOnLight ? readDarkOnLight : readAny)(picture);
      return found?.isValid ? found.bytes : undefined;
    },
  };
}
