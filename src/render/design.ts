import type { QrData } from "../core/data.ts";
import type { PixelSource, TakeBytes } from "../core/image-writer.ts";
import type { LogoLayout } from "../logo/budget.ts";
import { checkValues } from "../options/kinds.ts";
import { type PresetName, presets } from "../options/presets.ts";
import { createDesignTable, type lookTable, type OptionsOf, type svgTable } from "../options/table.ts";
import type { Pixels } from "../ports.ts";
import { lookOf } from "./look.ts";
import { drawLookPng, lookPixels } from "./look-png.ts";
import { drawLookSvg } from "./look-svg.ts";
import { drawPlainPng, drawPlainSvg, type PngDesign, type SvgDesign } from "./pictures.ts";
import { isPlain } from "./styles.ts";

/** Options of a picture in any design, as people write them. */
export type DesignWords = OptionsOf<keyof typeof svgTable | keyof typeof lookTable | "preset">;

const designTable = /* @__PURE__ */ createDesignTable();

/** Returns `words` with the options of their preset, which other options override. @throws {QrError} INVALID_OPTION. */
export function withPreset<Words extends DesignWords>(words: Words): Words {
  const { preset } = checkValues({ preset: designTable.preset }, words);
  const set = Object.entries(words).filter(([, word]) => word !== undefined);
  return { ...(preset && presets[preset as PresetName]), ...Object.fromEntries(set), preset: undefined } as Words;
}

/** Returns `words`, checked and with defaults, for `data`. @throws {QrError} INVALID_OPTION. */
export function checkDesign(words: object, data: QrData): SvgDesign {
  return checkValues(designTable, withPreset(words), data);
}

/** Draws an SVG in any design. With a logo, `href` is a data URI. @throws {QrError} DATA_TOO_LONG. */
export function drawSvgDesign(
  options: SvgDesign,
  logo?: { readonly layout: LogoLayout; readonly href: string },
): string {
  if (!isPlain(options)) return drawLookSvg(options, lookOf(options), logo);
  return drawPlainSvg(options, logo);
}

/** Draws a PNG in any design. With a logo, `art` has its pixels. `take` is as in `drawPng`.
 *  @throws {QrError} DATA_TOO_LONG. */
export function drawPngDesign(
  options: PngDesign,
  logo?: { readonly layout: LogoLayout; readonly art: Pixels },
  take?: TakeBytes,
): Uint8Array<ArrayBuffer> {
  if (!isPlain(options)) return drawLookPng(options, lookOf(options), logo);
  return drawPlainPng(options, logo, take);
}

/** Returns the pixels of a PNG without a logo; undefined if the plain styles can draw it.
 *  @throws {QrError} DATA_TOO_LONG. */
export function designPixels(options: PngDesign): PixelSource | undefined {
  return isPlain(options) ? undefined : lookPixels(options, lookOf(options));
}
