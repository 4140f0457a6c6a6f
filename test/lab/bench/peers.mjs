import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { Alphanumeric, Byte, Encoder, Numeric } from "@nuintun/qrcode";
import { renderMatrixPNG } from "etiket/png";
import { qrcode as drawEtiket, encodeQR as encodeEtiket } from "etiket/qr";
import { correction, generate } from "lean-qr";
import { toPngBuffer } from "lean-qr/extras/node_export";
import { toSvgSource } from "lean-qr/extras/svg";
import encodeQR from "qr";
import QRCode from "qrcode";
import qrcodeGenerator from "qrcode-generator";
import QRCodeSvg from "qrcode-svg";
import { encode as encodeUqr, renderSVG } from "uqr";
import { prepareZXingModule, writeBarcode } from "zxing-wasm/writer";

/** Encoders by other authors, each called in the shortest documented way: with an error correction level, but without a
 *  version or mask. `matrix` returns the peer's result, and `at(result)` converts it to `{ side, isDark(x, y) }`. A
 *  peer without `svg` or `png` does not support that format. */

const require = createRequire(import.meta.url);
const zxingBytes = readFileSync(require.resolve("zxing-wasm/writer/zxing_writer.wasm"));
await prepareZXingModule({ overrides: { wasmBinary: Uint8Array.from(zxingBytes).buffer }, fireImmediately: true });

const words = { L: "low", M: "medium", Q: "quartile", H: "high" };

const qrcode = {
  name: "qrcode",
  matrix: (text, ec) => QRCode.create(text, { errorCorrectionLevel: ec }),
  at: ({ modules }) => ({ side: modules.size, isDark: (x, y) => modules.get(y, x) === 1 }),
  // `toString` is synchronous if it is called with a callback.
  svg(text, ec) {
    let svg = "";
    QRCode.toString(text, { type: "svg", errorCorrectionLevel: ec, width: 256 }, (error, made) => {
      if (error) throw error;
      svg = made;
    });
    return svg;
  },
  isPngAsync: true,
  png: (size) => (text, ec) => QRCode.toBuffer(text, { errorCorrectionLevel: ec, width: size }),
};

const qr = {
  name: "qr",
  matrix: (text, ec) => encodeQR(text, "raw", { ecc: words[ec] }),
  at: (rows) => ({ side: rows.length - 4, isDark: (x, y) => rows[y + 2][x + 2] }),
  svg: (text, ec) => encodeQR(text, "svg", { ecc: words[ec], border: 4 }),
};

const uqr = {
  name: "uqr",
  matrix: (text, ec) => encodeUqr(text, { ecc: ec, border: 0 }),
  at: ({ data }) => ({ side: data.length, isDark: (x, y) => data[y][x] }),
  svg: (text, ec) => renderSVG(text, { ecc: ec, border: 4 }),
};

function leanCode(text, ec) {
  return generate(text, { minCorrectionLevel: correction[ec], maxCorrectionLevel: correction[ec] });
}

const leanQr = {
  name: "lean-qr",
  matrix: leanCode,
  at: (code) => ({ side: code.size, isDark: (x, y) => code.get(x, y) }),
  svg: (text, ec) => toSvgSource(leanCode(text, ec), { width: 256, height: 256 }),
  // Supports only integer module sizes, so its image may be smaller than requested, by up to one pixel per module.
  png: (size) => (text, ec) => {
    const code = leanCode(text, ec);
    return toPngBuffer(code, { off: [255, 255, 255], scale: Math.max(1, Math.floor(size / (code.size + 8))) });
  },
};

const etiket = {
  name: "etiket",
  matrix: (text, ec) => encodeEtiket(text, { ecLevel: ec }),
  at: (rows) => ({ side: rows.length, isDark: (x, y) => rows[y][x] }),
  svg: (text, ec) => drawEtiket(text, { ecLevel: ec }),
  // Supports only integer module sizes, like lean-qr.
  png: (size) => (text, ec) => {
    const matrix = encodeEtiket(text, { ecLevel: ec });
    return renderMatrixPNG(matrix, { moduleSize: Math.max(1, Math.floor(size / (matrix.length + 8))) });
  },
};

const qrcodeSvg = {
  name: "qrcode-svg",
  matrix: (text, ec) => new QRCodeSvg({ content: text, ecl: ec }).qrcode,
  at: ({ modules }) => ({ side: modules.length, isDark: (x, y) => modules[y][x] }),
  svg: (text, ec) => new QRCodeSvg({ content: text, ecl: ec, join: true }).svg(),
};

function generatorCode(text, ec) {
  const code = qrcodeGenerator(0, ec);
  code.addData(text);
  code.make();
  return code;
}

const generator = {
  name: "qrcode-generator",
  matrix: generatorCode,
  at: (code) => ({ side: code.getModuleCount(), isDark: (x, y) => code.isDark(y, x) }),
  svg: (text, ec) => generatorCode(text, ec).createSvgTag({ scalable: true }),
};

const nuintunEncoders = Object.fromEntries(["L", "M", "Q", "H"].map((level) => [level, new Encoder({ level })]));

function nuintunSegment(text) {
  if (/^[0-9]+$/.test(text)) return new Numeric(text);
  if (/^[0-9A-Z $%*+./:-]+$/.test(text)) return new Alphanumeric(text);
  return new Byte(text);
}

const nuintun = {
  name: "@nuintun/qrcode",
  matrix: (text, ec) => nuintunEncoders[ec].encode(nuintunSegment(text)),
  at: (code) => ({ side: code.size, isDark: (x, y) => code.get(x, y) === 1 }),
};

// A single call creates the symbol, the SVG and the PNG. They cannot be requested separately.
const zxing = {
  name: "zxing-wasm",
  isMatrixAsync: true,
  matrix: (text, ec) => writeBarcode(text, { format: "QRCode", options: `ecLevel=${ec}` }),
  at({ symbol }) {
    const isDark = (x, y) => symbol.data[y * symbol.width + x] === 0;
    return { side: symbol.width, isDark };
  },
  isSvgAsync: true,
  svg: async (text, ec) => (await writeBarcode(text, { format: "QRCode", options: `ecLevel=${ec}` })).svg,
  isPngAsync: true,
  png: (size) => async (text, ec) => {
    const { image } = await writeBarcode(text, { format: "QRCode", options: `ecLevel=${ec}`, scale: -size });
    return new Uint8Array(await image.arrayBuffer());
  },
};

export const peers = [qrcode, qr, uqr, leanQr, etiket, qrcodeSvg, generator, nuintun, zxing];
