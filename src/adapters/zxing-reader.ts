import type { ReaderOptions } from "zxing-wasm/reader";
import type { Pixels } from "../ports.ts";
import { loadZxing } from "./zxing-module.ts";

/** Enables all search options, because the picture may be a photo. */
const THOROUGH: ReaderOptions = {
  formats: ["QRCode"],
  tryHarder: true,
  tryInvert: true,
  tryRotate: true,
  tryDownscale: true,
  // The default mode would replace control characters with their names.
  textMode: "Plain",
};

export interface FoundCode {
  readonly text: string;
  /** Length of the text in bytes, in the character set of the QR code, which may not be UTF-8. */
  readonly bytes: number;
  readonly version: number;
  readonly ec: string;
  readonly inverted: boolean;
  readonly mirrored: boolean;
  /** The corners of the QR code, in pixels from the top left of the picture. */
  readonly corners: readonly (readonly [x: number, y: number])[];
}

/** Loads a reader based on zxing-wasm. The reader accepts pixels, or a PNG, JPEG or other image file. In any other
 *  file, it finds no codes.
 *  @throws like `readWasm`. */
export async function loadZxingReader(
  readWasm: (path: string) => Promise<Uint8Array<ArrayBuffer>>,
): Promise<(picture: Uint8Array | Pixels) => Promise<FoundCode[]>> {
  const zxing = await loadZxing(readWasm);
  return async (picture) => {
    const found = await zxing.read(picture, THOROUGH);
    return found
      .filter(({ isValid }) => isValid)
      .map(({ text, bytes, version, ecLevel, isInverted, isMirrored, position }) => ({
        text,
        bytes: bytes.length,
        version: Number(version),
        ec: ecLevel,
        inverted: isInverted,
        mirrored: isMirrored,
        corners: [position.topLeft, position.topRight, position.bottomRight, position.bottomLeft].map(
          ({ x, y }) => [x, y] as const,
        ),
      }));
  };
}
