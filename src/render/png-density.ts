/** Length of the signature and the IHDR chunk, which precedes all others. W3C PNG 5.2 and 11.2.1. */
const HEADER = 33;
const METRES_PER_INCH = 0.0254;

/** Returns a PNG that states its number of dots per inch in a pHYs chunk, which comes before the pixels. W3C PNG 11.3.4.3.
 *  Returns `png` unchanged without `dpi`. */
export function withDensity(png: Uint8Array<ArrayBuffer>, dpi: number | undefined): Uint8Array<ArrayBuffer> {
  if (dpi === undefined) return png;
  const chunk = new Uint8Array(21);
  const view = new DataView(chunk.buffer);
  view.setUint32(0, 9);
  chunk.set([0x70, 0x48, 0x59, 0x73], 4); // "pHYs"
  const perMetre = Math.round(dpi / METRES_PER_INCH);
  view.setUint32(8, perMetre);
  view.setUint32(12, perMetre);
  chunk[16] = 1; // the unit is the metre
  view.setUint32(17, checksum(chunk.subarray(4, 17)));
  const file = new Uint8Array(png.length + chunk.length);
  file.set(png.subarray(0, HEADER));
  file.set(chunk, HEADER);
  file.set(png.subarray(HEADER), HEADER + chunk.length);
  return file;
}

/** Returns the CRC-32 of a few bytes. W3C PNG, Annex D. */
function checksum(bytes: Uint8Array): number {
  let sum = -1;
  for (const byte of bytes) {
    sum ^= byte;
    for (let bit = 0; bit < 8; bit++) sum = (sum >>> 1) ^ (sum & 1 ? 0xedb88320 : 0);
  }
  return ~sum >>> 0;
}
