import { readBarcodes } from "zxing-wasm/reader";
import { encode, QrError, toMatrix, toPng, toSvg } from "../../../../src/index.ts";
import { qrDecoder, zbar } from "../../../decoders/decoders.ts";
import type { Pixels } from "../../../decoders/pixels.ts";
import { readPng } from "../../../decoders/png-reader.ts";
import { rasterize } from "../../../decoders/rasterize.ts";
import { STALL } from "../bounded.ts";
import { anyText, cases, pumped } from "../generate.ts";
import { checkMessage, checkSame } from "../properties.ts";
import { textOf } from "../recipe.ts";
import { threadTime } from "../stall.ts";
import { demand, type Target } from "../target.ts";

const TOKENS = ["1", "A", "a", "é", "漢", "🙂", "\ud800", "12345678Aa", "\0", " ", "$:", "\u200d"];

/** Encodes any string as a QR code. */
export const text: Target = {
  name: "text",
  inputs: cases(
    [],
    anyText.map((one) => [one]),
    anyText.map((one) => [one]),
    pumped(["", "a", "1"], TOKENS, ["", "!", "1"]),
  ),
  async open() {
    return {
      async check({ input }) {
        const given = textOf(input);
        const before = threadTime();
        const symbol = attempt(() => encode(given));
        demand(threadTime() - before < STALL, `text of ${given.length} characters takes too long`);
        if (symbol instanceof QrError) {
          checkMessage(symbol.message, given);
          const isWrong = given === "" || !given.isWellFormed() || Buffer.byteLength(given) > 2_331;
          demand(isWrong, `text that fits is rejected: ${symbol.message}`);
          return;
        }
        const size = Math.min(2048, 4 * (toMatrix(given).size + 8));
        const png = toPng(given, { size });
        checkSame(png, toPng(given, { size }));
        const pixels = readPng(png);
        demand(pixels.width === size && pixels.height === size, "the PNG has the wrong size");
        const bytes = Buffer.from(given);
        checkRead("zxing", bytes, await zxingBytes(pixels));
        // Skip the other decoders for text that is not ASCII, because they can only guess its encoding.
        if (!/^[\x20-\x7e]+$/.test(given)) return;
        const drawn = await rasterize(toSvg(given, { size }));
        checkRead("zbar", bytes, Buffer.from((await zbar.read(drawn)) ?? ""));
        checkRead("qr", bytes, Buffer.from((await qrDecoder.read(pixels)) ?? ""));
      },
      close: async () => undefined,
    };
  },
};

function attempt<Result>(work: () => Result): Result | QrError {
  try {
    return work();
  } catch (error) {
    if (error instanceof QrError) return error;
    throw error;
  }
}

async function zxingBytes(pixels: Pixels): Promise<Uint8Array> {
  const found = await readBarcodes({ ...pixels, colorSpace: "srgb" }, { formats: ["QRCode"] });
  return found.find((code) => code.isValid)?.bytes ?? new Uint8Array();
}

function checkRead(decoder: string, expected: Uint8Array, read: Uint8Array): void {
  const same = Buffer.compare(expected, read) === 0;
  demand(
    same,
    `${decoder} reads ${Buffer.from(read).toString("hex").slice(0, 200)}, not ${Buffer.from(expected).toString("hex").slice(0, 200)}`,
  );
}
