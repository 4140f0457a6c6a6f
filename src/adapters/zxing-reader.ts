import type { ReaderOptions } from "zxing-wasm/reader";
import type { Pixels } from "../ports.ts";
import { loadZxing } from "./zxing-module.ts";

/** Everything is tried, for the picture may be anybody's photograph. */
const THOROUGH: ReaderOptions = {
  formats: ["QRCode"],
  tryHarder: true,
  tryInvert: true,
  tryRotate: true,
  tryDownscale: true,
  // The usual mode has names in the place of control characters.
  textMode: "Plain",
};

/** A code that was found in a picture. */
export interface FoundCode {
  readonly text: string;
  /** As the code has them; texts may be in other character sets than UTF-8. */
  readonly bytes: number;
  readonly version: number;
  readonly ec: string;
  readonly inverted: boolean;
  readonly mirrored: boolean;
  /** Where its corners are, in pixels from the top left. */
  readonly corners: readonly (readonly [x: number, y: number])[];
}

/** Loads a reader of whole files by zxing-wasm, which is optional; it takes PNG, JPEG and what else its own picture library
 *  knows, or pixels. What is no picture has no codes.
 *  @throws as `readWasm` does. */
export async function loadZxingReader(
  readWasm: (path: string) => Promise<Uint8Array<ArrayBuffer>>,
): Promise<(picture: Uint8Array | Pixels) => Promise<FoundCode[]>> {
  const zxing = await loadZxing(readWasm);
  return async (picture) => {
    const found = await zxing.read(picture instanceof Uint8Array ? picture : imageOf(picture), THOROUGH);
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

function imageOf({ width, height, data }: Pixels) {
  const pixels = new Uint8ClampedArray(data.buffer as ArrayBuffer, data.byteOffset, data.length);
  return { width, height, data: pixels, colorSpace: "srgb" as const };
}
