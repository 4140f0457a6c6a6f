import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { binarize, Detector, grayscale, Decoder as SymbolDecoder } from "@nuintun/qrcode";
import { getDefaultScanner, scanRGBABuffer, ZBarConfigType, ZBarSymbolType } from "@undecaf/zbar-wasm";
import { decodeQR } from "qr/decode.js";
import { prepareZXingModule, readBarcodes } from "zxing-wasm/reader";
import type { Pixels } from "./pixels.ts";

/** A decoder by another author: the text of the one code in the picture, or undefined. */
export interface Decoder {
  readonly name: string;
  read(pixels: Pixels): Promise<string | undefined>;
}

const require = createRequire(import.meta.url);

// The package would fetch its wasm from a CDN: the installed file is handed to it instead.
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
    // By default it also tries to read bar codes in the rows of a QR code.
    scanner.setConfig(ZBarSymbolType.ZBAR_NONE, ZBarConfigType.ZBAR_CFG_ENABLE, 0);
    scanner.setConfig(ZBarSymbolType.ZBAR_QRCODE, ZBarConfigType.ZBAR_CFG_ENABLE, 1);
    const found = await scanRGBABuffer(data.slice().buffer, width, height, scanner);
    return found[0]?.decode("utf-8");
  },
};

// A CommonJS file that names its function `default`.
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
      return decodeQR(pixels, { timeLimit: 5000 });
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
        // Not every place that looks like a code is one.
      }
    }
    return undefined;
  },
};

/** Those that read every size of clean code; jsqr misses some and is asked for small ones only. */
export const decoders: readonly Decoder[] = [zxing, zbar, qrDecoder];
