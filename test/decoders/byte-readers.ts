import { createRequire } from "node:module";
import { getDefaultScanner, scanRGBABuffer, ZBarConfigType, ZBarSymbolType } from "@undecaf/zbar-wasm";
import { readBarcodes } from "zxing-wasm/reader";
import { zxing } from "./decoders.ts";
import type { Pixels } from "./pixels.ts";

/** A decoder that returns the bytes of a QR code. */
export interface ByteReader {
  readonly name: string;
  readBytes(pixels: Pixels): Promise<readonly number[] | undefined>;
}

// jsqr is a CommonJS file that exports its function as `default`.
const jsQR: typeof import("jsqr").default = createRequire(import.meta.url)("jsqr").default;

export const byteReaders: readonly ByteReader[] = [
  {
    name: zxing.name,
    async readBytes(pixels) {
      const found = await readBarcodes({ ...pixels, colorSpace: "srgb" }, { formats: ["QRCode"] });
      return found[0] && [...found[0].bytes];
    },
  },
  {
    name: "zbar-wasm",
    async readBytes({ data, width, height }) {
      const scanner = await getDefaultScanner();
      scanner.setConfig(ZBarSymbolType.ZBAR_NONE, ZBarConfigType.ZBAR_CFG_ENABLE, 0);
      scanner.setConfig(ZBarSymbolType.ZBAR_QRCODE, ZBarConfigType.ZBAR_CFG_ENABLE, 1);
      scanner.setConfig(ZBarSymbolType.ZBAR_QRCODE, ZBarConfigType.ZBAR_CFG_BINARY, 1);
      const [found] = await scanRGBABuffer(data.slice().buffer, width, height, scanner);
      scanner.setConfig(ZBarSymbolType.ZBAR_QRCODE, ZBarConfigType.ZBAR_CFG_BINARY, 0);
      return found && [...Uint8Array.from(found.data)];
    },
  },
  {
    name: "jsqr",
    readBytes: async ({ data, width, height }) => jsQR(data, width, height)?.binaryData,
  },
];
