import * as etiket from "etiket";
import { qrcodePNG } from "etiket/png";
import { generate, mode } from "lean-qr";
import { toPngBuffer } from "lean-qr/extras/node_export";
import { toSvgDataURL, toSvgSource } from "lean-qr/extras/svg";
import encodeQR from "qr";
import decodeQR from "qr/decode.js";
import QRCode from "qrcode";
import toSjis from "qrcode/helper/to-sjis.js";
import * as uqr from "uqr";
import { readMatrix } from "../lab/bench/meaning.mjs";

/** The features of isoqr and other libraries. Each feature is checked by a call, as described in the library's
 *  documentation. If a check returns false or throws, the library lacks the feature. If a check is missing, the
 *  library's documentation does not mention the feature. qr-code-styling runs in a page, as `Styling`. */

const text = "https://example.com";
const kanji = "漢字".repeat(20);
const mixed = `abc${"1".repeat(60)}`;
const bytes = Uint8Array.of(0xff, 0, 0x80);
const png =
  "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

const isSvg = (svg) => /^(?:<\?xml[^>]*>\s*)?<svg\b/.test(svg);
const isPng = (file) => file[0] === 0x89 && file[1] === 0x50;
const isDataUri = (uri) => /^data:image\//.test(uri);
/** Returns whether `drawn` contains block characters or ANSI colours. */
const isForTerminal = (drawn) => /[▀▄█]/.test(drawn) || drawn.includes("\u001b[");
const differ = (draw, option) => isSvg(draw(option)) && draw(option) !== draw({});

/** These functions convert a library's matrix to the form that `readMatrix` reads. */
const rows = (matrix) => ({ side: matrix.length, isDark: (x, y) => matrix[y][x] });
const lean = (code) => ({ side: code.size, isDark: (x, y) => code.get(x, y) });
const qrcode = ({ modules }) => ({ side: modules.size, isDark: (x, y) => modules.get(y, x) === 1 });
const ours = ({ side, modules }) => ({ side, isDark: (x, y) => modules[y * side + x] === 1 });
const bare = (padded) => rows(padded.slice(2, -2).map((row) => row.slice(2, -2)));

const reads = async (matrix, wanted, side) => matrix.side <= side && (await readMatrix(matrix)) === wanted;

