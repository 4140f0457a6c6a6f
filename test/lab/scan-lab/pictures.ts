import { inflate } from "../../../src/adapters/inflate.ts";
import { segmentText } from "../../../src/core/core.ts";
import { readPngPixels } from "../../../src/core/png-reader.ts";
import { pngGrid } from "../../../src/core/symbol.ts";
import { insideFrame } from "../../../src/options/frames.ts";
import { checkOptions, type RawOptions } from "../../../src/options/parse.ts";
import { type QrOptions, table } from "../../../src/options/table.ts";
import type { Gray } from "../../../src/ports.ts";
import { layOutFrame, sizeForCode } from "../../../src/render/frame.ts";
import { createHeavyWork } from "../../../src/runtime/heavy-work.ts";
import type { View } from "../../../src/scan/conditions.ts";
import { grayOf } from "../../../src/scan/gray.ts";
import { generate } from "../../../src/service/generate.ts";

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

/** Returns a plan like this one for a picture with a logo: at level H, and not in version 1, which has no space for a
 *  logo. */
export function spaceForLogo({ version, scale }: PicturePlan): PicturePlan {
  const larger = Math.max(version, 2);
  return { version: larger, ec: "H", scale, data: textFor(larger, "H") };
}

function planOf(version: number, ec: QrOptions["ec"], share: number): PicturePlan {
  const scale = SMALLEST + Math.floor(share * (LARGEST - SMALLEST + 1));
  const largest = Math.floor(WIDEST / sideOf(version));
  return { version, ec, scale: Math.min(scale, largest), data: textFor(version, ec) };
}

/** Returns a picture for each version and level, with 3 to 12 pixels per module. */
export function everyPicture(): PicturePlan[] {
  const versions = Array.from({ length: 40 }, (_, at) => at + 1);
  return versions.flatMap((version) =>
    table.ec.of.map((ec, at) => planOf(version, ec, ((7 * (version + 3 * at)) % 10) / 10)),
  );
}

/** Returns `count` pictures in which all levels and scales are about equally frequent. Versions are spaced
 *  logarithmically from 1 to 40, because small codes are the most common. A longer sample begins with the pictures of a
 *  shorter one. */
export function samplePictures(count: number): PicturePlan[] {
  return Array.from({ length: count }, (_, at) => {
    const version = Math.round(40 ** spread(at, (1 + Math.sqrt(5)) / 2));
    const ec = table.ec.of[Math.floor(spread(at, Math.sqrt(3)) * table.ec.of.length)] ?? "M";
    return planOf(version, ec, spread(at, Math.SQRT2));
  });
}

/** Returns element `at` of a sequence of evenly spread numbers from 0 to 1. Sequences with different irrational steps
 *  are independent. */
const spread = (at: number, step: number): number => (0.5 + step * (at + 1)) % 1;

/** Draws captions and logos. */
const heavy = createHeavyWork();

/** Draws a picture with the given look, as the service does. The mask depends only on the data, so it is the same in all
 *  looks. A frame makes the picture larger, so that modules have the same size in all looks. With the option
 *  `frame`, the picture is on paper. */
export async function drawView(plan: PicturePlan, look: RawOptions): Promise<View> {
  const { version, ec, scale, data } = plan;
  const input = { ...look, data, ec, version, margin: MARGIN };
  const size = sizeForCode(checkOptions(input), scale * sideOf(version), table.size.max) as number;
  const options = checkOptions({ ...input, size });
  const { body } = await generate({ ...input, size }, { heavy });
  const pixels = await readPngPixels(body as Uint8Array<ArrayBuffer>, inflate);
  if (!pixels) throw new Error("the service must return a PNG");
  const gray = grayOf(pixels);
  return { gray: look.frame === undefined ? gray : onPaper(gray, options, plan), scale };
}

/** Places a picture with a frame on white paper. The paper and the place of its code depend only on the plan, because the
 *  size of a picture decides how much of a code is under a glare, and the place of a code how photos and JPEG divide its
 *  modules into pixels and blocks. */
function onPaper(gray: Gray, options: QrOptions, { version, scale }: PicturePlan): Gray {
  const side = sideOf(version);
  // The space for the widest and the highest frame. Even, so that a module of a photo is whole pixels.
  const [across, down] = [0.39, 0.39].map((share) => 2 * Math.ceil((1 + share * side) / 2)) as [number, number];
  const code = options.frame === "none" ? { left: 0, top: 0 } : layOutFrame(options).code;
  const { offset } = pngGrid(side - 2 * MARGIN, insideFrame(options));
  const placeOf = (space: number, place: number) => (space + MARGIN) * scale - place - offset;
  const [left, top] = [placeOf(across, code.left), placeOf(down, code.top)];
  const [width, height] = [scale * (side + 2 * across), scale * (side + 2 * down)];
  const data = new Uint8Array(width * height).fill(255);
  for (let y = 0; y < gray.height; y++) {
    data.set(gray.data.subarray(y * gray.width, (y + 1) * gray.width), (y + top) * width + left);
  }
  return { width, height, data };
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
