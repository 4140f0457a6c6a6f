import type { ReaderOptions } from "zxing-wasm/reader";
import type { Pixels } from "../ports.ts";
import { loadZxing } from "./zxing-module.ts";

/** Turns on all search options, because the picture may be a photo. */
const THOROUGH: ReaderOptions = {
  formats: ["QRCode"],
  tryHarder: true,
  tryInvert: true,
  tryRotate: true,
  tryDownscale: true,
  // Plain, because the default mode replaces control characters with their names.
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

/** The backgrounds for transparent pictures, in order. White comes first, because most codes are dark. */
const BACKGROUNDS = [255, 0] as const;

/** Loads a reader based on zxing-wasm. It accepts pixels, or a PNG, JPEG or other image file, and finds no codes in other
 *  files. It reads transparent pixels on white and, if there is no code, on black. It ignores the transparency of files, so
 *  pass the pixels of transparent pictures.
 *  @throws like `readWasm`. */
export async function loadZxingReader(
  readWasm: (path: string) => Promise<Uint8Array<ArrayBuffer>>,
): Promise<(picture: Uint8Array | Pixels) => Promise<FoundCode[]>> {
  const zxing = await loadZxing(readWasm);
  const readOpaque = async (picture: Uint8Array | Pixels) => {
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
  return async (picture) => {
    if (picture instanceof Uint8Array || isOpaque(picture)) return readOpaque(picture);
    const placed = { ...picture, data: new Uint8Array(picture.data.length) };
    for (const background of BACKGROUNDS) {
      placeOn(background, picture, placed);
      const found = await readOpaque(placed);
      if (found.length > 0) return found;
    }
    return [];
  };
}

function isOpaque({ data }: Pixels): boolean {
  for (let at = 3; at < data.length; at += 4) if (data[at] !== 255) return false;
  return true;
}

/** Writes the pixels of `from`, composited onto a grey level, to `to`. */
function placeOn(background: number, { data: from }: Pixels, { data: to }: Pixels): void {
  for (let at = 0; at < from.length; at += 4) {
    const alpha = from[at + 3] as number;
    const rest = background * (255 - alpha) + 127;
    for (let channel = at; channel < at + 3; channel++) {
      to[channel] = ((from[channel] as number) * alpha + rest) / 255;
    }
    to[at + 3] = 255;
  }
}
