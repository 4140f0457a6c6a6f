import { encodePixels } from "../core/pixels.ts";
import { pngGrid } from "../core/symbol.ts";
import { QrError } from "../errors.ts";
import { fewPixels } from "../messages/option-rules.ts";
import type { PictureSettings } from "../options/picture-table.ts";
import type { Box, Gray, PaintedPictureCode, PictureChoice, PictureCodeJob, PictureCodePaint } from "../ports.ts";
import { wrongCodewords } from "../scan/error-use.ts";
import { finderLikeIn } from "../scan/finder-like.ts";
import { layOutMessage } from "./blocks.ts";
import { giveUpCodewords } from "./budget.ts";
import { chooseSymbol, versionOf } from "./choose.ts";
import { paintPicture } from "./paint.ts";
import { adjustTones, luminanceAt, type Tones, targetOf } from "./tone.ts";

/** The share of the error correction of each block that codewords which show the picture use, at strength 1. The rest is for
 *  damage. */
const SPENT = 0.1;

const MASKS = [0, 1, 2, 3, 4, 5, 6, 7];

/** Minimum number of pixels per module: a dot in its middle needs several. */
const MIN_SCALE = 4;

/** The place of the symbol in the picture. */
export interface PictureGrid {
  readonly version: number;
  readonly side: number;
  /** Pixels per module. */
  readonly scale: number;
  /** Pixels left of and above the symbol. */
  readonly offset: number;
  /** Width of the symbol in pixels. */
  readonly width: number;
}

/** Returns the place of the symbol of a text. @throws {QrError} INVALID_OPTION if `size` is too small; DATA_TOO_LONG. */
export function gridOfPicture(data: string, settings: PictureSettings): PictureGrid {
  const version = versionOf({ ...settings, data, masks: MASKS });
  const side = 17 + 4 * version;
  const { scale, offset } = pngGrid(side, settings);
  if (scale < MIN_SCALE || offset < 0) {
    const values = { min: MIN_SCALE * (side + 2 * settings.margin), side };
    throw new QrError("INVALID_OPTION", { field: "size", rule: fewPixels, values });
  }
  return { version, side, scale, offset, width: scale * side };
}

/** Chooses the symbol that suits a picture. Nothing is random. @throws {QrError} INVALID_OPTION if `free` does not suit the
 *  text. */
export function choosePictureCode({ data, picture, settings }: PictureCodeJob): PictureChoice {
  const checked = settings as PictureSettings;
  const grid = gridOfPicture(data, checked);
  const tones = adjustTones(picture);
  const symbol = chooseSymbol({ ...checked, data, masks: MASKS }, targetOf(tones, grid.scale));
  const { version, side, ec, mask, modules, text } = symbol;
  return { version, side, ec, mask, modules, text, finderLike: hasFinderLike(tones, grid) };
}

/** Draws the code that shows a picture, for a symbol from `choosePictureCode`. */
export function paintPictureCode({ data, picture, settings, choice, strength }: PictureCodePaint): PaintedPictureCode {
  const checked = settings as PictureSettings;
  const { size, look } = checked;
  const { side, scale, offset, width } = gridOfPicture(data, checked);
  const tones = adjustTones(picture);
  const message = layOutMessage(choice.version, choice.ec);
  const given = giveUpCodewords(choice, message, targetOf(tones, scale), SPENT * strength);
  const colors = paintPicture(tones, choice, scale, { strength, look, wrong: given });
  const rowAt = (y: number) => colors.subarray(3 * (y - offset) * width, 3 * (y - offset + 1) * width);
  const png = encodePixels({
    width: size,
    height: size,
    channels: 3,
    row(into, y) {
      into.fill(255);
      if (y >= offset && y < offset + width) into.set(rowAt(y), 3 * offset);
    },
  });
  const { dataWords, checkWords } = message;
  const view = { gray: grayOfColors(colors, width), scale, side };
  return { png, wrong: wrongCodewords(view, { ...choice, dataWords, checkWords, offset: 0 }) };
}

/** Returns the expected milliseconds for choosing the symbol of a code, and for drawing it once. */
export function costOfPictureCode({ size }: PictureSettings, { version }: PictureGrid) {
  return { choice: 100 + version * version, paint: 6e-4 * size * size };
}

/** Returns whether a picture has the proportions of a finder pattern in both directions. Does not examine the modules, because
 *  their patterns are small and broken, like those of other codes. */
function hasFinderLike({ levels }: Tones, { side, scale, width }: PictureGrid): boolean {
  const gray = { width, height: width, data: Uint8Array.from(levels) };
  // The pattern in the corner, whose middle and ring define what is dark.
  for (let y = 0; y < 8 * scale; y++) {
    for (let x = 0; x < 8 * scale; x++) {
      const ring = Math.max(Math.abs(x / scale - 3.5), Math.abs(y / scale - 3.5));
      gray.data[y * width + x] = ring < 1.5 || (ring > 2.5 && ring < 3.5) ? 0 : 255;
    }
  }
  return finderLikeIn({ gray, scale, side, cleared: betweenFinders(side) }) !== undefined;
}

/** Returns the areas of a symbol without its finder patterns and their separators. */
function betweenFinders(side: number): readonly Box[] {
  const [start, end] = [8, side - 8];
  return [
    { left: start, top: 0, right: end, bottom: start },
    { left: 0, top: start, right: side, bottom: end },
    { left: start, top: end, right: side, bottom: side },
  ];
}

/** Returns the luminance of the symbol without its quiet zone. */
function grayOfColors(colors: Uint8ClampedArray, width: number): Gray {
  const data = new Uint8Array(width * width);
  for (let at = 0; at < data.length; at++) data[at] = luminanceAt(colors, 3 * at);
  return { width, height: width, data };
}