/** Returns the checks by feature. `isoqr` is the packed library. */
export const featuresOf = (isoqr) => [
  {
    name: "SVG without a document",
    how: "a call in Node.js returns an SVG",
    checks: {
      isoqr: () => isSvg(isoqr.toSvg(text)),
      etiket: () => isSvg(etiket.qrcode(text)),
      "lean-qr": () => isSvg(toSvgSource(generate(text))),
      qr: () => isSvg(encodeQR(text, "svg")),
      qrcode: async () => isSvg(await QRCode.toString(text, { type: "svg" })),
      uqr: () => isSvg(uqr.renderSVG(text)),
    },
  },
  {
    name: "PNG without a canvas",
    how: "a call in Node.js returns a PNG; Node: only there, according to the docs",
    checks: {
      isoqr: () => isPng(isoqr.toPng(text)),
      etiket: () => isPng(qrcodePNG(text)),
      "lean-qr": () => isPng(toPngBuffer(generate(text), {})) && "Node",
      qrcode: async () => isPng(await QRCode.toBuffer(text)) && "Node",
    },
  },
  {
    name: "data URI",
    how: "a call returns one",
    checks: {
      isoqr: () => isDataUri(isoqr.toDataUrl(text)),
      etiket: () => isDataUri(etiket.qrcodeDataURI(text)),
      "lean-qr": () => isDataUri(toSvgDataURL(generate(text))),
      qr: () => isDataUri(encodeQR(text, "data-url")),
      qrcode: async () => isDataUri(await QRCode.toDataURL(text)),
    },
  },
  {
    name: "text for terminals",
    how: "a call returns blocks or ANSI colours",
    checks: {
      isoqr: () => isForTerminal(isoqr.toTerminal(text)),
      etiket: () => isForTerminal(etiket.qrcodeTerminal(text)),
      "lean-qr": () => isForTerminal(generate(text).toString({ on: "█", off: " " })),
      qr: () => isForTerminal(encodeQR(text, "term")),
      qrcode: async () => isForTerminal(await QRCode.toString(text, { type: "terminal" })),
      uqr: () => isForTerminal(uqr.renderUnicodeCompact(text)),
    },
  },
  {
    name: "bytes as input",
    how: "a call encodes three bytes that are not text in version 1",
    checks: {
      isoqr: () => isoqr.encode(bytes).side === 21,
      "lean-qr": () => generate(mode.bytes(bytes)).size === 21,
      qrcode: () => QRCode.create([{ data: bytes, mode: "byte" }]).modules.size === 21,
      uqr: () => uqr.encode([...bytes], { border: 0 }).size === 21,
    },
  },
  {
    name: "several modes in one symbol",
    how: "63 characters of letters and digits fit into version 3-M, and scan",
    checks: {
      isoqr: () => reads(ours(isoqr.encode(mixed)), mixed, 29),
      etiket: () => reads(rows(etiket.encodeQR(mixed, { ecLevel: "M" })), mixed, 29),
      "lean-qr": () => reads(lean(generate(mixed, { minCorrectionLevel: 1, maxCorrectionLevel: 1 })), mixed, 29),
      qr: () => reads(bare(encodeQR(mixed, "raw", { ecc: "medium" })), mixed, 29),
      qrcode: () => reads(qrcode(QRCode.create(mixed, { errorCorrectionLevel: "M" })), mixed, 29),
      uqr: () => reads(rows(uqr.encode(mixed, { ecc: "M", border: 0 }).data), mixed, 29),
    },
  },
  {
    name: "kanji mode",
    how: "40 kanji fit into version 5-M, and scan; on request: with an option or a table",
    checks: {
      isoqr: async () =>
        (await reads(ours(isoqr.encode(isoqr.segments([{ mode: "kanji", data: kanji }]))), kanji, 37)) && "on request",
      etiket: () => reads(rows(etiket.encodeQR(kanji, { ecLevel: "M", mode: "kanji" })), kanji, 37),
      "lean-qr": () => reads(lean(generate(kanji, { minCorrectionLevel: 1, maxCorrectionLevel: 1 })), kanji, 37),
      async qrcode() {
        const code = QRCode.create(kanji, { errorCorrectionLevel: "M", toSJISFunc: toSjis });
        return (await reads(qrcode(code), kanji, 37)) && "on request";
      },
      "qr-code-styling": `new used({ data: ${JSON.stringify(kanji)}, qrOptions: { mode: "Kanji", errorCorrectionLevel: "M" } })
        ._qr.getModuleCount() <= 37 && "on request"`,
    },
  },
  {
    name: "dot styles",
    how: "an option changes the SVG",
    checks: {
      isoqr: () => differ((options) => isoqr.toSvg(text, options), { dotStyle: "rounded" }),
      etiket: () => differ((options) => etiket.qrcode(text, options), { dotType: "rounded" }),
      "qr-code-styling": "differ({ dotsOptions: { type: 'rounded' } })",
    },
  },
  {
    name: "separate styles for corners",
    how: "an option changes the SVG",
    checks: {
      isoqr: () => differ((options) => isoqr.toSvg(text, isoqr.design(options)), { eyeStyle: "leaf" }),
      etiket: () => differ((options) => etiket.qrcode(text, options), { corners: { topLeft: { outerShape: "dots" } } }),
      "qr-code-styling": "differ({ cornersSquareOptions: { type: 'dot' } })",
    },
  },
  {
    name: "gradients",
    how: "an option adds one to the SVG",
    checks: {
      isoqr: () => /Gradient/.test(isoqr.toSvg(text, isoqr.design({ gradient: "linear,90,#0000ff,#000000" }))),
      etiket() {
        const stops = [0, 1].map((offset) => ({ offset, color: offset ? "#000" : "#00f" }));
        return /Gradient/.test(etiket.qrcode(text, { color: { type: "linear", stops } }));
      },
      "qr-code-styling": `draw({ dotsOptions: { gradient: { type: "linear", colorStops: [
        { offset: 0, color: "#000" }, { offset: 1, color: "#00f" } ] } } }).then((svg) => /Gradient/.test(svg))`,
    },
  },
  {
    name: "logos",
    how: "an option adds a PNG to the SVG",
    checks: {
      isoqr: () => isoqr.toSvg(text, { logo: png }).includes("<image"),
      etiket: () => etiket.qrcode(text, { logo: { imageUrl: png } }).includes("<image"),
      "qr-code-styling": `draw({ image: ${JSON.stringify(png)} }).then((svg) => svg.includes("<image"))`,
    },
  },
  {
    name: "GIF",
    how: "a call returns one",
    checks: { qr: () => String.fromCharCode(...encodeQR(text, "gif").slice(0, 3)) === "GIF" },
  },
  {
    name: "Micro QR",
    how: "a call returns a symbol of 11 modules",
    checks: { etiket: () => etiket.encodeMicroQR("12345").length === 11 },
  },
  {
    name: "other barcodes",
    how: "a call draws Code 128",
    checks: { etiket: () => isSvg(etiket.barcode("12345")) },
  },
  {
    name: "reads QR codes",
    how: "a call reads a drawn code; isoqr needs the package zxing-wasm",
    checks: {
      isoqr: () => "zxing-wasm",
      qr() {
        const matrix = encodeQR(text, "raw", { scale: 4, border: 4 });
        const data = matrix.flatMap((row) => row.flatMap((dark) => [...Array(3).fill(dark ? 0 : 255), 255]));
        return decodeQR({ width: matrix.length, height: matrix.length, data: Uint8Array.from(data) }) === text;
      },
    },
  },
];
