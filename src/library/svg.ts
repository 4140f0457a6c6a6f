import type { QrData } from "../core/data.ts";
import type { Design } from "../design.ts";
import { layOutLogo, vectorSurface } from "../logo/budget.ts";
import { embedLogo } from "../logo/embed.ts";
import { checkValues } from "../options/kinds.ts";
import { levelOf, logoOf } from "../options/logo.ts";
import { type OptionsOf, svgTable } from "../options/table.ts";
import { optionsIn } from "../options/unknown-names.ts";
import { planOf } from "../render/plan.ts";
import { paintSvg } from "../render/svg.ts";
import { textOf } from "../svg.ts";
import { designsOf } from "./checks.ts";
import type { PngOptions } from "./png.ts";

/** Options for {@link toSvg}: all options for {@link toPng}, and these:
 *
 *  `logo` is a PNG, JPEG, WebP or SVG file: its bytes, or a data URI. With a logo, `ec` defaults to "H", and the
 *  version is raised until error correction can restore the modules that the logo replaces. `logoSize` is the logo's
 *  longer side as a share of the code's side, 0.1 to 0.4 (default 0.25). `logoMargin` is the space around it in pixels,
 *  0 to 20 (default 0).
 *
 *  `title` is the accessible name of the picture. It has 1 to 200 characters (default "QR code"). */
export type SvgOptions = PngOptions &
  OptionsOf<"title" | "logoSize" | "logoMargin"> & { readonly logo?: string | Uint8Array | undefined };

/** Returns an SVG document that contains the QR code for `data`. A logo is embedded with its original bytes; the
 *  orientation of a JPEG becomes a transform.
 *  @example element.innerHTML = toSvg("https://example.com", { size: 300, color: "1a5fb4", dotStyle: "rounded" });
 *  @throws {QrError} like {@link encode}, and LOGO_INVALID. */
export function toSvg(data: QrData, given?: SvgOptions | Design): string {
  const options = optionsIn(given);
  const logo = logoOf(options);
  const designs = designsOf(options, svgTable, "svg", "toPng()");
  const input = logo === undefined ? options : { ...options, ec: levelOf(options.ec, logo) };
  const settings = designs ? designs.check(input, data) : checkValues(svgTable, input, data);
  const image = logo === undefined ? undefined : embedLogo(logo);
  const layOut =
    image && ((code: typeof settings) => (designs?.layOut ?? layOutLogo)(vectorSurface, code, image.aspect));
  return textOf(paintSvg(planOf(settings, layOut, designs), image, designs));
}
