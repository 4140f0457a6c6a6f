import type { QrData } from "../core/data.ts";
import type { Design } from "../design.ts";
import { layOutLogo, vectorSurface } from "../logo/budget.ts";
import { embedLogo } from "../logo/embed.ts";
import { checkValues } from "../options/kinds.ts";
import { levelOf, logoOf } from "../options/logo.ts";
import type { OptionsOf } from "../options/option-types.ts";
import { svgTable } from "../options/table.ts";
import { optionsIn, ownOptions } from "../options/unknown-names.ts";
import { planSized } from "../render/module-size.ts";
import { paintSvg } from "../render/svg.ts";
import { textOf } from "../svg.ts";
import { designsOf } from "./checks.ts";
import type { PngOptions } from "./png.ts";

/** Options for {@link toSvg}: all options for {@link toPng}, a logo and a title. Rejects `pngColor`. With a logo, `ec` defaults to "H", and the
 *  version is raised until error correction can restore the modules that the logo replaces. */
export interface SvgOptions extends PngOptions, OptionsOf<"title" | "logoSize" | "logoMargin"> {
  /** Logo as a data URI or the bytes of a PNG, JPEG, WebP or SVG file of at most 2 MB. {@link draw} takes any logo. */
  readonly logo?: string | Uint8Array | undefined;
}

/** Returns an SVG document that contains the QR code for `data`. A logo is embedded with its original bytes; the
 *  orientation of a JPEG becomes a transform.
 *  @example element.innerHTML = toSvg("https://example.com", { size: 300, color: "1a5fb4", dotStyle: "rounded" });
 *  @throws {QrError} like {@link encode}, and LOGO_INVALID. */
export function toSvg(data: QrData, options?: SvgOptions): string;
export function toSvg(data: QrData, options?: SvgOptions | Design): string;
export function toSvg(data: QrData, given?: SvgOptions | Design): string {
  const options = optionsIn(given);
  const logo = logoOf(options);
  const designs = designsOf(options, svgTable, "svg", "toPng()");
  const input = logo === undefined ? options : { ...ownOptions(options), ec: levelOf(options.ec, logo) };
  const settings = designs ? designs.check(input, data) : checkValues(svgTable, input, data);
  const image = logo === undefined ? undefined : embedLogo(logo);
  const layOut =
    image && ((code: typeof settings) => (designs?.layOut ?? layOutLogo)(vectorSurface, code, image.aspect));
  return textOf(paintSvg(planSized(settings, layOut, designs), image, designs));
}
