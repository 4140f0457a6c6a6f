import type { PdfImage } from "../pdf/page.ts";
import { decodeBase64 } from "../text/base64.ts";

const START = "data:image/jpeg;base64,";

/** Markers that begin a frame are 0xc0 to 0xcf, except these. ITU-T T.81, B.1.1.3. */
const OTHERS: readonly number[] = [0xc4, 0xc8, 0xcc];

/** Returns the JPEG at a data URI, unchanged, for a file that contains JPEGs. Its headers have been checked before. Returns
 *  undefined for other URLs, and for files without a frame. */
export function jpegIn(url: string): Extract<PdfImage, { readonly jpeg: Uint8Array }> | undefined {
  if (!url.startsWith(START)) return undefined;
  const jpeg = decodeBase64(url.slice(START.length));
  const view = new DataView(jpeg.buffer, jpeg.byteOffset, jpeg.length);
  for (let at = 2; at + 10 <= jpeg.length; ) {
    const marker = jpeg[at + 1] as number;
    if (marker === 0xff) {
      at++; // skips a fill byte
      continue;
    }
    if (marker >= 0xc0 && marker <= 0xcf && !OTHERS.includes(marker)) {
      const components = view.getUint8(at + 9) as 1 | 3 | 4;
      return { width: view.getUint16(at + 7), height: view.getUint16(at + 5), jpeg, components };
    }
    at += 2 + view.getUint16(at + 2);
  }
  return undefined;
}
