import { correction, generate, mode as leanMode } from "lean-qr";
import { encodeQR } from "qr";
import QRCode from "qrcode";
import QRCodeSvg from "qrcode-svg";
import { encode as encodeUqr } from "uqr";
import { isAscii, maskNumber, modulesOfRows, type Peer } from "./pinned.ts";

/** npm qrcode: chooses optimal segments, like isoqr. They can differ from isoqr's only if several choices are optimal. */
export const qrcode: Peer = {
  name: "qrcode",
  canDraw: () => true,
  draw({ text, version, ec, mask }) {
    const symbol = QRCode.create(text, {
      version,
      errorCorrectionLevel: ec,
      maskPattern: maskNumber(mask),
    });
    return Uint8Array.from(symbol.modules.data, Number);
  },
};

interface QRCodeSvgModel {
  typeNumber: number;
  errorCorrectLevel: number;
  dataCache: number[] | null;
  modules: boolean[][];
  makeImpl(test: boolean, mask: number): void;
}

const formatIndicator = { L: 1, M: 0, Q: 3, H: 2 } as const;

/** qrcode-svg: byte mode and ASCII only, because it puts a byte order mark before other text. */
export const qrcodeSvg: Peer = {
  name: "qrcode-svg",
  canDraw: ({ text, mode }) => mode === "byte" && isAscii(text),
  draw({ text, version, ec, mask }) {
    // The constructor chooses the version and the mask. The following code sets the requested version and level, and
    // redraws the modules with the requested mask.
    const model = new QRCodeSvg({ content: text, ecl: ec }).qrcode as unknown as QRCodeSvgModel;
    model.typeNumber = version;
    model.errorCorrectLevel = formatIndicator[ec];
    model.dataCache = null;
    model.makeImpl(false, mask);
    return modulesOfRows(model.modules);
  },
};

/** uqr, derived from Nayuki's library: one mode for the whole text. */
export const uqr: Peer = {
  name: "uqr",
  canDraw: ({ mode }) => mode !== "mixed",
  draw({ text, version, ec, mask }) {
    const symbol = encodeUqr(text, {
      ecc: ec,
      maskPattern: mask,
      minVersion: version,
      maxVersion: version,
      border: 0,
    });
    return modulesOfRows(symbol.data);
  },
};

const qrLevel = { L: "low", M: "medium", Q: "quartile", H: "high" } as const;

/** qr by Paul Miller: one mode for the whole text. */
export const qr: Peer = {
  name: "qr",
  canDraw: ({ mode }) => mode !== "mixed",
  draw({ text, version, ec, mask }) {
    // The package always draws a border, so request the narrowest border and remove it.
    const framed = encodeQR(text, "raw", { ecc: qrLevel[ec], version, mask, border: 1 });
    return modulesOfRows(framed.slice(1, -1).map((row) => row.slice(1, -1)));
  },
};

/** Returns lean-qr's modules for the text, with or without an ECI 26 header before its bytes. */
export function drawLeanQr(request: Parameters<Peer["draw"]>[0], content = oneMode(request)): Uint8Array {
  const level = correction[request.ec];
  const bitmap = generate(content, {
    minVersion: request.version,
    maxVersion: request.version,
    minCorrectionLevel: level,
    maxCorrectionLevel: level,
    mask: maskNumber(request.mask),
  });
  const modules = new Uint8Array(bitmap.size * bitmap.size);
  for (let y = 0; y < bitmap.size; y++) {
    for (let x = 0; x < bitmap.size; x++) {
      modules[y * bitmap.size + x] = Number(bitmap.get(x, y));
    }
  }
  return modules;
}

function oneMode({ text, mode }: Parameters<Peer["draw"]>[0]) {
  if (mode === "numeric") return leanMode.numeric(text);
  if (mode === "alphanumeric") return leanMode.alphaNumeric(text);
  return leanMode.bytes(new TextEncoder().encode(text));
}

/** Returns content for lean-qr: `text` with an ECI 26 header for UTF-8. */
export function eciBytes(text: string) {
  return leanMode.multi(leanMode.eci(26), leanMode.bytes(new TextEncoder().encode(text)));
}

/** lean-qr: writes one segment in the given mode. */
export const leanQr: Peer = {
  name: "lean-qr",
  canDraw: ({ mode }) => mode !== "mixed",
  draw: (request) => drawLeanQr(request),
};

export const peers: readonly Peer[] = [qrcode, qrcodeSvg, uqr, qr, leanQr];
