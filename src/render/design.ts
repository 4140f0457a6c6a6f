import type { QrData } from "../core/data.ts";
import type { TakeBytes } from "../core/image-writer.ts";
import { insideFrame, settleFrame } from "../options/frames.ts";
import { checkValues, invalidOption } from "../options/kinds.ts";
import { overlay, type PresetName, presets } from "../options/presets.ts";
import { type DesignWords, designTable } from "../options/table.ts";
import { messageOfUnknown, strangersIn } from "../options/unknown-names.ts";
import type { Caption } from "../ports.ts";
import { clipPixels } from "./clip.ts";
import { drawFramedPng } from "./frame-png.ts";
import { captionJobOf as jobOf } from "./frame-svg.ts";
import { paintedLogo } from "./logo-art.ts";
import { lookOf } from "./look.ts";
import { drawLookPng } from "./look-png.ts";
import { drawPlainPng, type PngDesign, type PngLogo, type SvgDesign } from "./pictures.ts";
import { readSaved } from "./saved-design.ts";
import { isPlain } from "./styles.ts";

export { drawSvgDesign } from "./design-svg.ts";

/** Returns `words`, checked and with defaults, for `data`. They win over the options of their preset. Null means that an
 *  option is not set, as in saved designs. @throws {QrError} INVALID_OPTION. */
export function checkDesign(words: object, data: QrData): SvgDesign {
  const [unknown] = strangersIn(words as Readonly<Record<string, unknown>>, designTable);
  if (unknown) throw invalidOption(unknown, { rule: () => messageOfUnknown(unknown, designTable) });
  const set: DesignWords = readSaved(words);
  const preset = presets[designTable.preset.read(set.preset) as PresetName];
  const settings = checkValues(designTable, overlay(preset, set), data);
  settleFrame(settings, set.frame);
  return settings;
}

/** Returns the options of the code inside the frame, for the layout of a logo. */
export const codeInside: typeof insideFrame = (options) => insideFrame(options);

/** Returns the job that draws the caption of a picture; undefined if it has none. */
export const captionJobOf: typeof jobOf = (options) => jobOf(options);

/** Draws a PNG in any design. `take` is as in `drawPng`. Throws like `drawSvgDesign`. */
export function drawPngDesign(
  options: PngDesign,
  logo?: PngLogo,
  take?: TakeBytes,
  caption?: Caption,
): Uint8Array<ArrayBuffer> {
  const corners = logo?.layout.corners;
  const clipped = logo && corners ? { ...logo, art: clipPixels(logo.art, corners) } : logo;
  if (isPlain(options)) return drawPlainPng(options, clipped, take);
  const painted = clipped && paintedLogo(clipped);
  if (options.frame !== "none") return drawFramedPng(options, painted, caption);
  return drawLookPng(options, lookOf(options), painted);
}
