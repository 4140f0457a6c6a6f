import { inflate } from "../../src/adapters/inflate.ts";
import { segmentText } from "../../src/core/core.ts";
import { readPngPixels } from "../../src/core/png-reader.ts";
import { parseOptions, type RawOptions } from "../../src/options/parse.ts";
import { type QrOptions, table } from "../../src/options/table.ts";
import { drawPicture } from "../../src/render/formats.ts";
import type { View } from "../../src/scan/conditions.ts";
import { grayOf } from "../../src/scan/gray.ts";

/** A QR code that the lab draws in every style and look. */
export interface PicturePlan {
  readonly version: number;
  readonly ec: QrOptions["ec"];
  /** Pixels per module. */
  readonly scale: number;
  readonly data: string;
}

const MARGIN = 4;
const [SMALLEST, LARGEST] = [3, 12];
/** The maximum width in pixels, because decoders take seconds for larger pictures. */
const WIDEST = 1200;

const sideOf = (version: number): number => 17 + 4 * version + 2 * MARGIN;

function plan(version: number, ec: QrOptions["ec"], share: number): PicturePlan {
  const scale = SMALLEST + Math.floor(share * (LARGEST - SMALLEST + 1));
  const largest = Math.floor(WIDEST / sideOf(version));
  return { version, ec, scale: Math.min(scale, largest), data: textFor(version, ec) };
}

/** Returns a picture for each version and level, with 3 to 12 pixels per module. */
export function everyPicture(): PicturePlan[] {
  const versions = Array.from({ length: 40 }, (_, at) => at + 1);
  return versions.flatMap((version) =>
    table.ec.of.map((ec, at) => plan(version, ec, ((7 * (version + 3 * at)) % 10) / 10)),
  );
}

/** Returns `count` pictures in which all levels and scales are about equally frequent. Versions are spaced
 *  logarithmically from 1 to 40, because small codes are the most common. A longer sample begins with the pictures of a
 *  shorter one. */
export function samplePictures(count: number): PicturePlan[] {
  return Array.from({ length: count }, (_, at) => {
    const version = Math.round(40 ** spread(at, (1 + Math.sqrt(5)) / 2));
    const ec = table.ec.of[Math.floor(spread(at, Math.sqrt(3)) * table.ec.of.length)] ?? "M";
    return plan(version, ec, spread(at, Math.SQRT2));
  });
}

/** Returns element `at` of a sequence of evenly spread numbers from 0 to 1. Sequences with different irrational steps
 *  are independent. */
const spread = (at: number, step: number): number => (0.5 + step * (at + 1)) % 1;

/** Draws a picture with the given look, as the library does. The mask depends only on the data, so it is the same in all
 *  looks. */
export async function drawView({ version, ec, scale, data }: PicturePlan, look: RawOptions): Promise<View> {
  const { options } = parseOptions({ ...look, data, ec, version, size: scale * sideOf(version), margin: MARGIN });
  const { body } = drawPicture(options);
  const pixels = await readPngPixels(body as Uint8Array<ArrayBuffer>, inflate);
  if (!pixels) throw new Error("drawPicture must return a PNG");
  return { gray: grayOf(pixels), scale };
}

/** Returns a text of letters, digits and punctuation that fills a symbol, as URLs do. It depends only on the version
 *  and level. */
export function textFor(version: number, ec: QrOptions["ec"]): string {
  const { capacity } = segmentText("x", { version, ec }).bits;
  const bytes = Math.floor((capacity - (version < 10 ? 12 : 20)) / 8);
  let state = version * 4 + table.ec.of.indexOf(ec) + 1;
  const letters = Array.from({ length: bytes }, () => {
    state = (Math.imul(state, 1103515245) + 12345) & 0x7fffffff;
    return ALPHABET[(state >>> 16) % ALPHABET.length];
  });
  return letters.join("");
}

const ALPHABET = "abcdefghijklmnopqrstuvwxyz/0123456789-";
