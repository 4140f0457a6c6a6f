import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { binarize, Detector, grayscale, Decoder as SymbolDecoder } from "@nuintun/qrcode";
import { getDefaultScanner, scanRGBABuffer, ZBarConfigType, ZBarSymbolType } from "@undecaf/zbar-wasm";
import { decodeQR } from "qr/decode.js";
import { prepareZXingModule, readBarcodes } from "zxing-wasm/reader";
import type { Pixels } from "./pixels.ts";

/** A decoder by another author. Resolves to the text of the QR code in a picture, or to undefined if it finds none. */
export interface Decoder {
  readonly name: string;
  read(pixels: Pixels): Promise<string | undefined>;
}

const require = createRequire(import.meta.url);

// Passes the installed wasm file, because the package would otherwise fetch it from a CDN.
const zxingBytes = readFileSync(require.resolve("zxing-wasm/reader/zxing_reader.wasm"));
prepareZXingModule({ overrides: { wasmBinary: Uint8Array.from(zxingBytes).buffer } });

export const zxing: Decoder = {
  name: "zxing-wasm",
  async read(pixels) {
    const found = await readBarcodes({ ...pixels, colorSpace: "srgb" }, { formats: ["QRCode"] });
    return found.find((code) => code.isValid)?.text;
  },
};

export const zbar: Decoder = {
  name: "zbar-wasm",
  async read({ data, width, height }) {
    const scanner = await getDefaultScanner();
    // By default, the scanner also tries to read the rows of a QR code as barcodes.
    scanner.setConfig(ZBarSymbolType.ZBAR_NONE, ZBarConfigType.ZBAR_CFG_ENABLE, 0);
    scanner.setConfig(ZBarSymbolType.ZBAR_QRCODE, ZBarConfigType.ZBAR_CFG_ENABLE, 1);
    const found = await scanRGBABuffer(data.slice().buffer, width, height, scanner);
    return found[0]?.decode("utf-8");
  },
};

// jsqr is a CommonJS file that exports its function as `default`.
const jsQR: typeof import("jsqr").default = require("jsqr").default;

export const jsqr: Decoder = {
  name: "jsqr",
  async read({ data, width, height }) {
    return jsQR(data, width, height, { inversionAttempts: "attemptBoth" })?.data;
  },
};

export const qrDecoder: Decoder = {
  name: "qr",
  async read(pixels) {
    try {
      return decodeQR(pixels, { timeLimit: Number.POSITIVE_INFINITY });
    } catch {
      return undefined;
    }
  },
};

export const nuintun: Decoder = {
  name: "@nuintun/qrcode",
  async read({ data, width, height }) {
    const found = new Detector().detect(
      binarize(grayscale({ data, width, height, colorSpace: "srgb" }), width, height),
    );
    for (let candidate = found.next(false); !candidate.done; candidate = found.next(false)) {
      try {
        return new SymbolDecoder().decode(candidate.value.matrix).content;
      } catch {
        // Decoding throws for candidates that are not QR codes.
      }
    }
    return undefined;
  },
};

/** The decoders that read clean QR codes of every size. jsqr misses some clean codes, so it is used only for small
 *  codes. */
export const decoders: readonly Decoder[] = [zxing, zbar, qrDecoder];
